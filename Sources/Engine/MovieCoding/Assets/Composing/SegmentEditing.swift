import CoreMedia

/// The segments of a track, edited. They follow each other without gaps, from 0 on.
extension [MediaSegment] {
    package var end: CMTime { last?.targetRange.end ?? .zero }

    /// What of the segments is in a range, moved so that it begins at `start`.
    package func cut(_ range: CMTimeRange, to start: CMTime) -> [MediaSegment] {
        compactMap { segment in
            let part = range.intersection(segment.targetRange)
            guard part.isValid, part.duration > .zero else { return nil }
            return segment.part(part, at: part.start - range.start + start)
        }
    }

    /// Puts segments in; what is later moves back.
    ///
    /// - Parameter inserted: from `time` on.
    package mutating func insert(_ inserted: [MediaSegment], at time: CMTime, length: CMTime) {
        guard length > .zero else { return }
        fill(upTo: time)
        split(at: time)
        let place = firstIndex { $0.targetRange.start >= time } ?? count
        for index in place..<count { self[index].targetRange.start += length }
        var whole: [MediaSegment] = []
        for segment in inserted {
            let last = whole.last?.targetRange.end ?? time
            if segment.targetRange.start > last { whole.append(.empty(last, segment.targetRange.start)) }
            whole.append(segment)
        }
        let last = whole.last?.targetRange.end ?? time
        if last < time + length { whole.append(.empty(last, time + length)) }
        insert(contentsOf: whole, at: place)
    }

    /// Takes a range out; what is later moves forward.
    package mutating func remove(_ range: CMTimeRange) {
        split(at: range.start)
        split(at: range.end)
        let removed = range.intersection(CMTimeRange(start: .zero, end: end)).duration
        removeAll { $0.targetRange.start >= range.start && $0.targetRange.end <= range.end }
        for index in indices where self[index].targetRange.start >= range.end {
            self[index].targetRange.start -= removed
        }
    }

    /// Makes a range longer or shorter; what is later moves.
    package mutating func scale(_ range: CMTimeRange, to length: CMTime) {
        split(at: range.start)
        split(at: range.end)
        let target = CMTimeRange(start: range.start, duration: length)
        let difference = length - range.duration
        for index in indices {
            if self[index].targetRange.start >= range.end {
                self[index].targetRange.start += difference
            } else if self[index].targetRange.start >= range.start {
                let old = self[index].targetRange
                self[index].targetRange = CMTimeRange(
                    start: old.start.mapped(from: range, to: target), end: old.end.mapped(from: range, to: target))
            }
        }
    }

    private mutating func fill(upTo time: CMTime) {
        if end < time { append(.empty(end, time)) }
    }

    private mutating func split(at time: CMTime) {
        let found = firstIndex { $0.targetRange.start < time && time < $0.targetRange.end }
        guard let index = found else { return }
        let segment = self[index]
        let first = CMTimeRange(start: segment.targetRange.start, end: time)
        let second = CMTimeRange(start: time, end: segment.targetRange.end)
        replaceSubrange(
            index...index, with: [segment.part(first, at: first.start), segment.part(second, at: second.start)])
    }
}

extension MediaSegment {
    package static func empty(_ start: CMTime, _ end: CMTime) -> MediaSegment {
        MediaSegment(nil, .invalid, at: CMTimeRange(start: start, end: end))
    }

    /// A part of it, somewhere else.
    fileprivate func part(_ range: CMTimeRange, at start: CMTime) -> MediaSegment {
        let target = CMTimeRange(start: start, duration: range.duration)
        guard source != nil else { return MediaSegment(nil, .invalid, at: target) }
        let from = CMTimeRange(
            start: range.start.mapped(from: targetRange, to: sourceRange),
            end: range.end.mapped(from: targetRange, to: sourceRange))
        return MediaSegment(source, from, at: target)
    }
}
