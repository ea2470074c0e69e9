import CoreMedia
import CoreVideo
import MissingFoundation
import MovieCoding

/// How a frame was compressed. Source: Apple, VTEncodeInfoFlags.
public struct VTEncodeInfoFlags: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// After the call has returned.
    public static let asynchronous = Self(rawValue: 1 << 0)
    /// There is no sample: a frame was not later than the last.
    public static let frameDropped = Self(rawValue: 1 << 1)
}

/// Gets samples: the session's pointer, the frame's, the status, and the sample; on a thread of the session, in the order in
/// which they are decoded. Source: Apple, VTCompressionOutputCallback.
public typealias VTCompressionOutputCallback =
    @Sendable (
        _ outputCallbackRefCon: UnsafeMutableRawPointer?, _ sourceFrameRefCon: UnsafeMutableRawPointer?,
        _ status: OSStatus, _ infoFlags: VTEncodeInfoFlags, _ sampleBuffer: CMSampleBuffer?
    ) -> Void

/// Gets the sample of one frame, as ``VTCompressionOutputCallback``. Source: Apple, VTCompressionOutputHandler.
public typealias VTCompressionOutputHandler =
    @Sendable (
        _ status: OSStatus, _ infoFlags: VTEncodeInfoFlags, _ sampleBuffer: CMSampleBuffer?
    ) -> Void

/// Makes a session. Source: Apple, VTCompressionSessionCreate.
///
/// - width: of the samples; frames of another size are scaled to it. `height` as well.
/// - codecType: Linux: H.264 or HEVC.
/// - encoderSpecification: ``kVTVideoEncoderSpecification_EnableLowLatencyRateControl``,
///   ``kVTVideoEncoderSpecification_RequireHardwareAcceleratedVideoEncoder``.
/// - imageBufferAttributes: the buffers of the session's pool.
/// - outputCallback: `nil` for frames that come with handlers of their own.
/// - Returns: `noErr`, ``kVTParameterErr``, or ``kVTCouldNotFindVideoEncoderErr``.
public func VTCompressionSessionCreate(
    allocator: CFAllocator?, width: Int32, height: Int32, codecType: CMVideoCodecType,
    encoderSpecification: CFDictionary?, imageBufferAttributes sourceImageBufferAttributes: CFDictionary?,
    compressedDataAllocator: CFAllocator?, outputCallback: VTCompressionOutputCallback?,
    refcon outputCallbackRefCon: UnsafeMutableRawPointer?,
    compressionSessionOut: UnsafeMutablePointer<VTCompressionSession?>
) -> OSStatus {
    compressionSessionOut.pointee = nil
    guard (2...16_384).contains(width), (2...16_384).contains(height), width % 2 == 0, height % 2 == 0 else {
        return kVTParameterErr
    }
    guard let codec = MovieCodec.all.first(where: { $0.type.rawValue == codecType }) else {
        return kVTCouldNotFindVideoEncoderErr
    }
    func isAsked(_ key: CFString) -> Bool { PropertyValue.flag(encoderSpecification?[key]) == true }
    if isAsked(kVTVideoEncoderSpecification_RequireHardwareAcceleratedVideoEncoder) {
        return kVTCouldNotFindVideoEncoderErr
    }
    let session = VTCompressionSession(
        codec, CMVideoDimensions(width: width, height: height), SourceAttributes(sourceImageBufferAttributes),
        outputCallback, Refcon(pointer: outputCallbackRefCon))
    if isAsked(kVTVideoEncoderSpecification_EnableLowLatencyRateControl) {
        _ = session.set(true, for: kVTCompressionPropertyKey_RealTime)
    }
    compressionSessionOut.pointee = session
    return noErr
}

/// Prepares for the first frame. Source: Apple, VTCompressionSessionPrepareToEncodeFrames.
///
/// Linux: the encoder is made for the first frame, whose pixel format decides.
@discardableResult
public func VTCompressionSessionPrepareToEncodeFrames(_ session: VTCompressionSession) -> OSStatus {
    session.pool == nil ? kVTInvalidSessionErr : noErr
}

/// Compresses a frame; its sample goes to the session's callback. Source: Apple, VTCompressionSessionEncodeFrame.
///
/// - imageBuffer: must not change until its sample is there.
/// - presentationTimeStamp: later than the last frame's.
/// - frameProperties: ``kVTEncodeFrameOptionKey_ForceKeyFrame``.
/// - sourceFrameRefcon: comes back with the sample.
/// - Returns: `noErr` if the callback will be called; ``kVTParameterErr``, ``kVTInvalidSessionErr``, or
///   ``kVTPixelTransferNotSupportedErr`` for a pixel format that no encoder takes.
@discardableResult
public func VTCompressionSessionEncodeFrame(
    _ session: VTCompressionSession, imageBuffer: CVImageBuffer, presentationTimeStamp: CMTime, duration: CMTime,
    frameProperties: CFDictionary?, sourceFrameRefcon: UnsafeMutableRawPointer?,
    infoFlagsOut: UnsafeMutablePointer<VTEncodeInfoFlags>?
) -> OSStatus {
    guard let callback = session.callback else { return kVTParameterErr }
    let (refcon, frameRefcon) = (session.refcon, Refcon(pointer: sourceFrameRefcon))
    infoFlagsOut?.pointee = .asynchronous
    return session.encode(
        imageBuffer, at: presentationTimeStamp, duration: duration,
        forcingKeyFrame: PropertyValue.flag(frameProperties?[kVTEncodeFrameOptionKey_ForceKeyFrame]) ?? false
    ) { status, flags, sample in
        callback(refcon.pointer, frameRefcon.pointer, status, flags, sample)
    }
}

/// Compresses a frame; its sample goes to the handler. The session must have been made without a callback.
///
/// Source: Apple, VTCompressionSessionEncodeFrameWithOutputHandler.
@discardableResult
public func VTCompressionSessionEncodeFrame(
    _ session: VTCompressionSession, imageBuffer: CVImageBuffer, presentationTimeStamp: CMTime, duration: CMTime,
    frameProperties: CFDictionary?, infoFlagsOut: UnsafeMutablePointer<VTEncodeInfoFlags>?,
    outputHandler: @escaping VTCompressionOutputHandler
) -> OSStatus {
    guard session.callback == nil else { return kVTParameterErr }
    infoFlagsOut?.pointee = .asynchronous
    return session.encode(
        imageBuffer, at: presentationTimeStamp, duration: duration,
        forcingKeyFrame: PropertyValue.flag(frameProperties?[kVTEncodeFrameOptionKey_ForceKeyFrame]) ?? false,
        outputHandler)
}

/// Waits until frames are complete, and their callbacks have returned. Source: Apple, VTCompressionSessionCompleteFrames.
///
/// - completeUntilPresentationTimeStamp: the last of them; all if it is not a number. Linux: with reordered
///   frames, all of them become complete, and the next one begins with a key frame. Do not call it in a callback.
@discardableResult
public func VTCompressionSessionCompleteFrames(
    _ session: VTCompressionSession, untilPresentationTimeStamp completeUntilPresentationTimeStamp: CMTime
) -> OSStatus {
    session.complete(until: completeUntilPresentationTimeStamp)
}

/// Ends a session; what is not complete is given up. Source: Apple, VTCompressionSessionInvalidate.
public func VTCompressionSessionInvalidate(_ session: VTCompressionSession) { session.invalidate() }

/// Buffers for frames; `nil` after the end. Source: Apple, VTCompressionSessionGetPixelBufferPool.
public func VTCompressionSessionGetPixelBufferPool(_ session: VTCompressionSession) -> CVPixelBufferPool? {
    session.pool
}
