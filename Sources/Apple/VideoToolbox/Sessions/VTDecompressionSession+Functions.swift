import CaptureEngine
import CoreMedia
import CoreVideo
import MissingFoundation
import MovieCoding

/// How to decode a sample. Source: Apple, VTDecodeFrameFlags.
public struct VTDecodeFrameFlags: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The call may return before the sample is decoded. Source: Apple, VTDecodeFrameFlags.
    public static let _EnableAsynchronousDecompression = Self(rawValue: 1 << 0)
    /// The picture is not wanted: the sample is decoded for those that depend on it. Source: Apple, VTDecodeFrameFlags.
    public static let _DoNotOutputFrame = Self(rawValue: 1 << 1)
    /// Linux: without effect. Source: Apple, VTDecodeFrameFlags.
    public static let _1xRealTimePlayback = Self(rawValue: 1 << 2)
    /// Pictures may wait for others, to come in the order in which they are shown. Linux: always, if the stream reorders
    /// them. Source: Apple, VTDecodeFrameFlags.
    public static let _EnableTemporalProcessing = Self(rawValue: 1 << 3)
}

/// How a sample was decoded. Source: Apple, VTDecodeInfoFlags.
public struct VTDecodeInfoFlags: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The call may have returned before.
    public static let asynchronous = Self(rawValue: 1 << 0)
    /// There is no picture: it was not wanted, or the sample has none.
    public static let frameDropped = Self(rawValue: 1 << 1)
}

/// Gets pictures: the session's pointer, the sample's, the status, the picture, its time and its duration; on a thread of
/// the session. Source: Apple, VTDecompressionOutputCallback.
public typealias VTDecompressionOutputCallback =
    @Sendable (
        _ decompressionOutputRefCon: UnsafeMutableRawPointer?, _ sourceFrameRefCon: UnsafeMutableRawPointer?,
        _ status: OSStatus, _ infoFlags: VTDecodeInfoFlags, _ imageBuffer: CVImageBuffer?,
        _ presentationTimeStamp: CMTime, _ presentationDuration: CMTime
    ) -> Void

/// Gets the picture of one sample, as ``VTDecompressionOutputCallback``. Source: Apple, VTDecompressionOutputHandler.
public typealias VTDecompressionOutputHandler =
    @Sendable (
        _ status: OSStatus, _ infoFlags: VTDecodeInfoFlags, _ imageBuffer: CVImageBuffer?,
        _ presentationTimeStamp: CMTime,
        _ presentationDuration: CMTime
    ) -> Void

/// A callback and its pointer. Source: Apple, VTDecompressionOutputCallbackRecord.
public struct VTDecompressionOutputCallbackRecord: @unchecked Sendable {  // The pointer is the program's.
    public var decompressionOutputCallback: VTDecompressionOutputCallback?
    public var decompressionOutputRefCon: UnsafeMutableRawPointer?

    public init() {}

    public init(
        decompressionOutputCallback: VTDecompressionOutputCallback?, decompressionOutputRefCon: UnsafeMutableRawPointer?
    ) {
        self.decompressionOutputCallback = decompressionOutputCallback
        self.decompressionOutputRefCon = decompressionOutputRefCon
    }
}

/// Whether pictures are needed as fast as they are shown. Linux: without effect; a session decodes as fast as it can.
public let kVTDecompressionPropertyKey_RealTime: CFString = "RealTime"

/// Makes a session. Source: Apple, VTDecompressionSessionCreate.
///
/// - videoFormatDescription: of the samples. Linux: H.264, HEVC, motion JPEG, MPEG-4, ProRes, VP9 or AV1, with what the
///   decoder has to know among its `SampleDescriptionExtensionAtoms`.
/// - videoDecoderSpecification: without effect; there is one decoder for each codec.
/// - destinationImageBufferAttributes: the pixel format and the size of the pictures; `nil` for the nearest to the
///   samples'.
/// - outputCallback: `nil` for samples that come with handlers of their own.
/// - Returns: `noErr`, ``kVTParameterErr``, ``kVTCouldNotFindVideoDecoderErr``, or
///   ``kVTVideoDecoderUnsupportedDataFormatErr``.
public func VTDecompressionSessionCreate(
    allocator: CFAllocator?, formatDescription videoFormatDescription: CMVideoFormatDescription,
    decoderSpecification videoDecoderSpecification: CFDictionary?,
    imageBufferAttributes destinationImageBufferAttributes: CFDictionary?,
    outputCallback: UnsafePointer<VTDecompressionOutputCallbackRecord>?,
    decompressionSessionOut: UnsafeMutablePointer<VTDecompressionSession?>
) -> OSStatus {
    decompressionSessionOut.pointee = nil
    guard videoFormatDescription.mediaType == .video else { return kVTParameterErr }
    guard PictureDecompressor.canDecode(videoFormatDescription.mediaSubType) else {
        return kVTCouldNotFindVideoDecoderErr
    }
    let wanted = SourceAttributes(destinationImageBufferAttributes)
    let record = outputCallback?.pointee
    do {
        let decompressor = try PictureDecompressor(
            videoFormatDescription, pixelFormat: wanted.pixelFormat, size: wanted.size)
        decompressionSessionOut.pointee = VTDecompressionSession(
            videoFormatDescription, decompressor, record?.decompressionOutputCallback == nil ? nil : record)
        return noErr
    } catch {
        return error.code == .encoderNotFound ? kVTCouldNotFindVideoDecoderErr : kVTVideoDecoderUnsupportedDataFormatErr
    }
}

/// Decodes a sample; its picture goes to the session's callback. Source: Apple, VTDecompressionSessionDecodeFrame.
///
/// - sampleBuffer: one sample, in the order in which they are decoded.
/// - frameRefcon: comes back with the picture.
/// - Returns: `noErr` if the callback will be called; ``kVTParameterErr``, ``kVTInvalidSessionErr``, or
///   ``kVTFormatDescriptionChangeNotSupportedErr`` for a sample of another format.
@discardableResult
public func VTDecompressionSessionDecodeFrame(
    _ session: VTDecompressionSession, sampleBuffer: CMSampleBuffer, flags decodeFlags: VTDecodeFrameFlags,
    frameRefcon sourceFrameRefCon: UnsafeMutableRawPointer?, infoFlagsOut: UnsafeMutablePointer<VTDecodeInfoFlags>?
) -> OSStatus {
    guard let record = session.callback, let callback = record.decompressionOutputCallback else {
        return kVTParameterErr
    }
    let refcon = Refcon(pointer: sourceFrameRefCon)
    let isAsynchronous = decodeFlags.contains(._EnableAsynchronousDecompression)
    infoFlagsOut?.pointee = isAsynchronous ? .asynchronous : []
    return session.decode(
        sampleBuffer, isAsynchronous: isAsynchronous, isWanted: !decodeFlags.contains(._DoNotOutputFrame)
    ) { status, flags, picture, time, duration in
        callback(record.decompressionOutputRefCon, refcon.pointer, status, flags, picture, time, duration)
    }
}

/// Decodes a sample; its picture goes to the handler. The session must have been made without a callback.
///
/// Source: Apple, VTDecompressionSessionDecodeFrameWithOutputHandler.
@discardableResult
public func VTDecompressionSessionDecodeFrame(
    _ session: VTDecompressionSession, sampleBuffer: CMSampleBuffer, flags decodeFlags: VTDecodeFrameFlags,
    infoFlagsOut: UnsafeMutablePointer<VTDecodeInfoFlags>?, outputHandler: @escaping VTDecompressionOutputHandler
) -> OSStatus {
    guard session.callback == nil else { return kVTParameterErr }
    let isAsynchronous = decodeFlags.contains(._EnableAsynchronousDecompression)
    infoFlagsOut?.pointee = isAsynchronous ? .asynchronous : []
    return session.decode(
        sampleBuffer, isAsynchronous: isAsynchronous, isWanted: !decodeFlags.contains(._DoNotOutputFrame),
        outputHandler)
}

/// Gives out the pictures that wait for others. Source: Apple, VTDecompressionSessionFinishDelayedFrames.
///
/// Linux: the next sample must be a key frame. Do not call it in a callback.
@discardableResult
public func VTDecompressionSessionFinishDelayedFrames(_ session: VTDecompressionSession) -> OSStatus {
    session.finishDelayed()
}

/// Waits until all callbacks have returned, also those of pictures that wait for others.
///
/// Source: Apple, VTDecompressionSessionWaitForAsynchronousFrames. Linux: see
/// ``VTDecompressionSessionFinishDelayedFrames(_:)``.
@discardableResult
public func VTDecompressionSessionWaitForAsynchronousFrames(_ session: VTDecompressionSession) -> OSStatus {
    session.waitForFrames()
}

/// Whether samples of a format can follow. Source: Apple, VTDecompressionSessionCanAcceptFormatDescription.
public func VTDecompressionSessionCanAcceptFormatDescription(
    _ session: VTDecompressionSession, formatDescription newFormatDesc: CMFormatDescription
) -> Bool {
    session.format == newFormatDesc
}

/// Ends a session; what is not decoded is given up. Source: Apple, VTDecompressionSessionInvalidate.
public func VTDecompressionSessionInvalidate(_ session: VTDecompressionSession) { session.invalidate() }

/// Whether hardware decodes a codec. Source: Apple, VTIsHardwareDecodeSupported. Linux: always `false`; libavcodec does.
public func VTIsHardwareDecodeSupported(_ codecType: CMVideoCodecType) -> Bool { false }
