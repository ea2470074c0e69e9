/// What something is for screen readers. Source: Apple, UIAccessibilityTraits.
public struct UIAccessibilityTraits: OptionSet, Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    public static let none: UIAccessibilityTraits = []
    public static let button = UIAccessibilityTraits(rawValue: 1)
    public static let link = UIAccessibilityTraits(rawValue: 2)
    public static let image = UIAccessibilityTraits(rawValue: 4)
    public static let selected = UIAccessibilityTraits(rawValue: 8)
    public static let notEnabled = UIAccessibilityTraits(rawValue: 0x100)
    public static let staticText = UIAccessibilityTraits(rawValue: 0x40)
    public static let header = UIAccessibilityTraits(rawValue: 0x1_0000)
    public static let searchField = UIAccessibilityTraits(rawValue: 0x400)
    public static let adjustable = UIAccessibilityTraits(rawValue: 0x1000)
    public static let toggleButton = UIAccessibilityTraits(rawValue: 0x20_0000_0000_0000)
}
