import CaptureEngine
import DriverFrames
import LinuxVideo

extension FrameSamples {
    /// Makes a sample of a frame, and ensures that the driver gets its buffer back.
    ///
    /// - Parameters:
    ///   - frame: just dequeued; its buffer is requeued in `buffers` at once, or when the sample is released.
    ///   - mayKeep: whether the driver can do without the buffer for a while.
    ///   - request: the still that this frame is for, if any: its raw data and depth then come with it.
    ///   - wantsDepth: whether its depth is wanted in any case.
    func frame(
        _ frame: VideoStream.Frame, at time: CMTime, from buffers: DriverBuffers, mayKeep: Bool,
        for request: StillRequest?, wantsDepth: Bool = false
    ) throws(FrameLoss) -> CameraFrame {
        guard canWrap, mayKeep, !frame.isDamaged else {
            defer { buffers.giveBack(frame.buffer) }
            if frame.isDamaged { throw .damaged }
            return try self.frame(frame.areas, at: time, for: request, wantsDepth: wantsDepth)
        }
        return try self.frame(wrapping: frame, at: time) { buffers.giveBack(frame.buffer) }
    }
}
