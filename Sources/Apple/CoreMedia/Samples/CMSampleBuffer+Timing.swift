import CoreVideo
import MissingFoundation

extension CMSampleBuffer {
    /// The earliest time of all samples.
    public var presentationTimeStamp: CMTime {
        timings.count == 1
            ? timings[0].presentationTimeStamp : timings.lazy.map(\.presentationTimeStamp).min() ?? .invalid
    }

    /// That of the first sample.
    public var decodeTimeStamp: CMTime { timings.first?.decodeTimeStamp ?? .invalid }

    /// From the earliest time to the end of the latest sample; invalid if no sample has a duration.
    public var duration: CMTime {
        guard let first = timings.first else { return .invalid }
        if timings.count == 1 {
            return numSamples == 1 ? first.duration : CMTimeMultiply(first.duration, multiplier: Int32(numSamples))
        }
        let ends = timings.map { $0.presentationTimeStamp + $0.duration }
        return (ends.max() ?? .invalid) - presentationTimeStamp
    }

    /// When it is shown after editing: the time that was set, otherwise the presentation time.
    public var outputPresentationTimeStamp: CMTime {
        let set = state.withLock { $0.outputPresentationTimeStamp }
        return set.isValid ? set : presentationTimeStamp
    }

    public func setOutputPresentationTimeStamp(_ outputPresentationTimeStamp: CMTime) throws {
        state.withLock { $0.outputPresentationTimeStamp = outputPresentationTimeStamp }
    }

    /// The same as the duration. Linux: samples are not trimmed or stretched.
    public var outputDuration: CMTime { duration }

    /// Linux: samples are not trimmed or stretched.
    public var outputDecodeTimeStamp: CMTime { decodeTimeStamp }

    /// The times of one sample.
    ///
    /// - Throws: `kCMSampleBufferError_SampleIndexOutOfRange`, `kCMSampleBufferError_BufferHasNoSampleTimingInfo`.
    public func sampleTimingInfo(at sampleIndex: CMItemIndex) throws -> CMSampleTimingInfo {
        guard (0..<numSamples).contains(sampleIndex) else {
            throw NSError(coreMedia: kCMSampleBufferError_SampleIndexOutOfRange)
        }
        guard var timing = timings.first else {
            throw NSError(coreMedia: kCMSampleBufferError_BufferHasNoSampleTimingInfo)
        }
        if timings.count > 1 { return timings[sampleIndex] }
        if sampleIndex == 0 { return timing }
        let offset = CMTimeMultiply(timing.duration, multiplier: Int32(sampleIndex))
        timing.presentationTimeStamp = timing.presentationTimeStamp + offset
        timing.decodeTimeStamp = timing.decodeTimeStamp + offset
        return timing
    }

    /// One for all samples, or one for each.
    public func sampleTimingInfos() throws -> [CMSampleTimingInfo] { timings }

    /// The size of one sample in bytes; 0 if unknown.
    public func sampleSize(at sampleIndex: CMItemIndex) -> Int {
        guard (0..<numSamples).contains(sampleIndex), let first = sizes.first else { return 0 }
        return sizes.count > 1 ? sizes[sampleIndex] : first
    }

    /// One for all samples, or one for each.
    public func sampleSizes() throws -> [Int] { sizes }

    /// The size of all samples in bytes.
    public var totalSampleSize: Int {
        sizes.count == 1 ? sizes[0] * numSamples : sizes.reduce(0, +)
    }

    /// `false` after ``invalidate()``.
    public var isValid: Bool { state.withLock { $0.isValid } }

    var isReady: Bool { state.withLock { $0.isReady } }

    /// Marks the samples as no longer usable.
    public func invalidate() throws {
        state.withLock { $0.isValid = false }
    }
}
