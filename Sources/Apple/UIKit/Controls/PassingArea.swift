import Foundation

/// What is seen of a list while it scrolls by itself: also what it leaves, and what it passes.
struct PassingArea {
    /// `nil` while it stands still.
    private(set) var area: CGRect?
    /// Whether the way is too long to show all of it; what was shown stays then, until it stands still.
    private(set) var keepsAll = false

    mutating func scrolled(from old: CGRect, to new: CGRect, animated: Bool) {
        guard animated else {
            (area, keepsAll) = (nil, false)
            return
        }
        let all = (area ?? old).union(new)
        keepsAll = all.height > 8 * new.height || all.width > 8 * new.width
        area = keepsAll ? new : all
    }
}
