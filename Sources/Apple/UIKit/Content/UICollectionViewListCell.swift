import Foundation
import UIKitCore

/// What stands at the end of a cell. Source: Apple, UICellAccessory.
@MainActor @preconcurrency
public struct UICellAccessory {
    /// When it is seen. Source: Apple, UICellAccessory.DisplayedState. Linux: collections show all but those of editing.
    public enum DisplayedState: Sendable {
        case always, whenEditing, whenNotEditing
    }

    /// Makes the view: each cell has its own.
    let make: @MainActor () -> UIView
    let displayed: DisplayedState

    private init(_ symbol: String, _ color: UIColor?, _ displayed: DisplayedState) {
        self.displayed = displayed
        make = {
            let picture = UIImageView(image: UIImage(systemName: symbol))
            picture.tintColor = color
            picture.contentMode = .scaleAspectFit
            picture.isAccessibilityElement = false
            return picture
        }
    }

    private init(_ displayed: DisplayedState, _ make: @escaping @MainActor () -> UIView) {
        (self.make, self.displayed) = (make, displayed)
    }

    public static func disclosureIndicator(displayed: DisplayedState = .always) -> UICellAccessory {
        Self("chevron.forward", .systemGray, displayed)
    }
    public static func checkmark(displayed: DisplayedState = .always) -> UICellAccessory {
        Self("checkmark", nil, displayed)
    }
    public static func label(text: String, displayed: DisplayedState = .always) -> UICellAccessory {
        Self(displayed) {
            let label = UILabel(frame: .zero)
            label.text = text
            label.textColor = .secondaryLabel
            return label
        }
    }
}

/// A row of a list in a collection view. Source: Apple, UICollectionViewListCell.
open class UICollectionViewListCell: UICollectionViewCell {
    private let line = UIView(frame: .zero)

    public override init(frame: CGRect) {
        super.init(frame: frame)
        line.backgroundColor = .separator
        line.isUserInteractionEnabled = false
        addSubview(line)
    }

    public required init?(coder: NSCoder) { nil }

    open func defaultContentConfiguration() -> UIListContentConfiguration { .cell() }

    /// From the content to the end.
    open var accessories: [UICellAccessory] = [] {
        didSet {
            for old in accessoryViews { old.removeFromSuperview() }
            accessoryViews = accessories.filter { $0.displayed != .whenEditing }.map { $0.make() }
            for new in accessoryViews { addSubview(new) }
            setNeedsLayout()
        }
    }

    /// What is seen of the accessories.
    private(set) final var accessoryViews: [UIView] = []

    override var contentEnd: CGFloat {
        let widths = accessoryViews.map { $0.sizeThatFits(bounds.size).width + 8 }
        return widths.isEmpty ? 0 : widths.reduce(8, +)
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        var end = bounds.maxX - 16
        for accessory in accessoryViews.reversed() {
            let size = accessory.sizeThatFits(bounds.size)
            accessory.frame = mirrored(
                CGRect(x: end - size.width, y: bounds.midY - size.height / 2, width: size.width, height: size.height))
            end -= size.width + 8
        }
        line.frame = mirrored(CGRect(x: 16, y: bounds.maxY - 1, width: max(0, bounds.width - 16), height: 1))
    }
}

/// How a list in a collection view looks. Source: Apple, UICollectionLayoutListConfiguration.
@MainActor @preconcurrency
public struct UICollectionLayoutListConfiguration {
    /// Source: Apple, UICollectionLayoutListConfiguration.Appearance.
    public enum Appearance: Int, Sendable {
        case plain = 0
        case grouped = 1
        case insetGrouped = 2
        case sidebar = 3
        case sidebarPlain = 4
    }

    /// Source: Apple, UICollectionLayoutListConfiguration.HeaderMode.
    public enum HeaderMode: Int, Sendable {
        case none = 0
        /// A header of the kind ``UICollectionView/elementKindSectionHeader``.
        case supplementary = 1
    }

    /// Source: Apple, UICollectionLayoutListConfiguration.FooterMode.
    public enum FooterMode: Int, Sendable {
        case none = 0
        case supplementary = 1
    }

    public let appearance: Appearance
    public var headerMode = HeaderMode.none
    public var footerMode = FooterMode.none

    public init(appearance: Appearance) { self.appearance = appearance }
}

extension NSCollectionLayoutSection {
    /// Rows below each other, as high as their cells want.
    public class func list(
        using configuration: UICollectionLayoutListConfiguration,
        layoutEnvironment: any NSCollectionLayoutEnvironment
    ) -> NSCollectionLayoutSection { rows(configuration) }

    fileprivate class func rows(_ configuration: UICollectionLayoutListConfiguration) -> NSCollectionLayoutSection {
        let size = NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .estimated(44))
        let group = NSCollectionLayoutGroup.horizontal(
            layoutSize: size, subitems: [NSCollectionLayoutItem(layoutSize: size)])
        let section = NSCollectionLayoutSection(group: group)
        switch configuration.appearance {
        case .plain, .sidebarPlain: break
        case .grouped: section.contentInsets = NSDirectionalEdgeInsets(top: 18, leading: 0, bottom: 18, trailing: 0)
        case .insetGrouped, .sidebar:
            section.contentInsets = NSDirectionalEdgeInsets(top: 18, leading: 16, bottom: 18, trailing: 16)
        }
        func other(_ kind: String, _ alignment: NSRectAlignment) -> NSCollectionLayoutBoundarySupplementaryItem {
            NSCollectionLayoutBoundarySupplementaryItem(layoutSize: size, elementKind: kind, alignment: alignment)
        }
        if configuration.headerMode == .supplementary {
            section.boundarySupplementaryItems.append(other(UICollectionView.elementKindSectionHeader, .top))
        }
        if configuration.footerMode == .supplementary {
            section.boundarySupplementaryItems.append(other(UICollectionView.elementKindSectionFooter, .bottom))
        }
        return section
    }
}

extension UICollectionViewCompositionalLayout {
    /// A layout whose sections are lists.
    public class func list(
        using configuration: UICollectionLayoutListConfiguration
    ) -> UICollectionViewCompositionalLayout {
        UICollectionViewCompositionalLayout { _, _ in NSCollectionLayoutSection.rows(configuration) }
    }
}
