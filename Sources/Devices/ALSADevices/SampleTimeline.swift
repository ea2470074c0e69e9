/// Gives each block of sound the time at which its first frame was captured.
///
/// A device reports this time with every block, but with jitter: it is only as exact as the moment at which the driver
/// or the sound server counted. And a device's seconds are its own: 48,000 of its frames take a little more or less
/// than a second of the monotonic clock. So the reported times steer a second-order delay-locked loop, which follows
/// the drift within seconds and passes on less than a tenth of a millisecond of the jitter.
///
/// Source: Fons Adriaensen, "Using a DLL to filter time" (Linux Audio Conference 2005), with a bandwidth that starts
/// wide, as an average over the blocks so far, and narrows to `narrowBandwidth`.
package struct SampleTimeline {
    /// The time of a block, and what to do with it.
    package struct Stamp: Equatable {
        /// Nanoseconds on the monotonic clock.
        package var time: Int64
        /// The reported time does not match the frames: sound is missing before this block (without any report), and
        /// the timeline restarts with it.
        package var isDiscontinuous: Bool
        /// How far the PCM is ahead of time, in nanoseconds, up to a tenth of a second. A PCM that reads a file
        /// delivers as fast as it is read, so the reader should pause that long.
        package var surplus: Int64
        /// An earlier block already had this time, because the timeline began too late: skip this one.
        package var isTaken: Bool
    }

    /// How far a reported time may be from the expected one before it is more than jitter: 60 ms. That is above the
    /// scheduling delays seen on a busy machine (40 ms), and below what the ear hears as two sounds.
    package static let tolerance = 60_000_000.0
    /// In hertz. A lower value filters more and follows a change of drift more slowly.
    private static let narrowBandwidth = 0.1
    /// Sound cards are within 0.02 % of their rate; a deviation beyond 1 % is not drift.
    private static let greatestDrift = 0.01
    private static let longestPause: Int64 = 100_000_000
    /// A PCM without a clock is in time again after one pause. A device that is still early after two pauses has begun
    /// with a burst of sound that was older than it reported, as sound servers do on a busy machine. Then the timeline
    /// is wrong, not the device.
    private static let earlyBlockLimit = 2

    private let nominal: Double
    /// The filtered length of one frame in nanoseconds.
    private var frameDuration: Double
    /// When the next block is expected, relative to `origin`; a `Double` of absolute nanoseconds would be too coarse.
    private var expected = 0.0
    private var origin: Int64?
    private var blocks = 0.0
    private var earlyBlocks = 0
    /// The end of the time that has been given out.
    private var end: Int64?

    /// - Parameter framesPerSecond: the rate that the device claims.
    package init(framesPerSecond: Int) {
        nominal = 1_000_000_000 / Double(framesPerSecond)
        frameDuration = nominal
    }

    /// The device's real rate, measured by the monotonic clock.
    package var framesPerSecond: Double { 1_000_000_000 / frameDuration }

    /// Forgets the position (frames were lost), but keeps the rate.
    package mutating func restart() {
        origin = nil
    }

    /// - Parameters:
    ///   - frames: how many frames the block has.
    ///   - told: when its first frame was captured, as reported by the device, in nanoseconds on the monotonic clock.
    package mutating func stamp(frames: Int, told: Int64) -> Stamp {
        guard let origin else { return begin(at: told, frames: frames) }
        let error = Double(told - origin) - expected
        if error > Self.tolerance { return begin(at: told, frames: frames, isDiscontinuous: true) }
        if error < -Self.tolerance {
            earlyBlocks += 1
            if earlyBlocks > Self.earlyBlockLimit { return begin(at: told, frames: frames, isDiscontinuous: true) }
            let time = origin + Int64(expected.rounded())
            expected += Double(frames) * frameDuration
            return give(time, frames: frames, surplus: min(Int64(-error), Self.longestPause))
        }
        earlyBlocks = 0
        let corrected = follow(error, frames: frames)
        return give(origin + Int64(corrected.rounded()), frames: frames)
    }

    private mutating func begin(at told: Int64, frames: Int, isDiscontinuous: Bool = false) -> Stamp {
        origin = told
        blocks = 1
        earlyBlocks = 0
        expected = Double(frames) * frameDuration
        return give(told, frames: frames, isDiscontinuous: isDiscontinuous)
    }

    private mutating func give(
        _ time: Int64, frames: Int, isDiscontinuous: Bool = false, surplus: Int64 = 0
    ) -> Stamp {
        let duration = Int64(Double(frames) * nominal)
        // The loop itself goes back by at most half a block.
        let isTaken = end.map { time < $0 - duration / 2 - 1_000 } ?? false
        if !isTaken { end = time + duration }
        return Stamp(time: time, isDiscontinuous: isDiscontinuous, surplus: surplus, isTaken: isTaken)
    }

    /// One step of the loop.
    ///
    /// - Returns: the filtered start of the block, relative to `origin`.
    private mutating func follow(_ error: Double, frames: Int) -> Double {
        blocks += 1
        let blockSeconds = Double(frames) * nominal / 1_000_000_000
        let omega = 2 * Double.pi * Self.narrowBandwidth * blockSeconds
        // At first, the plain average of the reports so far, which is the quickest unbiased estimate.
        let isSettled = 1 / blocks < omega * 2.0.squareRoot()
        let offsetGain = isSettled ? omega * 2.0.squareRoot() : 1 / blocks
        // Time only goes forward, however wrong the reports are.
        let start = expected + max(offsetGain * error, Double(frames) * frameDuration / -2)
        if isSettled {
            let drifted = frameDuration + omega * omega * error / Double(frames)
            let range = nominal * (1 - Self.greatestDrift)...nominal * (1 + Self.greatestDrift)
            frameDuration = min(max(drifted, range.lowerBound), range.upperBound)
        }
        expected = start + Double(frames) * frameDuration
        return start
    }
}
