import CoreMedia

/// The most recent frames of one size, and which of them are lent: the value behind ``RecentFrames``.
struct StillRing {
    /// How many frames are kept.
    var depth: Int
    private(set) var frames: [CMSampleBuffer] = []
    /// How many loans hold each frame.
    private var lent: [ObjectIdentifier: Int] = [:]

    init(depth: Int) {
        self.depth = depth
    }

    /// Whether it has not been full since the camera started.
    private(set) var isFresh = true

    /// How many frames loans hold.
    var lentCount: Int { lent.count }

    /// Frames of an earlier format are of no use anymore.
    mutating func append(_ sample: CMSampleBuffer) {
        if let newest = frames.last, !newest.hasFormat(of: sample) { frames = [] }
        frames.append(sample)
        trim()
    }

    mutating func trim() {
        if frames.count >= depth { isFresh = false }
        if frames.count > depth { frames.removeFirst(frames.count - depth) }
    }

    mutating func removeAll() {
        frames = []
        isFresh = true
    }

    /// Whether no later frame can be nearer: one came after `time`, or the newest is at most half a frame older.
    func isSettled(at time: CMTime) -> Bool {
        guard let newest = frames.last else { return false }
        let age = CMTimeSubtract(time, newest.presentationTimeStamp)
        return CMTimeMultiply(age, multiplier: 2) <= newest.duration
    }

    /// Whether a frame is not one of the two around `time`.
    func isLate(_ index: Int, for time: CMTime) -> Bool {
        let lateness = CMTimeSubtract(frames[index].presentationTimeStamp, time)
        return CMTimeCompare(lateness, frames[index].duration) > 0
    }

    /// The first frame whose exposure began after `time`.
    func first(after time: CMTime) -> Int? {
        frames.firstIndex { $0.presentationTimeStamp >= time }
    }

    func nearest(to time: CMTime) -> Int? {
        frames.indices.min {
            CMTimeAbsoluteValue(CMTimeSubtract(frames[$0].presentationTimeStamp, time))
                < CMTimeAbsoluteValue(CMTimeSubtract(frames[$1].presentationTimeStamp, time))
        }
    }

    /// Up to `count` frames around one: first those before it, because they are already there.
    func neighbors(of index: Int, count: Int) -> Range<Int> {
        let lower = max(frames.startIndex, index - count + 1)
        return lower..<min(frames.endIndex, lower + count)
    }

    /// Lends a frame and as many of its neighbors as the limits allow, nearest first.
    ///
    /// - Parameters:
    ///   - limit: how many frames may be lent at a time.
    ///   - mergeLimit: the same for neighbors, so that there is room for the frames of further photos.
    /// - Returns: the frames ordered by time; `nil` if there is no room for the frame itself.
    mutating func lend(
        _ index: Int, with range: Range<Int>, limit: Int, mergeLimit: Int
    ) -> (frames: [CMSampleBuffer], reference: Int)? {
        guard canLend(index, limit) else { return nil }
        var chosen = index..<index + 1
        lend(index)
        for neighbor in range.sorted(by: { abs($0 - index) < abs($1 - index) }) where neighbor != index {
            guard canLend(neighbor, mergeLimit) else { continue }
            // A further one only if it adjoins a nearer one: merged frames are consecutive.
            guard neighbor == chosen.lowerBound - 1 || neighbor == chosen.upperBound else { continue }
            lend(neighbor)
            chosen = min(chosen.lowerBound, neighbor)..<max(chosen.upperBound, neighbor + 1)
        }
        return (Array(frames[chosen]), index - chosen.lowerBound)
    }

    private func canLend(_ index: Int, _ limit: Int) -> Bool {
        lent[ObjectIdentifier(frames[index])] != nil || lent.count < limit
    }

    private mutating func lend(_ index: Int) { lent[ObjectIdentifier(frames[index]), default: 0] += 1 }

    mutating func takeBack(_ frames: [CMSampleBuffer]) {
        for frame in frames {
            let key = ObjectIdentifier(frame)
            let count = (lent[key] ?? 0) - 1
            lent[key] = count > 0 ? count : nil
        }
    }
}

extension CMSampleBuffer {
    fileprivate func hasFormat(of other: CMSampleBuffer) -> Bool {
        guard let one = formatDescription, let two = other.formatDescription else { return false }
        return one === two
            || (one.mediaSubType == two.mediaSubType && one.dimensions.width == two.dimensions.width
                && one.dimensions.height == two.dimensions.height)
    }
}
