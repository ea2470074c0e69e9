/// The size of a coded picture in pixels. Source: Apple, CMVideoDimensions.
///
/// As on Apple's systems, it is neither `Equatable` nor `Comparable`, so that an app may add these.
public struct CMVideoDimensions: Sendable {
    public var width: Int32
    public var height: Int32

    /// 0 × 0.
    public init() {
        self.init(width: 0, height: 0)
    }

    public init(width: Int32, height: Int32) {
        self.width = width
        self.height = height
    }
}
