import CaptureEngine
import LinuxVideo

/// How a running stream goes on after something went wrong that may pass.
extension V4L2Capture {
    /// How long a running receiver may be without its signal. A source that changes its resolution is dark for a second
    /// or two.
    static let signalDeadline: Int64 = 5_000_000_000
    /// Between two looks for the signal, in milliseconds.
    private static let signalPause = 200
    /// How many times the stream is started again without a frame in between.
    private static let mostRestarts = 3

    /// Whether the stream may go on after `error` if it is started again.
    ///
    /// Source: V4L2 specification, VIDIOC_DQBUF: EIO "can also indicate temporary problems like signal loss", after
    /// which a driver may have stopped.
    ///
    /// - Throws: if the camera is gone.
    func mayRestart(after error: CaptureError) throws(CaptureError) -> Bool {
        guard error.cause as? Errno == .io else { return false }
        guard device.isPresent else { throw failure.disconnected }
        restartsInARow += 1
        return restartsInARow <= Self.mostRestarts
    }

    /// Starts the stream again, with the signal that a receiver has now or soon.
    ///
    /// - Returns: `false` if it was woken to end.
    /// - Throws: if there is no signal within ``signalDeadline``, or if it has another size.
    func startAgain() throws(CaptureError) -> Bool {
        isSourceChanged = false
        stream.buffers.end()
        let end = now + Self.signalDeadline
        while true {
            do throws(CaptureError) {
                stream = try V4L2Stream(device, stream.attempt, others: { [] }, failure)
                deadline = firstFrameDeadline
                return true
            } catch {
                // The signal is missing or not stable.
                guard error.code == .noFrames, now < end else { throw error }
            }
            let readiness = try? device.pause(wake: wake.readEnd, milliseconds: Self.signalPause)
            if readiness?.contains(.woken) == true { return false }
        }
    }
}
