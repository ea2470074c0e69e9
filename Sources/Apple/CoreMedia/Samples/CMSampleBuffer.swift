import CoreVideo
import Locking
import MissingFoundation

/// One or more samples of one medium: a frame, or a block of sound or of compressed data, with their times and format.
/// Source: Apple, CMSampleBuffer.
///
/// Any thread may hold it. Its contents never change, but for data that come later; attachments, the output time and validity
/// can.
public final class CMSampleBuffer: Sendable {
    /// What brings data later. Programs have it called on whatever thread asks for the data.
    struct DataSource: @unchecked Sendable {
        let makeReady: CMSampleBufferMakeDataReadyHandler
    }

    struct State {
        var attachments = CVAttachments()
        var sampleAttachments: SampleAttachments?
        var outputPresentationTimeStamp = CMTime.invalid
        var isValid = true
        var isReady: Bool
        /// For a buffer that was made without data.
        var lateData: CMBlockBuffer?
        /// Brings the data that are not there yet.
        var dataSource: DataSource?
        var sourceFacts: (any Sendable)?
    }

    /// The picture, for a frame.
    public let imageBuffer: CVImageBuffer?
    /// The bytes, for anything but a frame.
    public var dataBuffer: CMBlockBuffer? { givenData ?? state.withLock { $0.lateData } }
    private let givenData: CMBlockBuffer?
    /// The format of the samples.
    public let formatDescription: CMFormatDescription?
    /// How many samples there are: 1 for a frame, the number of frames of all channels for linear PCM.
    public let numSamples: CMItemCount
    /// One for all samples, which are then consecutive, or one for each.
    let timings: [CMSampleTimingInfo]
    /// One for all samples, or one for each; empty if unknown.
    let sizes: [Int]
    let state: Mutex<State>

    init(
        imageBuffer: CVImageBuffer? = nil, dataBuffer: CMBlockBuffer? = nil, formatDescription: CMFormatDescription?,
        numSamples: Int, timings: [CMSampleTimingInfo], sizes: [Int] = [], isReady: Bool = true
    ) {
        self.imageBuffer = imageBuffer
        givenData = dataBuffer
        self.formatDescription = formatDescription
        self.numSamples = numSamples
        self.timings = timings
        self.sizes = sizes
        state = Mutex(State(isReady: isReady))
    }
}

extension CMSampleBuffer: Hashable {
    /// Two buffers are equal if they are the same object.
    public static func == (left: CMSampleBuffer, right: CMSampleBuffer) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

extension CMSampleBuffer {
    /// A frame.
    ///
    /// - Throws: `kCMSampleBufferError_InvalidMediaFormat` if the description does not match the frame.
    public convenience init(
        imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription, sampleTiming: CMSampleTimingInfo
    ) throws {
        guard formatDescription.mediaType == .video,
            formatDescription.mediaSubType.rawValue == CVPixelBufferGetPixelFormatType(imageBuffer),
            formatDescription.dimensions.width == imageBuffer.dimensions.width,
            formatDescription.dimensions.height == imageBuffer.dimensions.height
        else { throw NSError(coreMedia: kCMSampleBufferError_InvalidMediaFormat) }
        self.init(
            imageBuffer: imageBuffer, formatDescription: formatDescription, numSamples: 1, timings: [sampleTiming])
    }

    /// A buffer of bytes.
    ///
    /// - `sampleTimings`: none, one for all samples, or one for each.
    /// - `sampleSizes`: none, one for all samples, or one for each.
    public convenience init(
        dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription?, numSamples: CMItemCount,
        sampleTimings: [CMSampleTimingInfo], sampleSizes: [Int]
    ) throws {
        let counts = [0, 1, numSamples]
        guard numSamples >= 0, counts.contains(sampleTimings.count), counts.contains(sampleSizes.count) else {
            throw NSError(coreMedia: kCMSampleBufferError_ArrayTooSmall)
        }
        self.init(
            dataBuffer: dataBuffer, formatDescription: formatDescription, numSamples: numSamples,
            timings: sampleTimings, sizes: sampleSizes)
    }

    /// Interleaved linear PCM: `dataBuffer` holds `numSamples` frames, starting at `presentationTimeStamp`.
    package static func sound(
        _ dataBuffer: CMBlockBuffer, format: CMAudioFormatDescription, numSamples: Int, presentationTimeStamp: CMTime
    ) -> CMSampleBuffer {
        let sound = format.audioStreamBasicDescription ?? AudioStreamBasicDescription()
        let duration = CMTime(value: 1, timescale: CMTimeScale(max(sound.mSampleRate, 1)))
        let timing = CMSampleTimingInfo(
            duration: duration, presentationTimeStamp: presentationTimeStamp, decodeTimeStamp: .invalid)
        return CMSampleBuffer(
            dataBuffer: dataBuffer, formatDescription: format, numSamples: numSamples, timings: [timing],
            sizes: [Int(sound.mBytesPerFrame)])
    }

    /// A frame whose description is known to match.
    package static func frame(
        _ imageBuffer: CVImageBuffer, format: CMVideoFormatDescription, presentationTimeStamp: CMTime,
        duration: CMTime = .invalid
    ) -> CMSampleBuffer {
        CMSampleBuffer(
            imageBuffer: imageBuffer, formatDescription: format, numSamples: 1,
            timings: [
                CMSampleTimingInfo(
                    duration: duration, presentationTimeStamp: presentationTimeStamp, decodeTimeStamp: .invalid)
            ])
    }

    /// A copy with the same samples.
    public convenience init(copying original: CMSampleBuffer) throws {
        try self.init(copying: original, withNewTiming: original.timings)
    }

    /// A copy with the same samples at other times.
    public convenience init(copying original: CMSampleBuffer, withNewTiming timings: [CMSampleTimingInfo]) throws {
        guard [0, 1, original.numSamples].contains(timings.count) else {
            throw NSError(coreMedia: kCMSampleBufferError_ArrayTooSmall)
        }
        self.init(
            imageBuffer: original.imageBuffer, dataBuffer: original.dataBuffer,
            formatDescription: original.formatDescription, numSamples: original.numSamples, timings: timings,
            sizes: original.sizes, isReady: original.isReady)
        CMPropagateAttachments(original, destination: self)
    }
}

extension CMSampleBuffer {
    /// What the source tells consumers about the samples. It is copied like an attachment that propagates, but programs
    /// do not see it.
    package var sourceFacts: (any Sendable)? {
        get { state.withLock { $0.sourceFacts } }
        set { state.withLock { $0.sourceFacts = newValue } }
    }
}

extension CMSampleBuffer: AttachmentBearing {
    package var storedAttachments: CVAttachments { state.withLock { $0.attachments } }

    package func changeAttachments(_ body: (inout CVAttachments) -> Void) {
        state.withLock { body(&$0.attachments) }
    }
}
