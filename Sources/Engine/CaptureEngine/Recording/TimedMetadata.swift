import CoreMedia

/// A sample of timed metadata.
package struct TimedMetadata: Sendable {
    /// An index into ``MovieConfiguration/timedMetadata``.
    package var track: Int
    /// Boxed values.
    package var bytes: [UInt8]
    package var time: CMTime
    /// Whether it only ends what came before, and does not apply if something else begins by then.
    package var isGap: Bool

    package init(track: Int, bytes: [UInt8], time: CMTime, isGap: Bool = false) {
        (self.track, self.bytes, self.time, self.isGap) = (track, bytes, time, isGap)
    }
}

/// The timed metadata of a recording that wait until the movie has come to their time. On the recording's thread.
struct WaitingMetadata {
    /// The shortest time that a sample applies.
    private static let step = CMTime(value: 1, timescale: 90_000)

    private var waiting: [TimedMetadata] = []
    /// The movie time at which the newest sample of each track begins.
    private var written: [Int: CMTime] = [:]

    mutating func add(_ sample: TimedMetadata) {
        // Each item ends when the next begins; of two at one time the newer wins.
        if !sample.isGap {
            waiting.removeAll { other in
                other.track == sample.track && (other.isGap ? other.time >= sample.time : other.time == sample.time)
            }
        }
        let place = waiting.firstIndex { $0.time > sample.time } ?? waiting.endIndex
        waiting.insert(sample, at: place)
    }

    /// The sample that applies when the movie begins; `nil` if a track has none yet.
    ///
    /// - Parameters:
    ///   - start: when the first frame was captured.
    ///   - movieTime: where it is in the movie.
    mutating func first(ofTrack track: Int, at start: CMTime, movieTime: CMTime) -> TimedMetadata? {
        let earlier = waiting.filter { $0.track == track && $0.time <= start }
        waiting.removeAll { $0.track == track && $0.time <= start }
        written[track] = movieTime
        return earlier.last
    }

    /// The items that are due, with rising movie times. A late item applies from the last written time on.
    ///
    /// - Parameters:
    ///   - end: how far the movie is, on the samples' clock.
    ///   - movieTime: where a time on the samples' clock is in the movie.
    mutating func take(before end: CMTime, _ movieTime: (CMTime) -> CMTime) -> [TimedMetadata] {
        let due = waiting.filter { $0.time < end }
        waiting.removeAll { $0.time < end }
        var taken: [TimedMetadata] = []
        for var sample in due {
            guard let last = written[sample.track] else { continue }
            sample.time = movieTime(sample.time)
            if let other = taken.lastIndex(where: { $0.track == sample.track }), taken[other].time >= sample.time {
                // All of a pause have one time: the newest counts.
                sample.time = taken.remove(at: other).time
            } else if sample.time <= last {
                sample.time = last + Self.step
            }
            written[sample.track] = sample.time
            taken.append(sample)
        }
        return taken
    }
}
