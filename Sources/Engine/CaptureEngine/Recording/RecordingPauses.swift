import CoreMedia

/// A recording's pauses: frames and sound of a pause are left out, and later ones move up.
struct RecordingPauses {
    /// On the samples' clock; the last pause may still be in progress.
    private var pauses: [(start: CMTime, end: CMTime?)] = []

    var isPaused: Bool { pauses.last.map { $0.end == nil } ?? false }

    /// - Returns: `false` if it was already paused.
    @discardableResult
    mutating func begin(at time: CMTime) -> Bool {
        guard !isPaused else { return false }
        pauses.append((pauses.last?.end.map { CMTimeMaximum($0, time) } ?? time, nil))
        return true
    }

    /// - Returns: `false` if it was not paused.
    @discardableResult
    mutating func end(at time: CMTime) -> Bool {
        guard isPaused, let last = pauses.popLast() else { return false }
        pauses.append((last.start, CMTimeMaximum(last.start, time)))
        return true
    }

    func isPaused(at time: CMTime) -> Bool {
        pauses.contains { pause in time >= pause.start && pause.end.map { time < $0 } ?? true }
    }

    /// A time in the movie, where the pauses are left out.
    func movieTime(_ time: CMTime) -> CMTime {
        pauses.reduce(time) { result, pause in
            guard time > pause.start else { return result }
            return result - (CMTimeMinimum(time, pause.end ?? time) - pause.start)
        }
    }

    /// The latest time on the samples' clock for a movie time.
    func time(ofMovie movieTime: CMTime) -> CMTime {
        pauses.reduce(movieTime) { result, pause in
            guard let end = pause.end, result >= pause.start else { return result }
            return result + (end - pause.start)
        }
    }

    /// The parts of a frame or a block of sound that belong in the movie, with movie times.
    func recorded(_ sample: CMSampleBuffer) -> [CMSampleBuffer] {
        guard !pauses.isEmpty else { return [sample] }
        let start = sample.presentationTimeStamp
        guard sample.imageBuffer == nil else {
            return isPaused(at: start) ? [] : [sample.moved(to: movieTime(start))].compactMap { $0 }
        }
        return recordedParts(from: start, to: start + sample.duration).compactMap { part in
            sample.sound(from: part.start, to: part.end)?.moved(to: movieTime(part.start))
        }
    }

    private func recordedParts(from start: CMTime, to end: CMTime) -> [(start: CMTime, end: CMTime)] {
        var parts: [(start: CMTime, end: CMTime)] = []
        var position = start
        for pause in pauses where position < end {
            if pause.start > position { parts.append((position, CMTimeMinimum(pause.start, end))) }
            position = CMTimeMaximum(position, pause.end ?? end)
        }
        if position < end { parts.append((position, end)) }
        return parts
    }
}

extension CMSampleBuffer {
    fileprivate func moved(to time: CMTime) -> CMSampleBuffer? {
        guard time != presentationTimeStamp, var timing = try? sampleTimingInfo(at: 0) else { return self }
        timing.presentationTimeStamp = time
        return try? CMSampleBuffer(copying: self, withNewTiming: [timing])
    }

    /// A part of a block of linear PCM, to the nearest sample, without copying; `nil` if nothing is left.
    fileprivate func sound(from start: CMTime, to end: CMTime) -> CMSampleBuffer? {
        guard let dataBuffer, let formatDescription, numSamples > 0,
            let sound = formatDescription.audioStreamBasicDescription
        else { return nil }
        func index(_ time: CMTime) -> Int {
            let position = ((time - presentationTimeStamp).seconds * sound.mSampleRate).rounded()
            return Int(min(max(0, position), Double(numSamples)))
        }
        let (first, last) = (index(start), index(end))
        guard first < last else { return nil }
        if first == 0, last == numSamples { return self }
        let bytes = Int(sound.mBytesPerFrame)
        var part: CMBlockBuffer?
        CMBlockBufferCreateWithBufferReference(
            allocator: nil, referenceBuffer: dataBuffer, offsetToData: first * bytes,
            dataLength: (last - first) * bytes,
            flags: 0, blockBufferOut: &part)
        return part.map {
            .sound($0, format: formatDescription, numSamples: last - first, presentationTimeStamp: start)
        }
    }
}
