import CoreMedia
import Foundation
import Locking
import MissingFoundation
import MovieCoding

/// Appends groups of metadata items to an input. Source: Apple, AVAssetWriterInputMetadataAdaptor.
open class AVAssetWriterInputMetadataAdaptor: NSObject, @unchecked Sendable {  // a Mutex
    /// Where the last group ends, if it says so.
    private let end = Mutex(CMTime.invalid)

    /// The input that the groups are appended to.
    public let assetWriterInput: AVAssetWriterInput

    /// - Parameter input: for metadata, with a `sourceFormatHint`; writing must not have started.
    public init(assetWriterInput input: AVAssetWriterInput) {
        let method = "*** -[AVAssetWriterInputMetadataAdaptor initWithAssetWriterInput:]"
        if input.mediaType != .metadata {
            raiseException("\(method) The input's media type must be AVMediaTypeMetadata")
        }
        if input.sourceFormatHint?.boxedMetadataKeys.isEmpty != false {
            raiseException("\(method) The input must have a source format hint of boxed metadata")
        }
        input.state.withLock { $0.writer }?.requireStatus(.unknown, method)
        assetWriterInput = input
    }

    /// Appends a group. It applies in its time range; without a duration, until the next group begins.
    ///
    /// An item whose identifier, data type and language are not in the input's format, and one whose value is not of its
    /// data type, are a programmer's mistake.
    ///
    /// - Returns: `false` when the writer has failed, or does not write anymore.
    @discardableResult
    open func append(_ timedMetadataGroup: AVTimedMetadataGroup) -> Bool {
        let method = "*** -[AVAssetWriterInputMetadataAdaptor appendTimedMetadataGroup:]"
        guard let format = assetWriterInput.sourceFormatHint else { return false }
        let range = timedMetadataGroup.timeRange
        guard range.start.isNumeric else { raiseException("\(method) The group must have a time") }
        let keys = format.boxedMetadataKeys
        let values: [(number: UInt32, bytes: [UInt8])]
        do throws(MetadataCoding.Mistake) {
            values = try MetadataCoding.values(of: timedMetadataGroup.items, in: keys)
        } catch {
            raiseException("\(method) \(error.words("source format hint"))")
        }
        let gap = end.withLock { end in
            defer { end = range.duration.isNumeric ? range.end : .invalid }
            return end.isNumeric && end < range.start ? CMTimeRange(start: end, end: range.start) : nil
        }
        // A sample lasts until the next one.
        guard let group = makeSample(values, range, format) else { return false }
        let filler = gap.flatMap { makeSample([], $0, format) }
        return assetWriterInput.append(group, after: filler, method, "A group")
    }

    private func makeSample(
        _ values: [(number: UInt32, bytes: [UInt8])], _ range: CMTimeRange, _ format: CMFormatDescription
    ) -> CMSampleBuffer? {
        let bytes = BoxedMetadata.sample(values)
        let block = bytes.withUnsafeBytes { CMBlockBuffer(copying: $0) }
        let timing = CMSampleTimingInfo(
            duration: range.duration, presentationTimeStamp: range.start, decodeTimeStamp: .invalid)
        return try? CMSampleBuffer(
            dataBuffer: block, formatDescription: format, numSamples: 1, sampleTimings: [timing],
            sampleSizes: [bytes.count])
    }
}
