/// Decides whether a camera has stopped sending pictures, by looking once a second at what a preview shows.
///
/// Looks are counted instead of time: after the whole program stood still, the camera gets a chance to send a picture.
package struct StallCounter: Sendable {
    /// As long as the slowest cameras take to their first picture.
    private static let usualLooks = 5

    private var lastCount = 0
    private var looksWithoutPicture = 0
    /// How many looks without a picture mean that none comes.
    private var limit = StallCounter.usualLooks

    package init() {}

    /// The next picture may have begun under the previous setting.
    ///
    /// - Parameter frame: how long a picture takes now, in seconds.
    package mutating func begin(frame: Double) {
        looksWithoutPicture = 0
        limit = max(limit, Self.looks(for: frame))
    }

    /// - Parameters:
    ///   - count: of the pictures that have come so far.
    ///   - frame: how long a picture takes now, in seconds.
    /// - Returns: whether the camera has stalled.
    package mutating func look(at count: Int, frame: Double) -> Bool {
        guard count == lastCount else {
            lastCount = count
            looksWithoutPicture = 0
            limit = Self.looks(for: frame)
            return false
        }
        limit = max(limit, Self.looks(for: frame))
        looksWithoutPicture += 1
        return looksWithoutPicture >= limit
    }

    /// A new setting takes effect with the picture after the next.
    private static func looks(for frame: Double) -> Int {
        usualLooks + (frame.isFinite ? Int((2 * min(max(frame, 0), 3600)).rounded(.up)) : 0)
    }
}
