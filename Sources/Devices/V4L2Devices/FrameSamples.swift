import CaptureEngine
import Foundation
import LinuxVideo

/// A camera's frame, and what else was requested with it.
package struct CameraFrame {
    package var sample: CMSampleBuffer
    var raw: CVPixelBuffer?
    var depth: DepthMap?
}

/// Makes sample buffers from a camera's frames, and ensures that the driver gets its buffers back.
///
/// Used by one thread.
package final class FrameSamples {
    private let unpacker: FrameUnpacker
    private let encoding: V4L2Encoding
    private let frameDuration: CMTime
    /// The same for all frames of a run.
    private var description: CMFormatDescription?

    /// - Parameter isForStill: whether only one frame is wanted.
    package init(
        format: VideoFormat, encoding: V4L2Encoding, frameDuration: CMTime, isForStill: Bool = false
    ) throws {
        unpacker = try FrameUnpacker(format: format, encoding: encoding, isForStill: isForStill)
        self.encoding = encoding
        self.frameDuration = frameDuration
    }

    /// - Parameters:
    ///   - frame: just dequeued; its buffer is requeued in `buffers` at once, or when the sample is released.
    ///   - mayKeep: whether the driver can do without the buffer for a while.
    ///   - request: the still that this frame is for, if any: its raw data and depth then come with it.
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

    /// - Parameter bytes: not needed afterwards.
    package func frame(
        _ bytes: UnsafeRawBufferPointer, at time: CMTime, for request: StillRequest?
    ) throws(FrameLoss) -> CameraFrame {
        var frame = CameraFrame(sample: try sample(try unpacker.unpack(bytes), at: time))
        // A compressed frame is some hundred kilobytes: copying it costs nothing next to decoding it.
        // One with a fault is compressed again for a photo, so that the file has none.
        if unpacker.isWholeJPEG { frame.sample.attachWholePicture(Data(bytes)) }
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
