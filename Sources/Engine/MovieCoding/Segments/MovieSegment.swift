import CoreMedia
import Foundation

/// A piece of a fragmented MPEG-4 movie, to be stored or sent by itself.
package struct MovieSegment: Sendable {
    /// What a track has in a segment.
    package struct Track: Sendable {
        /// Counts from 1.
        package var id: Int
        package var isVideo: Bool
        /// When the first sample is shown, on the samples' clock.
        package var start: CMTime
        package var duration: CMTime
        package var firstSample: Sample
    }

    package struct Sample: Sendable {
        package var time: CMTime
        /// Where it is in the segment's bytes.
        package var bytes: Range<Int>
        package var isKey: Bool
    }

    package var data: Data
    /// Those that have samples in it; none in the head of the movie, which comes first and is needed to play the others.
    package var tracks: [Track]

    package var isHead: Bool { tracks.isEmpty }
}

/// How a movie is cut into segments, and who gets them.
package struct MovieSegmentation: Sendable {
    /// How long a segment is at least; `nil` to cut on request only.
    package var interval: CMTime?
    /// Where the first interval begins, on the samples' clock; `nil` for the start of the session.
    package var start: CMTime?
    /// The brands that a reader must know, the first one in front.
    package var brands: [String]
    /// The number of the first fragment.
    package var firstNumber: UInt32
    /// Called on the writing thread, with the head first.
    package var deliver: @Sendable (MovieSegment) -> Void

    package init(
        interval: CMTime?, start: CMTime?, brands: [String], firstNumber: UInt32,
        deliver: @escaping @Sendable (MovieSegment) -> Void
    ) {
        self.interval = interval
        self.start = start
        self.brands = brands
        self.firstNumber = firstNumber
        self.deliver = deliver
    }
}

/// Where segments begin: at the first key frame at or after each end of an interval, or after a request.
///
/// The encoder asks one of these which frames must be key frames, and the container another which key frames begin a
/// segment, so that both decide alike.
struct SegmentBoundaries {
    private let interval: Double
    /// In seconds on the samples' clock.
    private var next: Double
    /// For each request, the time of the last sample before it.
    private var requests: [Double] = []
    /// Times are rounded to the units of their tracks.
    private static let tolerance = 0.001

    init(_ segmentation: MovieSegmentation, sessionStart: CMTime) {
        interval = segmentation.interval?.seconds ?? .infinity
        next = (segmentation.start ?? sessionStart).seconds + interval
        passIntervals(until: sessionStart.seconds)
    }

    /// Asks for a segment that begins with the first sample after a time.
    mutating func request(after time: Double) { requests.append(time) }

    /// Whether a segment begins at a sample of the leading track, which must be a key frame for that; after `true`, it has
    /// begun.
    ///
    /// - Parameters:
    ///   - time: when the sample is shown, in seconds.
    ///   - canBegin: whether decoding can begin there.
    mutating func isReached(at time: Double, canBegin: Bool = true) -> Bool {
        let isRequested = requests.contains { time > $0 + Self.tolerance }
        guard canBegin, isRequested || time >= next - Self.tolerance else { return false }
        requests.removeAll { time > $0 + Self.tolerance }
        passIntervals(until: time)
        return true
    }

    private mutating func passIntervals(until time: Double) {
        let late = time + Self.tolerance - next
        if late >= 0 { next += ((late / interval).rounded(.down) + 1) * interval }
    }

    /// Whether a sample of another track is so late that the leading one must have stopped.
    func isOverdue(at time: Double) -> Bool { time >= next + interval }
}
