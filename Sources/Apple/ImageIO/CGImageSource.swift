import CoreVideo
import Foundation
import MissingFoundation
import MissingGraphics
import PhotoCoding
import PixelCoding

/// Reads picture files. Source: Apple, CGImageSource.
///
/// Linux: JPEG, HEIC, PNG and GIF files, and of DNG files the preview; only GIF files have more than one picture.
public final class CGImageSource: _CFObject {
    let file: PictureFile?
    /// The size of the file in bytes.
    let byteCount: Int

    init(_ data: Data) {
        file = PictureFile(data)
        byteCount = data.count
    }

    func has(_ index: Int) -> Bool { (0..<(file?.count ?? 0)).contains(index) }
}

/// How far a picture file was read. Source: Apple, CGImageSourceStatus.
public enum CGImageSourceStatus: Int32, Sendable {
    case statusUnexpectedEOF = -5
    case statusInvalidData = -4
    /// None of the kinds that are known.
    case statusUnknownType = -3
    case statusReadingHeader = -2
    case statusIncomplete = -1
    case statusComplete = 0
}

/// A source of bytes in memory; of anything but a picture, its count is 0.
///
/// - Parameters:
///   - data: a file.
///   - options: a hint at the type is not needed, and without effect.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
    CGImageSource(data)
}

/// A source of a file.
///
/// - Parameters:
///   - url: of a file on this machine.
///   - options: as for ``CGImageSourceCreateWithData(_:_:)``.
/// - Returns: `nil` if it cannot be read.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
    guard url.isFileURL, let data = try? Data(contentsOf: url, options: .alwaysMapped) else { return nil }
    return CGImageSource(data)
}

/// A source of the bytes of a provider.
public func CGImageSourceCreateWithDataProvider(
    _ provider: CGDataProvider, _ options: CFDictionary?
) -> CGImageSource? {
    provider.data.map { CGImageSource($0) }
}

/// The uniform type identifiers of the files that can be read.
public func CGImageSourceCopyTypeIdentifiers() -> CFArray { PictureFile.Kind.allCases.map(\.type) }

/// The uniform type identifier; `nil` for anything but a picture.
public func CGImageSourceGetType(_ isrc: CGImageSource) -> CFString? { isrc.file?.kind.type }

/// The number of pictures, without thumbnails; 0 for anything but a picture.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { isrc.file?.count ?? 0 }

/// The index of the main picture.
public func CGImageSourceGetPrimaryImageIndex(_ isrc: CGImageSource) -> Int { 0 }

public func CGImageSourceGetStatus(_ isrc: CGImageSource) -> CGImageSourceStatus {
    isrc.file == nil ? .statusUnknownType : .statusComplete
}

public func CGImageSourceGetStatusAtIndex(_ isrc: CGImageSource, _ index: Int) -> CGImageSourceStatus {
    index == 0 || isrc.has(index) ? CGImageSourceGetStatus(isrc) : .statusInvalidData
}

/// What is known of the whole file: its size, and what an animation's pictures have in common.
public func CGImageSourceCopyProperties(_ isrc: CGImageSource, _ options: CFDictionary?) -> CFDictionary? {
    guard let file = isrc.file else { return nil }
    var properties: [String: Any] = [kCGImagePropertyFileSize: NSNumber(value: isrc.byteCount)]
    if let animation = file.animation {
        let frames = animation.frames.map(\.properties)
        properties[kCGImagePropertyGIFDictionary] =
            [
                // Without a word about it, an animation is shown once.
                kCGImagePropertyGIFLoopCount: NSNumber(value: animation.loopCount ?? 1),
                kCGImagePropertyGIFHasGlobalColorMap: animation.hasGlobalColorMap,
                kCGImagePropertyGIFCanvasPixelWidth: NSNumber(value: animation.width),
                kCGImagePropertyGIFCanvasPixelHeight: NSNumber(value: animation.height),
                kCGImagePropertyGIFFrameInfoArray: frames,
            ] as [String: Any]
    }
    return properties
}

/// What is known of a picture: its size and colors, and its metadata in groups.
///
/// Numbers are `NSNumber`, which can be cast to any type of number.
/// - Returns: `nil` if there is no such picture.
public func CGImageSourceCopyPropertiesAtIndex(
    _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? {
    guard isrc.has(index), let file = isrc.file else { return nil }
    var properties = file.metadata?.dictionary ?? [:]
    if let frame = file.animation?.frames[index] { properties[kCGImagePropertyGIFDictionary] = frame.properties }
    properties[kCGImagePropertyPixelWidth] = NSNumber(value: file.size.width)
    properties[kCGImagePropertyPixelHeight] = NSNumber(value: file.size.height)
    properties[kCGImagePropertyDepth] = NSNumber(value: file.bits)
    properties[kCGImagePropertyColorModel] =
        file.isGray ? kCGImagePropertyColorModelGray : kCGImagePropertyColorModelRGB
    if file.hasAlpha { properties[kCGImagePropertyHasAlpha] = true }
    if file.metadata != nil || file.orientation != .up {
        properties[kCGImagePropertyOrientation] = NSNumber(value: file.orientation.rawValue)
    }
    let tiff = properties[kCGImagePropertyTIFFDictionary] as? [String: Any]
    if let unit = tiff?[kCGImagePropertyTIFFResolutionUnit] as? NSNumber {
        // 3 counts pixels per centimeter.
        let factor = unit.intValue == 3 ? 2.54 : 1
        for (key, tag) in [
            (kCGImagePropertyDPIWidth, kCGImagePropertyTIFFXResolution),
            (kCGImagePropertyDPIHeight, kCGImagePropertyTIFFYResolution),
        ] {
            properties[key] = (tiff?[tag] as? NSNumber).map { NSNumber(value: $0.doubleValue * factor) }
        }
    }
    return properties
}

/// A picture, as it is stored: its orientation is among its properties.
///
/// - `options`: ``kCGImageSourceSubsampleFactor``.
/// - Returns: `nil` if there is no such picture, or it is damaged.
public func CGImageSourceCreateImageAtIndex(
    _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
    guard isrc.has(index), let file = isrc.file else { return nil }
    let pixels: CVPixelBuffer?
    if let factor = options?[kCGImageSourceSubsampleFactor].flatMap({ ImageOptions.number($0) }),
        [2, 4, 8].contains(factor)
    {
        let side = (Double(max(file.size.width, file.size.height)) / factor).rounded(.up)
        pixels = try? file.reduced(at: index, maxPixelSize: Int(side), turns: false)
    } else {
        pixels = try? file.pixels(at: index)
    }
    return pixels.flatMap { CGImage(pixelsOf: $0, alphaInfo: file.alphaInfo) }
}

/// A small picture: the one in the file, or one that is made as the options say.
///
/// - Returns: `nil` if there is none and none is to be made, and for a damaged file.
public func CGImageSourceCreateThumbnailAtIndex(
    _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
    guard isrc.has(index), let file = isrc.file else { return nil }
    func isSet(_ key: CFString) -> Bool { ImageOptions.isSet(options?[key]) }
    let limit = options?[kCGImageSourceThumbnailMaxPixelSize].flatMap { ImageOptions.number($0) }
        .map { max(Int($0), 1) }
    let turns = isSet(kCGImageSourceCreateThumbnailWithTransform)
    let isMade = isSet(kCGImageSourceCreateThumbnailFromImageAlways)
    if !isMade, let small = try? file.thumbnail(maxPixelSize: limit, turns: turns) {
        return CGImage(pixelsOf: small)
    }
    guard isMade || isSet(kCGImageSourceCreateThumbnailFromImageIfAbsent),
        let small = try? file.reduced(at: index, maxPixelSize: limit, turns: turns)
    else { return nil }
    return CGImage(pixelsOf: small, alphaInfo: file.alphaInfo)
}

extension GIFHeader.Frame {
    fileprivate var properties: [String: Any] {
        let seconds = Double(delay) / 100
        return [
            kCGImagePropertyGIFUnclampedDelayTime: NSNumber(value: seconds),
            kCGImagePropertyGIFDelayTime: NSNumber(value: max(seconds, 0.1)),
        ]
    }
}

extension PictureFile {
    /// What the fourth byte of its pixels is.
    fileprivate var alphaInfo: CGImageAlphaInfo { hasAlpha ? .premultipliedLast : .noneSkipLast }
}

// MARK: Options

/// Linux: without effect; pixels are decoded at once and kept by the picture alone.
public let kCGImageSourceShouldCache: CFString = "kCGImageSourceShouldCache"
/// Linux: always so.
public let kCGImageSourceShouldCacheImmediately: CFString = "kCGImageSourceShouldCacheImmediately"
/// By how much a picture is made smaller while it is read: 2, 4 or 8. Other numbers are without effect.
public let kCGImageSourceSubsampleFactor: CFString = "kCGImageSourceSubsampleFactor"
/// Linux: without effect; all pictures have 8 bits.
public let kCGImageSourceShouldAllowFloat: CFString = "kCGImageSourceShouldAllowFloat"
/// Linux: without effect; a file's first bytes tell its type.
public let kCGImageSourceTypeIdentifierHint: CFString = "kCGImageSourceTypeIdentifierHint"
/// Whether a thumbnail is made if the file has none.
public let kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString = "kCGImageSourceCreateThumbnailFromImageIfAbsent"
/// Whether a thumbnail is made even if the file has one.
public let kCGImageSourceCreateThumbnailFromImageAlways: CFString = "kCGImageSourceCreateThumbnailFromImageAlways"
/// The limit for a thumbnail's longer side, in pixels.
public let kCGImageSourceThumbnailMaxPixelSize: CFString = "kCGImageSourceThumbnailMaxPixelSize"
/// Whether a thumbnail is turned upright.
public let kCGImageSourceCreateThumbnailWithTransform: CFString = "kCGImageSourceCreateThumbnailWithTransform"
