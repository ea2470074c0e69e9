import CaptureEngine
import LinuxVideo

/// Makes sample buffers out of a camera's frames, and sees to it that the driver gets its buffers back.
///
/// Used by one thread.
final class FrameSamples {
    private let unpacker: FrameUnpacker
    private let frameDuration: CMTime
    /// The same for all frames of a run.
    private var description: CMFormatDescription?

    init(format: VideoFormat, encoding: V4L2Encoding, frameDuration: CMTime) throws {
        unpacker = try FrameUnpacker(format: format, encoding: encoding)
        self.frameDuration = frameDuration
    }

    /// - Parameters:
    ///   - frame: just dequeued; its buffer goes back to `buffers` at once, or when nobody needs the sample any more.
    ///   - mayKeep: whether the driver can do without the buffer for a while.
    func sample(
        _ frame: VideoStream.Frame, at time: CMTime, from buffers: DriverBuffers, mayKeep: Bool
    ) throws(FrameLoss) -> CMSampleBuffer {
        guard unpacker.canWrap, mayKeep, !frame.isDamaged else {
            defer { buffers.giveBack(frame.buffer) }
            if frame.isDamaged { throw .damaged }
            return try sample(try unpacker.unpack(frame.bytes), at: time)
        }
        let picture: CVPixelBuffer
        do {
            picture = try unpacker.wrap(frame) { buffers.giveBack(frame.buffer) }
        } catch {
            buffers.giveBack(frame.buffer)
            throw error
        }
        return try sample(picture, at: time)
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
