import Foundation

/// Told of the height of a sheet. Source: Apple, UISheetPresentationControllerDelegate.
@MainActor @preconcurrency
public protocol UISheetPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {
    /// A person has chosen another height.
    func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
        _ sheetPresentationController: UISheetPresentationController)
}

extension UISheetPresentationControllerDelegate {
    public func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
        _ sheetPresentationController: UISheetPresentationController
    ) {}
}

/// What a height may depend on. Source: Apple, UISheetPresentationControllerDetentResolutionContext.
@MainActor @preconcurrency
public protocol UISheetPresentationControllerDetentResolutionContext: AnyObject {
    var containerTraitCollection: UITraitCollection { get }
    /// Of a sheet of full height, in points.
    var maximumDetentValue: CGFloat { get }
}

/// Presents a controller as a sheet at the lower edge. Source: Apple, UISheetPresentationController.
///
/// Linux: a sheet is as wide as its window, and follows its grabber alone: not drags of what scrolls in it.
open class UISheetPresentationController: UIPresentationController {
    /// A height. Source: Apple, UISheetPresentationController.Detent.
    @MainActor @preconcurrency
    open class Detent: NSObject {
        /// Source: Apple, UISheetPresentationController.Detent.Identifier.
        public struct Identifier: RawRepresentable, Hashable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }
            public init(_ rawValue: String) { self.rawValue = rawValue }
            public static let medium = Identifier("com.apple.UIKit.medium")
            public static let large = Identifier("com.apple.UIKit.large")
        }

        public let identifier: Identifier
        private let resolver: @MainActor (any UISheetPresentationControllerDetentResolutionContext) -> CGFloat?

        private init(
            _ identifier: Identifier,
            _ resolver: @escaping @MainActor (any UISheetPresentationControllerDetentResolutionContext) -> CGFloat?
        ) { (self.identifier, self.resolver) = (identifier, resolver) }

        /// Half of the full height.
        open class func medium() -> UISheetPresentationController.Detent {
            Detent(.medium) { $0.maximumDetentValue / 2 }
        }

        open class func large() -> UISheetPresentationController.Detent {
            Detent(.large) { $0.maximumDetentValue }
        }

        /// - `resolver`: the height in points; `nil` leaves the detent out.
        open class func custom(
            identifier: UISheetPresentationController.Detent.Identifier? = nil,
            resolver: @escaping @MainActor (any UISheetPresentationControllerDetentResolutionContext) -> CGFloat?
        ) -> UISheetPresentationController.Detent { Detent(identifier ?? Identifier(UUID().uuidString), resolver) }

        open func resolvedValue(
            in context: any UISheetPresentationControllerDetentResolutionContext
        ) -> CGFloat? { resolver(context) }
    }

    /// In any order; the smallest is shown first.
    open var detents: [Detent] = [.large()] { didSet { changed() } }
    /// `nil` for the smallest.
    open var selectedDetentIdentifier: Detent.Identifier? { didSet { changed() } }
    /// Up to which height a person can use what is behind the sheet; `nil` for none.
    open var largestUndimmedDetentIdentifier: Detent.Identifier? { didSet { changed() } }
    /// Whether the sheet has a handle at its upper edge, which changes its height.
    open var prefersGrabberVisible = false { didSet { changed() } }
    /// In points; `nil` for the usual one.
    open var preferredCornerRadius: CGFloat? { didSet { changed() } }
    /// Linux: without effect.
    open var prefersScrollingExpandsWhenScrolledToEdge = true
    /// Linux: without effect; sheets are at the lower edge of every window.
    open var prefersEdgeAttachedInCompactHeight = false {
        didSet {
            if prefersEdgeAttachedInCompactHeight {
                NoEffectReport.add(
                    "UISheetPresentationController.prefersEdgeAttachedInCompactHeight",
                    "sheets are at the lower edge of every window")
            }
        }
    }
    /// Linux: without effect.
    open var widthFollowsPreferredContentSizeWhenEdgeAttached = false {
        didSet {
            if widthFollowsPreferredContentSizeWhenEdgeAttached {
                NoEffectReport.add(
                    "UISheetPresentationController.widthFollowsPreferredContentSizeWhenEdgeAttached",
                    "a sheet is as wide as the window")
            }
        }
    }

    /// Changes the properties of the sheet while it is shown.
    open func animateChanges(_ changes: () -> Void) {
        let wasGathering = isGathering
        isGathering = true
        changes()
        isGathering = wasGathering
        UIView.animate(withDuration: 0.3) { self.onChange?() }
    }

    // MARK: What is shown

    private final class Room: UISheetPresentationControllerDetentResolutionContext {
        let maximumDetentValue: CGFloat
        let containerTraitCollection: UITraitCollection
        init(_ height: CGFloat, _ traits: UITraitCollection) {
            (maximumDetentValue, containerTraitCollection) = (height, traits)
        }
    }

    /// Called when the sheet looks different.
    final var onChange: (() -> Void)?

    /// Whether changes are shown together, when all of them are made.
    private var isGathering = false

    private func changed() { if !isGathering { onChange?() } }

    /// The heights in a room, smallest first.
    final func heights(in room: CGFloat) -> [(identifier: Detent.Identifier, height: CGFloat)] {
        let context = Room(room, presentedViewController.traitCollection)
        let all = detents.compactMap { detent in
            detent.resolvedValue(in: context).map { (detent.identifier, min(max($0, 0), room)) }
        }
        return all.isEmpty ? [(.large, room)] : all.sorted { $0.1 < $1.1 }
    }

    /// The height that is shown.
    final func height(in room: CGFloat) -> CGFloat {
        let all = heights(in: room)
        return (all.first { $0.identifier == selectedDetentIdentifier } ?? all[0]).height
    }

    final func isUndimmed(in room: CGFloat) -> Bool {
        guard let most = largestUndimmedDetentIdentifier,
            let limit = heights(in: room).first(where: { $0.identifier == most })?.height
        else { return false }
        return height(in: room) <= limit
    }

    /// A person has chosen a height.
    final func choose(_ identifier: Detent.Identifier) {
        guard identifier != selectedDetentIdentifier else { return changed() }
        selectedDetentIdentifier = identifier
        (delegate as? any UISheetPresentationControllerDelegate)?
            .sheetPresentationControllerDidChangeSelectedDetentIdentifier(self)
    }
}

extension UIViewController {
    /// How the controller is presented as a sheet; `nil` for other styles.
    public var sheetPresentationController: UISheetPresentationController? {
        presentationController as? UISheetPresentationController
    }
}

/// The handle of a sheet: a drag, or a press for the next height.
final class SheetGrabber: UIView {
    private let bar = UIView(frame: .zero)
    private let press: () -> Void

    /// - Parameter move: told how far the handle is dragged down, and whether that is the end.
    init(move: @escaping (CGFloat, _ isOver: Bool) -> Void, press: @escaping () -> Void) {
        self.press = press
        super.init(frame: .zero)
        bar.backgroundColor = .tertiaryLabel
        bar.layer.cornerRadius = 2.5
        addSubview(bar)
        isAccessibilityElement = true
        accessibilityLabel = "Sheet Grabber"
        accessibilityTraits = .button
        let drag = UIPanGestureRecognizer()
        drag.onAction = { [weak self] recognizer in
            guard let drag = recognizer as? UIPanGestureRecognizer, let window = self?.window else { return }
            let y = drag.translation(in: window).y
            switch drag.state {
            case .changed: move(y, false)
            case .ended, .cancelled: move(y, true)
            default: break
            }
        }
        addGestureRecognizer(drag)
    }

    required init?(coder: NSCoder) { nil }

    override func accessibilityActivate() -> Bool {
        press()
        return true
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        bar.frame = CGRect(x: bounds.midX - 18, y: 5, width: 36, height: 5)
    }
}
