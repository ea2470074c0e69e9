/// A number of items. Source: Apple, CMItemCount.
public typealias CMItemCount = Int
/// The position of an item. Source: Apple, CMItemIndex.
public typealias CMItemIndex = Int

/// When a sample is shown, for how long, and when it is decoded. Source: Apple, CMSampleTimingInfo.
public struct CMSampleTimingInfo: Sendable {
    /// How long one sample lasts. Source: Apple, CMSampleTimingInfo.duration.
    public var duration: CMTime
    /// When it is shown or heard. Source: Apple, CMSampleTimingInfo.presentationTimeStamp.
    public var presentationTimeStamp: CMTime
    /// Invalid when samples are decoded in the order in which they are shown. Source: Apple,
    /// CMSampleTimingInfo.decodeTimeStamp.
    public var decodeTimeStamp: CMTime

    /// All invalid. Source: Apple, CMSampleTimingInfo.init().
    public init() {
        self.init(duration: .invalid, presentationTimeStamp: .invalid, decodeTimeStamp: .invalid)
    }

    /// Source: Apple, CMSampleTimingInfo.init(duration:presentationTimeStamp:decodeTimeStamp:).
    public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
        self.duration = duration
        self.presentationTimeStamp = presentationTimeStamp
        self.decodeTimeStamp = decodeTimeStamp
    }

    /// Source: Apple, CMSampleTimingInfo.invalid.
    public static let invalid = CMSampleTimingInfo()
}
