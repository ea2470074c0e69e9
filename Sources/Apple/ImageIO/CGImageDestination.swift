import CaptureEngine
import CoreMedia
import CoreVideo
import Foundation
import MissingFoundation
import MissingGraphics
import PhotoCoding
import PixelCoding
import YUV

/// Writes picture files. Source: Apple, CGImageDestination.
///
/// Linux: JPEG, HEIC and PNG files with one picture, and GIF files with any number of them.
public final class CGImageDestination: _CFObject {
    enum Target {
        case data(NSMutableData)
        case file(URL)
    }

    /// A picture, with what its file says of it.
    enum Contents {
        case image(CGImage)
        case file(PictureFile, Int)
    }

    let kind: PictureFile.Kind
    private let target: Target
    private var shared: [String: Any] = [:]
    private let count: Int
    private var pictures: [(contents: Contents, properties: [String: Any])] = []
    private var isFinished = false

    /// - Returns: `nil` for a type that cannot be written, and for a number of pictures that it cannot have.
    init?(_ target: Target, type: String, count: Int) {
        guard let kind = Self.kinds.first(where: { $0.type == type }), count == 1 || count > 1 && kind == .gif else {
            return nil
        }
        self.kind = kind
        self.target = target
        self.count = count
    }

    static let kinds: [PictureFile.Kind] = [.jpeg, .png, .heic, .gif]

    func setProperties(_ properties: [String: Any]) { shared.merge(properties) { $1 } }

    func add(_ contents: Contents, _ properties: [String: Any]) {
        if pictures.count < count, !isFinished { pictures.append((contents, properties)) }
    }

    func finish() -> Bool {
        guard !isFinished, pictures.count == count, let first = pictures.first else { return false }
        isFinished = true
        let options = Options(first.properties.merging(shared) { own, _ in own })
        guard let file = try? kind == .gif ? animation() : file(first.contents, options) else { return false }
        return (try? write(file)) != nil
    }

    /// Writes the picture of another file as it is, with changed metadata, and finishes.
    func copy(_ source: PictureFile, _ options: [String: Any]) throws {
        guard !isFinished, pictures.isEmpty, count == 1 else {
            throw CaptureError(.encodeFailed, "The file is finished, or has pictures already")
        }
        guard kind == .jpeg, source.kind == .jpeg else {
            throw CaptureError(.formatUnsupported, "Only JPEG pictures are copied, and only into JPEG files")
        }
        var metadata = source.metadata ?? PhotoMetadata()
        metadata.orientation = source.orientation
        metadata.merge(ImageOptions.changes(options))
        let thumbnail = source.data.withUnsafeBytes { source.thumbnail(in: $0) }
        let file = try JPEGPhoto.file(of: source.data, metadata: metadata, thumbnail: thumbnail)
        isFinished = true
        try write(file)
    }

    private func write(_ file: Data) throws {
        switch target {
        case .data(let data): data.append(file)
        case .file(let url): try file.write(to: url, options: .atomic)
        }
    }

    // MARK: Files

    private struct Options {
        let quality: Double?
        let maxPixelSize: Int?
        let background: SIMD3<UInt8>
        let embedsThumbnail: Bool
        let properties: [String: Any]

        init(_ properties: [String: Any]) {
            self.properties = properties
            func number(_ key: CFString) -> Double? {
                properties[key].flatMap { ImageOptions.number($0) }.flatMap { $0.isFinite ? $0 : nil }
            }
            quality = number(kCGImageDestinationLossyCompressionQuality)
            maxPixelSize = number(kCGImageDestinationImageMaxPixelSize).map { Int(min(max($0, 1), 1_048_576.0)) }
            embedsThumbnail = (properties[kCGImageDestinationEmbedThumbnail] as? Bool) ?? false
            let color = (properties[kCGImageDestinationBackgroundColor] as? CGColor)?.components ?? [1, 1, 1]
            let parts = color.count < 3 ? [color[0], color[0], color[0]] : color
            func byte(_ part: CGFloat) -> UInt8 { UInt8((min(max(part, 0), 1) * 255).rounded()) }
            background = SIMD3(byte(parts[0]), byte(parts[1]), byte(parts[2]))
        }

        var gif: [String: Any]? { properties[kCGImagePropertyGIFDictionary] as? [String: Any] }

        /// Whether the compressed picture of another file will do.
        var keepsPicture: Bool { quality == nil && maxPixelSize == nil }
    }

    private func file(_ contents: Contents, _ options: Options) throws -> Data {
        var metadata = PhotoMetadata()
        var hasMetadata = false
        let image: CGImage
        switch contents {
        case .image(let picture): image = picture
        case .file(let file, _):
            metadata = file.metadata ?? PhotoMetadata()
            metadata.orientation = file.orientation
            hasMetadata = file.metadata != nil || file.orientation != .up
            if kind == .jpeg, file.kind == .jpeg, options.keepsPicture {
                metadata.merge(options.properties)
                return try JPEGPhoto.file(
                    of: file.data, metadata: metadata, thumbnail: file.data.withUnsafeBytes { file.thumbnail(in: $0) })
            }
            image = try Self.image(contents)
        }
        metadata.merge(options.properties)
        hasMetadata = hasMetadata || Self.metadataKeys.contains { options.properties[$0] != nil }
        switch kind {
        case .png:
            let buffer = try fitting(image.straightBuffer(), options)
            return try PNGFile.encode(buffer, metadata: hasMetadata ? metadata : nil)
        case .heic:
            let buffer = try fitting(image.opaqueBuffer(over: options.background), options)
            return try HEIFPhoto.encode(
                buffer, quality: options.quality ?? Self.usualQuality, metadata: metadata,
                thumbnail: thumbnail(buffer, options, side: 320))
        case .jpeg:
            let buffer = try fitting(image.opaqueBuffer(over: options.background), options)
            return try JPEGPhoto.encode(
                buffer, quality: options.quality ?? Self.usualQuality, metadata: metadata,
                thumbnail: thumbnail(buffer, options, side: 160))
        case .gif, .dng:
            throw CaptureError(.formatUnsupported, "One picture alone cannot be written as \(kind.type)")
        }
    }

    /// A GIF file, as large as the largest of its pictures. Only one of them is decoded at a time.
    private func animation() throws -> Data {
        let frames = pictures.map { ($0.contents, Options($0.properties.merging(shared) { own, _ in own })) }
        let sizes = frames.map { StillGeometry.fitting(Self.size($0), $1.maxPixelSize) }
        func number(_ group: [String: Any]?, _ key: CFString) -> Double? {
            group?[key].flatMap { ImageOptions.number($0) }.flatMap { $0.isFinite ? $0 : nil }
        }
        let loops = number(Options(shared).gif, kCGImagePropertyGIFLoopCount)
        guard
            var writer = GIFWriter(
                width: sizes.map(\.width).max() ?? 0, height: sizes.map(\.height).max() ?? 0,
                loopCount: loops.map { Int(min(max($0, 0), 65535)) })
        else { throw CaptureError(.encodeFailed, "The picture is too large for a GIF file") }
        for (contents, options) in frames {
            let delay =
                number(options.gif, kCGImagePropertyGIFUnclampedDelayTime)
                ?? number(options.gif, kCGImagePropertyGIFDelayTime) ?? 0
            writer.add(
                try fitting(Self.image(contents).straightBuffer(), options),
                delay: Int((min(max(delay, 0), 655) * 100).rounded()))
        }
        return writer.finish()
    }

    /// What the picture will have when it is decoded.
    private static func size(_ contents: Contents) -> PixelSize {
        switch contents {
        case .image(let image): PixelSize(width: image.width, height: image.height)
        case .file(let file, _): PixelSize(width: file.size.width, height: file.size.height)
        }
    }

    private static func image(_ contents: Contents) throws -> CGImage {
        switch contents {
        case .image(let image): return image
        case .file(let file, let index):
            let alpha: CGImageAlphaInfo = file.hasAlpha ? .premultipliedLast : .noneSkipLast
            guard let image = CGImage(pixelsOf: try file.pixels(at: index), alphaInfo: alpha) else {
                throw CaptureError(.encodeFailed, "The picture cannot be read")
            }
            return image
        }
    }

    private static let usualQuality = 0.9

    private static let metadataKeys = [
        kCGImagePropertyTIFFDictionary, kCGImagePropertyExifDictionary, kCGImagePropertyGPSDictionary,
        kCGImagePropertyMakerAppleDictionary, kCGImagePropertyOrientation,
    ]

    private func fitting(_ buffer: CVPixelBuffer, _ options: Options) throws -> CVPixelBuffer {
        guard let side = options.maxPixelSize else { return buffer }
        return try StillGeometry.upright(buffer, .up, maxPixelSize: side)
    }

    private func thumbnail(_ buffer: CVPixelBuffer, _ options: Options, side: Int) -> CMVideoDimensions? {
        guard options.embedsThumbnail else { return nil }
        let size = StillGeometry.fitting(buffer.pixelSize, side)
        return CMVideoDimensions(width: Int32(size.width), height: Int32(size.height))
    }
}

/// The uniform type identifiers of the files that can be written.
public func CGImageDestinationCopyTypeIdentifiers() -> CFArray { CGImageDestination.kinds.map(\.type) }

/// Begins a file that is appended to `data` when it is finished.
///
/// - Parameters:
///   - data: where the file goes.
///   - type: the uniform type identifier.
///   - count: how many pictures the file will have.
///   - options: without effect.
/// - Returns: `nil` for a type that cannot be written, and for more than one picture of a type that has but one.
public func CGImageDestinationCreateWithData(
    _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
    CGImageDestination(.data(data), type: type, count: count)
}

/// Begins a file that takes the place of what is at `url` when it is finished; otherwise as
/// ``CGImageDestinationCreateWithData(_:_:_:_:)``.
public func CGImageDestinationCreateWithURL(
    _ url: CFURL, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
    url.isFileURL ? CGImageDestination(.file(url), type: type, count: count) : nil
}

/// Options and metadata for all pictures of the file.
public func CGImageDestinationSetProperties(_ idst: CGImageDestination, _ properties: CFDictionary?) {
    idst.setProperties(properties ?? [:])
}

/// Adds a picture. Its properties are options and metadata, in the groups in which
/// ``CGImageSourceCopyPropertiesAtIndex(_:_:_:)`` has them.
public func CGImageDestinationAddImage(_ idst: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?) {
    idst.add(.image(image), properties ?? [:])
}

/// As above, with properties that an `NSDictionary` has.
@_disfavoredOverload
public func CGImageDestinationAddImage(_ idst: CGImageDestination, _ image: CGImage, _ properties: NSDictionary?) {
    CGImageDestinationAddImage(idst, image, properties as? [String: Any])
}

/// Adds a picture of another file, with its metadata. What `properties` has takes their place; `kCFNull` removes them.
///
/// Linux: the metadata that have a name here are kept. A JPEG picture that goes into a JPEG file is not compressed
/// again unless there is a quality or a limit for its size.
public func CGImageDestinationAddImageFromSource(
    _ idst: CGImageDestination, _ isrc: CGImageSource, _ index: Int, _ properties: CFDictionary?
) {
    guard isrc.has(index), let file = isrc.file else { return }
    idst.add(.file(file, index), properties ?? [:])
}

/// As above, with properties that an `NSDictionary` has.
@_disfavoredOverload
public func CGImageDestinationAddImageFromSource(
    _ idst: CGImageDestination, _ isrc: CGImageSource, _ index: Int, _ properties: NSDictionary?
) {
    CGImageDestinationAddImageFromSource(idst, isrc, index, properties as? [String: Any])
}

/// Writes the picture of another file with changed metadata; its pixels are not compressed again. The file is finished
/// then.
///
/// Linux: from JPEG to JPEG files only. The metadata that have a name here, and XMP, are kept.
///
/// - `options`: ``kCGImageDestinationOrientation``, ``kCGImageDestinationDateTime``, ``kCGImageMetadataShouldExcludeGPS``.
/// - `err`: gets the reason of a failure, which the caller must release.
/// - Returns: whether it is written.
public func CGImageDestinationCopyImageSource(
    _ idst: CGImageDestination, _ isrc: CGImageSource, _ options: CFDictionary?,
    _ err: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
    do {
        guard let file = isrc.file else {
            throw CaptureError(.formatUnsupported, "The source has no picture")
        }
        try idst.copy(file, options ?? [:])
        return true
    } catch {
        let reason = [NSLocalizedDescriptionKey: (error as? CaptureError)?.message ?? error.localizedDescription]
        err?.pointee = Unmanaged.passRetained(
            NSError(domain: NSCocoaErrorDomain, code: CocoaError.fileWriteUnknown.rawValue, userInfo: reason))
        return false
    }
}

/// Writes the file.
///
/// - Returns: whether it is written; `false` also if pictures are missing, or it is finished already.
public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool { idst.finish() }

// MARK: Options

/// The orientation that the copy has: a number from 1 to 8.
public let kCGImageDestinationOrientation: CFString = "kCGImageDestinationOrientation"
/// When the copy was taken: a `Date`, or text as in EXIF.
public let kCGImageDestinationDateTime: CFString = "kCGImageDestinationDateTime"
/// Whether the copy does not say where it was taken.
public let kCGImageMetadataShouldExcludeGPS: CFString = "kCGImageMetadataShouldExcludeGPS"
/// The color behind what is transparent, in files that have no transparency: a `CGColor`. White if there is none.
public let kCGImageDestinationBackgroundColor: CFString = "kCGImageDestinationBackgroundColor"
/// The limit for the picture's longer side, in pixels.
public let kCGImageDestinationImageMaxPixelSize: CFString = "kCGImageDestinationImageMaxPixelSize"
/// Whether a thumbnail goes into the file; JPEG and HEIC files can have one.
public let kCGImageDestinationEmbedThumbnail: CFString = "kCGImageDestinationEmbedThumbnail"
