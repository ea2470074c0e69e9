/// The size of a coded picture in pixels. Source: Apple, CMVideoDimensions.
///
/// It is neither `Equatable` nor `Comparable`, as on Apple's systems, so that an app may make it so.
public struct CMVideoDimensions: Sendable {
    /// Source: Apple, CMVideoDimensions.width.
    public var width: Int32
    /// Source: Apple, CMVideoDimensions.height.
    public var height: Int32

    /// 0 × 0. Source: Apple, CMVideoDimensions.init().
    public init() {
        self.init(width: 0, height: 0)
    }

    /// Source: Apple, CMVideoDimensions.init(width:height:).
    public init(width: Int32, height: Int32) {
        self.width = width
        self.height = height
    }
}
