/// Works out when frames were captured and how many were lost, from what the driver reports.
package struct FrameTiming {
    /// In nanoseconds.
    package let frameDuration: Int64
    private var last: (time: Int64, sequence: UInt32)?

    package init(frameDuration: Int64) {
        self.frameDuration = frameDuration
    }

    /// A driver's timestamp that is older than this belongs to another clock.
    private static let plausibleAge: Int64 = 10_000_000_000

    /// A larger gap than this is not reported frame by frame: the counter was reset.
    private static let plausibleGap: UInt32 = 600

    /// The next frame.
    ///
    /// - Parameters:
    ///   - monotonic: the driver's timestamp, if it is on the monotonic clock.
    ///   - sequence: the driver's frame counter; wraps around.
    ///   - now: the monotonic clock.
    /// - Returns: when it was captured, always later than the previous frame; and roughly when the lost frames between
    ///   them were.
    package mutating func next(monotonic: Int64?, sequence: UInt32, now: Int64) -> (time: Int64, lost: [Int64]) {
        var time = captureTime(monotonic: monotonic, now: now)
        guard let last else {
            last = (time, sequence)
            return (time, [])
        }
        time = max(time, last.time + 1)
        let step = sequence &- last.sequence
        let gap = step > 1 && step <= Self.plausibleGap ? Int64(step) : 1
        let lost = (1..<gap).map { last.time + (time - last.time) * $0 / gap }
        self.last = (time, sequence)
        return (time, lost)
    }

    /// When a frame was captured: as the driver says if that can be, otherwise now.
    ///
    /// Some cameras' clocks jump (uvcvideo with `hwtimestamps=1`). A frame does not come from the future, except that
    /// PipeWire may stamp it with the end of the cycle that is running, nor from before the previous one. Taken at its
    /// word, such a clock would press seconds of frames into nanoseconds.
    package func captureTime(monotonic: Int64?, now: Int64) -> Int64 {
        guard let monotonic, monotonic > now - Self.plausibleAge, monotonic <= now + frameDuration,
            monotonic > last?.time ?? .min
        else { return now }
        return monotonic
    }
}
