import CoreVideo
import MissingFoundation

/// An argument is invalid.
public let kCMFormatDescriptionError_InvalidParameter: OSStatus = -12710
/// There is not enough memory.
public let kCMFormatDescriptionError_AllocationFailed: OSStatus = -12711
/// The description does not have the value.
public let kCMFormatDescriptionError_ValueNotAvailable: OSStatus = -12718

@discardableResult
public func CMFormatDescriptionCreate(
    allocator: CFAllocator?, mediaType: CMMediaType, mediaSubType: FourCharCode, extensions: CFDictionary?,
    formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
    status(formatDescriptionOut) {
        try CMFormatDescription(
            mediaType: .init(rawValue: mediaType), mediaSubType: .init(rawValue: mediaSubType),
            extensions: .init(base: extensions))
    }
}

@discardableResult
public func CMVideoFormatDescriptionCreate(
    allocator: CFAllocator?, codecType: CMVideoCodecType, width: Int32, height: Int32, extensions: CFDictionary?,
    formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
    status(formatDescriptionOut) {
        try CMFormatDescription(
            videoCodecType: .init(rawValue: codecType), width: Int(width), height: Int(height),
            extensions: .init(base: extensions))
    }
}

@discardableResult
public func CMVideoFormatDescriptionCreateForImageBuffer(
    allocator: CFAllocator?, imageBuffer: CVImageBuffer,
    formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
    status(formatDescriptionOut) { try CMFormatDescription(imageBuffer: imageBuffer) }
}

/// Sound.
///
/// - `layoutSize`: the bytes of `layout`, with all its descriptions of channels; 0 without a layout.
/// - `layout`: an `AudioChannelLayout`, copied.
/// - Returns: `kCMFormatDescriptionError_InvalidParameter` for a sound without a format, and for a layout that is shorter
///   than it says.
@discardableResult
public func CMAudioFormatDescriptionCreate(
    allocator: CFAllocator?, asbd: UnsafePointer<AudioStreamBasicDescription>, layoutSize: Int,
    layout: UnsafeRawPointer?, magicCookieSize: Int, magicCookie: UnsafeRawPointer?, extensions: CFDictionary?,
    formatDescriptionOut: UnsafeMutablePointer<CMAudioFormatDescription?>
) -> OSStatus {
    status(formatDescriptionOut) {
        guard asbd.pointee.mFormatID != 0, asbd.pointee.mSampleRate >= 0 else {
            throw NSError(coreMedia: kCMFormatDescriptionError_InvalidParameter)
        }
        let bytes = layoutSize > 0 ? layout.map { UnsafeRawBufferPointer(start: $0, count: layoutSize) } : nil
        if let bytes, !AudioChannelLayout.isWhole(bytes) {
            throw NSError(coreMedia: kCMFormatDescriptionError_InvalidParameter)
        }
        return CMFormatDescription(
            mediaType: .audio, mediaSubType: .init(rawValue: asbd.pointee.mFormatID), audio: asbd.pointee,
            magicCookie: magicCookie.map { Data(bytes: $0, count: magicCookieSize) }, layout: bytes,
            extensions: extensions ?? [:])
    }
}

public func CMFormatDescriptionGetMediaType(_ desc: CMFormatDescription) -> CMMediaType { desc.mediaType.rawValue }

public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> FourCharCode {
    desc.mediaSubType.rawValue
}

public func CMFormatDescriptionEqual(
    _ formatDescription: CMFormatDescription?, otherFormatDescription: CMFormatDescription?
) -> Bool {
    formatDescription == otherFormatDescription
}

public func CMFormatDescriptionGetExtensions(_ desc: CMFormatDescription) -> CFDictionary? {
    desc.extensionValues.isEmpty ? nil : desc.extensionValues
}

public func CMFormatDescriptionGetExtension(_ desc: CMFormatDescription, extensionKey: CFString) -> CFTypeRef? {
    desc.extensionValues[extensionKey]
}

public func CMVideoFormatDescriptionGetDimensions(_ videoDesc: CMVideoFormatDescription) -> CMVideoDimensions {
    videoDesc.dimensions
}

public func CMVideoFormatDescriptionGetPresentationDimensions(
    _ videoDesc: CMVideoFormatDescription, usePixelAspectRatio: Bool, useCleanAperture: Bool
) -> CGSize {
    videoDesc.presentationDimensions(usePixelAspectRatio: usePixelAspectRatio, useCleanAperture: useCleanAperture)
}

/// Whether the frame matches the description: size, pixel format and color.
public func CMVideoFormatDescriptionMatchesImageBuffer(
    _ videoDesc: CMVideoFormatDescription, imageBuffer: CVImageBuffer
) -> Bool {
    videoDesc.mediaSubType.rawValue == CVPixelBufferGetPixelFormatType(imageBuffer)
        && videoDesc.dimensions.width == imageBuffer.dimensions.width
        && videoDesc.dimensions.height == imageBuffer.dimensions.height
        && NSDictionary(dictionary: videoDesc.extensionValues).isEqual(to: imageBuffer.formatExtensions)
}

/// Valid as long as the description.
public func CMAudioFormatDescriptionGetStreamBasicDescription(
    _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioStreamBasicDescription>? {
    desc.soundPointer
}

/// Which channel is which; `nil` if the description was made without a layout. Valid as long as the description.
///
/// - `sizeOut`: its size in bytes, with all its descriptions of channels.
public func CMAudioFormatDescriptionGetChannelLayout(
    _ desc: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafePointer<AudioChannelLayout>? {
    sizeOut?.pointee = desc.layoutBytes?.count ?? 0
    return desc.layoutBytes?.baseAddress?.assumingMemoryBound(to: AudioChannelLayout.self)
}

/// Runs `make`, stores the result and returns the status.
func status<Made>(_ out: UnsafeMutablePointer<Made?>, _ make: () throws -> Made) -> OSStatus {
    do {
        out.pointee = try make()
        return 0
    } catch {
        out.pointee = nil
        return OSStatus((error as NSError).code)
    }
}

extension NSError {
    /// A Core Media status as an error, as Apple's Swift initializers throw it.
    convenience init(coreMedia status: OSStatus) {
        self.init(domain: NSOSStatusErrorDomain, code: Int(status))
    }
}
