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
    private var waiting: [TimedMetadata] = []
    /// Where the newest sample of each track begins.
    private var written: [Int: CMTime] = [:]

    mutating func add(_ sample: TimedMetadata) {
        // What begins ends what came before, and needs no other end; of two with one time the newer one counts.
        if !sample.isGap {
            waiting.removeAll { other in
                other.track == sample.track && (other.isGap ? other.time >= sample.time : other.time == sample.time)
            }
        }
        let place = waiting.firstIndex { $0.time > sample.time } ?? waiting.endIndex
        waiting.insert(sample, at: place)
    }

    /// The sample that applies when the movie begins; `nil` if a track has none yet.
    mutating func first(ofTrack track: Int, at start: CMTime) -> TimedMetadata? {
        let earlier = waiting.filter { $0.track == track && $0.time <= start }
        waiting.removeAll { $0.track == track && $0.time <= start }
        written[track] = start
        return earlier.last
    }

    /// Those whose time has come, with rising times.
    ///
    /// - Parameter end: how far the movie is.
    mutating func take(before end: CMTime) -> [TimedMetadata] {
        let due = waiting.filter { $0.time < end }
        waiting.removeAll { $0.time < end }
        return due.filter { sample in
            // One that came too late would change what is written.
            guard written[sample.track].map({ sample.time > $0 }) ?? false else { return false }
            written[sample.track] = sample.time
            return true
        }
    }
}
