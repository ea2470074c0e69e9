import Foundation

/// A button of an alert. Source: Apple, UIAlertAction.
@MainActor @preconcurrency open class UIAlertAction: NSObject {
    /// Source: Apple, UIAlertAction.Style.
    public enum Style: Int, Sendable {
        case `default` = 0
        case cancel = 1
        case destructive = 2
    }

    public let title: String?
    public let style: Style
    open var isEnabled = true
    fileprivate let handler: (@MainActor (UIAlertAction) -> Void)?

    public init(title: String?, style: UIAlertAction.Style, handler: (@MainActor (UIAlertAction) -> Void)? = nil) {
        self.title = title
        self.style = style
        self.handler = handler
    }
}

/// Says something, and asks what to do. Source: Apple, UIAlertController.
open class UIAlertController: UIViewController {
    /// Source: Apple, UIAlertController.Style.
    public enum Style: Int, Sendable {
        case actionSheet = 0
        case alert = 1
    }

    public let preferredStyle: Style
    open private(set) var actions: [UIAlertAction] = []
    open private(set) var textFields: [UITextField]?
    open var preferredAction: UIAlertAction?
    open var message: String?
    private let box = UIStackView(frame: .zero)

    public init(title: String?, message: String?, preferredStyle: UIAlertController.Style) {
        self.preferredStyle = preferredStyle
        self.message = message
        super.init(nibName: nil, bundle: nil)
        self.title = title
        isModalInPresentation = preferredStyle == .alert
    }

    public required init?(coder: NSCoder) { nil }

    open func addAction(_ action: UIAlertAction) {
        precondition(
            action.style != .cancel || !actions.contains { $0.style == .cancel },
            "UIAlertController can only have one action with a style of UIAlertActionStyleCancel")
        actions.append(action)
    }

    /// Of an alert, not of an action sheet.
    open func addTextField(configurationHandler: (@MainActor (UITextField) -> Void)? = nil) {
        precondition(preferredStyle == .alert, "Text fields can only be added to an alert controller of style alert")
        let field = UITextField(frame: .zero)
        configurationHandler?(field)
        textFields = (textFields ?? []) + [field]
    }

    open override func loadView() {
        let view = UIView(frame: .zero)
        self.view = view
        box.axis = .vertical
        box.spacing = 12
        box.isLayoutMarginsRelativeArrangement = true
        box.layoutMargins = UIEdgeInsets(top: 20, left: 16, bottom: 16, right: 16)
        box.translatesAutoresizingMaskIntoConstraints = false
        box.backgroundColor = .secondarySystemGroupedBackground
        box.layer.cornerRadius = 14
        view.addSubview(box)
        for (text, style) in [(title, UIFont.TextStyle.headline), (message, .footnote)] {
            guard let text else { continue }
            let label = UILabel(frame: .zero)
            label.text = text
            label.font = .preferredFont(forTextStyle: style)
            label.numberOfLines = 0
            label.textAlignment = .center
            if style == .headline { label.accessibilityTraits = .header }
            box.addArrangedSubview(label)
        }
        for field in textFields ?? [] { box.addArrangedSubview(field) }
        for action in shownActions { box.addArrangedSubview(button(for: action)) }
        let width = box.widthAnchor.constraint(equalToConstant: preferredStyle == .alert ? 270 : 400)
        width.priority = .defaultHigh
        NSLayoutConstraint.activate([
            width, box.centerXAnchor.constraint(equalTo: view.centerXAnchor),
            box.widthAnchor.constraint(lessThanOrEqualTo: view.widthAnchor, constant: -16),
            preferredStyle == .alert
                ? box.centerYAnchor.constraint(equalTo: view.centerYAnchor)
                : box.bottomAnchor.constraint(equalTo: view.safeAreaLayoutGuide.bottomAnchor, constant: -8),
        ])
        if preferredStyle == .actionSheet {
            let tap = UITapGestureRecognizer()
            tap.onAction = { [weak self] recognizer in self?.tapped(recognizer) }
            view.addGestureRecognizer(tap)
        }
    }

    /// The one that cancels comes last.
    private var shownActions: [UIAlertAction] {
        actions.filter { $0.style != .cancel } + actions.filter { $0.style == .cancel }
    }

    private func button(for action: UIAlertAction) -> UIButton {
        var look = action === preferredAction ? UIButton.Configuration.filled() : .gray()
        look.title = action.title
        look.cornerStyle = .large
        if action.style == .destructive { look.baseForegroundColor = .systemRed }
        let button = UIButton(configuration: look)
        button.isEnabled = action.isEnabled
        button.handle(.primaryActionTriggered, key: "choose") { [weak self] _ in self?.choose(action) }
        return button
    }

    private func tapped(_ recognizer: UIGestureRecognizer) {
        guard !box.frame.contains(recognizer.location(in: view)) else { return }
        if let cancel = actions.first(where: { $0.style == .cancel }) {
            choose(cancel)
        } else {
            dismiss(animated: true)
        }
    }

    /// A person has pressed a button: the alert goes, then its handler is called.
    package func choose(_ action: UIAlertAction) {
        guard action.isEnabled else { return }
        dismiss(animated: true) { action.handler?(action) }
    }
}
