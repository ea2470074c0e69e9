import Foundation
import UIKitCore

/// A picture, a text and a second one. Source: Apple, UIListContentConfiguration.
@MainActor @preconcurrency
public struct UIListContentConfiguration: UIContentConfiguration {
    /// Source: Apple, UIListContentConfiguration.TextProperties.
    public struct TextProperties {
        /// Source: Apple, UIListContentConfiguration.TextProperties.TextAlignment.
        public enum TextAlignment: Sendable {
            case natural, center, justified
        }
        public var font: UIFont
        public var color: UIColor
        public var alignment = TextAlignment.natural
        public var lineBreakMode = NSLineBreakMode.byTruncatingTail
        /// 0 for any number.
        public var numberOfLines = 0
        public var adjustsFontSizeToFitWidth = false
        public var minimumScaleFactor: CGFloat = 0
        /// Linux: without effect, as the category does not change while a program runs.
        public var adjustsFontForContentSizeCategory = true

        init(font: UIFont, color: UIColor) { (self.font, self.color) = (font, color) }
    }

    /// Source: Apple, UIListContentConfiguration.ImageProperties.
    public struct ImageProperties {
        /// `nil` for the view's.
        public var tintColor: UIColor?
        public var cornerRadius: CGFloat = 0
        /// 0 for any width or height.
        public var maximumSize = CGSize.zero
        /// The room that the picture has at least; 0 for what it needs.
        public var reservedLayoutSize = CGSize.zero
        public var preferredSymbolConfiguration: UIImage.SymbolConfiguration?
    }

    public var image: UIImage?
    public var imageProperties = ImageProperties()
    public var text: String?
    /// Instead of ``text``.
    public var attributedText: NSAttributedString?
    public var textProperties = TextProperties(font: .preferredFont(forTextStyle: .body), color: .label)
    public var secondaryText: String?
    public var secondaryAttributedText: NSAttributedString?
    public var secondaryTextProperties = TextProperties(
        font: .preferredFont(forTextStyle: .caption1), color: .label)
    /// Whether the second text stands at the end of the first one's line, where both have room there.
    public var prefersSideBySideTextAndSecondaryText = false
    public var directionalLayoutMargins = NSDirectionalEdgeInsets(top: 11, leading: 16, bottom: 11, trailing: 8)
    public var imageToTextPadding: CGFloat = 16
    public var textToSecondaryTextHorizontalPadding: CGFloat = 8
    public var textToSecondaryTextVerticalPadding: CGFloat = 3

    private init() {}

    /// A text; a second one stands below it.
    public static func cell() -> UIListContentConfiguration { Self() }
    public static func subtitleCell() -> UIListContentConfiguration { Self() }
    /// The second text stands at the end, and is gray.
    public static func valueCell() -> UIListContentConfiguration {
        var configuration = Self()
        configuration.prefersSideBySideTextAndSecondaryText = true
        configuration.secondaryTextProperties = TextProperties(
            font: .preferredFont(forTextStyle: .body), color: .secondaryLabel)
        return configuration
    }
    public static func sidebarCell() -> UIListContentConfiguration { Self() }
    public static func accompaniedSidebarCell() -> UIListContentConfiguration { Self() }
    public static func groupedHeader() -> UIListContentConfiguration { note() }
    public static func groupedFooter() -> UIListContentConfiguration { note() }
    public static func plainHeader() -> UIListContentConfiguration { note() }
    public static func plainFooter() -> UIListContentConfiguration { note() }

    private static func note() -> UIListContentConfiguration {
        var configuration = Self()
        configuration.textProperties = TextProperties(
            font: .preferredFont(forTextStyle: .footnote), color: .secondaryLabel)
        return configuration
    }

    public func makeContentView() -> any UIView & UIContentView { UIListContentView(configuration: self) }

    /// Linux: the same in all states.
    public func updated(for state: any UIConfigurationState) -> UIListContentConfiguration { self }
}

/// Shows a list's content. Source: Apple, UIListContentView.
open class UIListContentView: UIView, UIContentView, FittingContentView {
    private let picture = UIImageView(image: nil)
    private let first = UILabel(frame: .zero)
    private let second = UILabel(frame: .zero)
    private var shown: UIListContentConfiguration

    public init(configuration: UIListContentConfiguration) {
        shown = configuration
        super.init(frame: .zero)
        picture.contentMode = .scaleAspectFit
        for view in [picture, first, second] {
            view.isAccessibilityElement = false
            addSubview(view)
        }
        show()
    }

    public required init?(coder: NSCoder) { nil }

    open var configuration: any UIContentConfiguration {
        get { shown }
        set {
            guard let new = newValue as? UIListContentConfiguration else {
                preconditionFailure("a list's content is shown by a UIListContentConfiguration")
            }
            shown = new
            show()
        }
    }

    private func show() {
        let image = shown.image.map { image in
            shown.imageProperties.preferredSymbolConfiguration.map { image.withConfiguration($0) } ?? image
        }
        picture.image = image
        picture.tintColor = shown.imageProperties.tintColor
        picture.layer.cornerRadius = shown.imageProperties.cornerRadius
        picture.layer.masksToBounds = shown.imageProperties.cornerRadius > 0
        show(shown.text, shown.attributedText, shown.textProperties, in: first)
        show(shown.secondaryText, shown.secondaryAttributedText, shown.secondaryTextProperties, in: second)
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    private func show(
        _ text: String?, _ attributed: NSAttributedString?, _ look: UIListContentConfiguration.TextProperties,
        in label: UILabel
    ) {
        label.font = look.font
        label.textColor = look.color
        label.numberOfLines = look.numberOfLines
        label.lineBreakMode = look.lineBreakMode
        label.adjustsFontSizeToFitWidth = look.adjustsFontSizeToFitWidth
        label.minimumScaleFactor = look.minimumScaleFactor
        label.textAlignment = look.alignment == .center ? .center : look.alignment == .justified ? .justified : .natural
        if let attributed { label.attributedText = attributed } else { label.text = text }
        label.isHidden = (attributed?.string ?? text ?? "").isEmpty
    }

    // MARK: Layout

    private struct Places {
        var picture = CGRect.zero
        var first = CGRect.zero
        var second = CGRect.zero
        var height: CGFloat = 0
    }

    /// The size of the picture, at most as large as it may be.
    private var pictureSize: CGSize {
        guard let size = picture.image?.size, size.width > 0, size.height > 0 else { return .zero }
        let most = shown.imageProperties.maximumSize
        let factor = min(
            1, most.width > 0 ? most.width / size.width : 1, most.height > 0 ? most.height / size.height : 1)
        return CGSize(width: size.width * factor, height: size.height * factor)
    }

    /// In a width, from the upper edge; what is lower than the whole stands in its middle.
    private func places(width: CGFloat) -> Places {
        var places = Places()
        let margins = shown.directionalLayoutMargins
        var start = margins.leading
        let size = pictureSize
        if size != .zero {
            let reserved = shown.imageProperties.reservedLayoutSize
            let room = max(size.width, reserved.width)
            places.picture = CGRect(x: start + (room - size.width) / 2, y: 0, width: size.width, height: size.height)
            places.height = max(size.height, reserved.height)
            start += room + shown.imageToTextPadding
        }
        let room = CGSize(width: max(0, width - margins.trailing - start), height: 10_000)
        let one = first.isHidden ? .zero : first.sizeThatFits(room)
        let two = second.isHidden ? .zero : second.sizeThatFits(room)
        let gap = shown.textToSecondaryTextHorizontalPadding
        let isBeside = shown.prefersSideBySideTextAndSecondaryText && one.width + gap + two.width <= room.width
        if isBeside {
            let height = max(one.height, two.height)
            places.first = CGRect(x: start, y: (height - one.height) / 2, width: one.width, height: one.height)
            places.second = CGRect(
                x: start + room.width - two.width, y: (height - two.height) / 2, width: two.width, height: two.height)
            places.height = max(places.height, height)
        } else {
            let between = first.isHidden || second.isHidden ? 0 : shown.textToSecondaryTextVerticalPadding
            places.first = CGRect(x: start, y: 0, width: room.width, height: one.height)
            places.second = CGRect(x: start, y: one.height + between, width: room.width, height: two.height)
            places.height = max(places.height, one.height + between + two.height)
        }
        return places
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        let margins = shown.directionalLayoutMargins
        return CGSize(
            width: size.width,
            height: max(44, (places(width: size.width).height + margins.top + margins.bottom).rounded(.up)))
    }

    package func height(inWidth width: CGFloat) -> CGFloat {
        sizeThatFits(CGSize(width: width, height: 10_000)).height
    }

    open override var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: sizeThatFits(bounds.size).height)
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        let places = places(width: bounds.width)
        let texts = max(places.first.maxY, places.second.maxY)
        picture.frame = mirrored(places.picture.offsetBy(dx: 0, dy: (bounds.height - places.picture.height) / 2))
        first.frame = mirrored(places.first.offsetBy(dx: 0, dy: (bounds.height - texts) / 2))
        second.frame = mirrored(places.second.offsetBy(dx: 0, dy: (bounds.height - texts) / 2))
    }

    /// What it says.
    final var texts: [String] { [first, second].compactMap { $0.isHidden ? nil : $0.text } }
}
