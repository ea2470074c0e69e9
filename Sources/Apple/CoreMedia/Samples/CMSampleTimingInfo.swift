/// A number of items. Source: Apple, CMItemCount.
public typealias CMItemCount = Int
/// The position of an item. Source: Apple, CMItemIndex.
public typealias CMItemIndex = Int

/// When a sample is shown, for how long, and when it is decoded. Source: Apple, CMSampleTimingInfo.
public struct CMSampleTimingInfo: Sendable {
    /// How long one sample lasts.
    public var duration: CMTime
    /// When it is shown or heard.
    public var presentationTimeStamp: CMTime
    /// Invalid if samples are decoded in the order in which they are shown.
    public var decodeTimeStamp: CMTime

    /// All invalid.
    public init() {
        self.init(duration: .invalid, presentationTimeStamp: .invalid, decodeTimeStamp: .invalid)
    }

    public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
        self.duration = duration
        self.presentationTimeStamp = presentationTimeStamp
        self.decodeTimeStamp = decodeTimeStamp
    }

    public static let invalid = CMSampleTimingInfo()
}
