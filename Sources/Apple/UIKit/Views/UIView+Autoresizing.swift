import Foundation

extension UIView {
    /// What changes with the superview's size. Source: Apple, UIView.AutoresizingMask.
    public struct AutoresizingMask: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
        public static let flexibleWidth = AutoresizingMask(rawValue: 2)
        public static let flexibleRightMargin = AutoresizingMask(rawValue: 4)
        public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
        public static let flexibleHeight = AutoresizingMask(rawValue: 16)
        public static let flexibleBottomMargin = AutoresizingMask(rawValue: 32)
    }

    func superviewResized(from old: CGSize, to new: CGSize) {
        guard !autoresizingMask.isEmpty else { return }
        let mask = autoresizingMask
        let (x, width) = Self.resized(
            frame.minX, frame.width, old.width, new.width, mask.contains(.flexibleLeftMargin),
            mask.contains(.flexibleWidth), mask.contains(.flexibleRightMargin))
        let (y, height) = Self.resized(
            frame.minY, frame.height, old.height, new.height, mask.contains(.flexibleTopMargin),
            mask.contains(.flexibleHeight), mask.contains(.flexibleBottomMargin))
        frame = CGRect(x: x, y: y, width: width, height: height)
    }

    /// The flexible parts share the difference, each by its length.
    private static func resized(
        _ start: CGFloat, _ length: CGFloat, _ old: CGFloat, _ new: CGFloat, _ before: Bool, _ inside: Bool,
        _ after: Bool
    ) -> (CGFloat, CGFloat) {
        let parts = [before ? start : 0, inside ? length : 0, after ? old - start - length : 0]
        let flexible = [before, inside, after]
        let sum = parts.reduce(0, +)
        let count = CGFloat(flexible.filter { $0 }.count)
        guard count > 0 else { return (start, length) }
        let shares = zip(parts, flexible).map { part, isFlexible in
            isFlexible ? (new - old) * (sum > 0 ? part / sum : 1 / count) : 0
        }
        return (start + shares[0], length + shares[1])
    }
}
