import CaptureEngine
import Foundation
import LinuxVideo

/// A frame of a camera, and what else of it was wanted.
struct CameraFrame {
    var sample: CMSampleBuffer
    var raw: CVPixelBuffer?
    var depth: DepthMap?
}

/// Makes sample buffers out of a camera's frames, and sees to it that the driver gets its buffers back.
///
/// Used by one thread.
final class FrameSamples {
    private let unpacker: FrameUnpacker
    private let encoding: V4L2Encoding
    private let frameDuration: CMTime
    /// The same for all frames of a run.
    private var description: CMFormatDescription?

    /// - Parameter isForStill: whether one frame is all that is wanted.
    init(format: VideoFormat, encoding: V4L2Encoding, frameDuration: CMTime, isForStill: Bool = false) throws {
        unpacker = try FrameUnpacker(format: format, encoding: encoding, isForStill: isForStill)
        self.encoding = encoding
        self.frameDuration = frameDuration
    }

    /// - Parameters:
    ///   - frame: just dequeued; its buffer goes back to `buffers` at once, or when nobody needs the sample any more.
    ///   - mayKeep: whether the driver can do without the buffer for a while.
    ///   - request: the still that the frame shall be, if any: then its raw data and its depth come with it.
    func frame(
        _ frame: VideoStream.Frame, at time: CMTime, from buffers: DriverBuffers, mayKeep: Bool,
        for request: StillRequest?
    ) throws(FrameLoss) -> CameraFrame {
        guard unpacker.canWrap, mayKeep, !frame.isDamaged else {
            defer { buffers.giveBack(frame.buffer) }
            if frame.isDamaged { throw .damaged }
            return try self.frame(frame.bytes, at: time, for: request)
        }
        let picture: CVPixelBuffer
        do {
            picture = try unpacker.wrap(frame) { buffers.giveBack(frame.buffer) }
        } catch {
            buffers.giveBack(frame.buffer)
            throw error
        }
        return CameraFrame(sample: try sample(picture, at: time))
    }

    /// - Parameter bytes: not needed any more afterwards.
    func frame(
        _ bytes: UnsafeRawBufferPointer, at time: CMTime, for request: StillRequest?
    ) throws(FrameLoss) -> CameraFrame {
        var frame = CameraFrame(sample: try sample(try unpacker.unpack(bytes), at: time))
        // A compressed frame is some hundred kilobytes: copying it is nothing beside decoding it.
        if encoding.layout == .jpeg { frame.sample.encodedPicture = Data(bytes) }
        if let pixelFormat = request?.rawPixelFormat { frame.raw = unpacker.mosaic(bytes, pixelFormat) }
        if request?.wantsDepth == true { frame.depth = unpacker.depth(bytes) }
        return frame
    }

    private func sample(_ picture: CVPixelBuffer, at time: CMTime) throws(FrameLoss) -> CMSampleBuffer {
        if description == nil {
            description = try? CMFormatDescription(imageBuffer: picture)
        }
        guard let description else { throw .damaged }
        let timing = CMSampleTimingInfo(
            duration: frameDuration, presentationTimeStamp: time, decodeTimeStamp: .invalid)
        guard
            let sample = try? CMSampleBuffer(
                imageBuffer: picture, formatDescription: description, sampleTiming: timing)
        else { throw .damaged }
        return sample
    }
}
