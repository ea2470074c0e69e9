import UIKit

/// A controller whose view is made of SwiftUI's views. Source: Apple, UIHostingController.
open class UIHostingController<Content: View>: UIViewController {
    private let presentations = Presentations()
    private(set) var hosting: HostingView!

    /// The view that is shown.
    public var rootView: Content { didSet { hosting?.show(root) } }

    public init(rootView: Content) {
        self.rootView = rootView
        super.init(nibName: nil, bundle: nil)
    }

    /// Linux: always `nil`, as there are no archives of views.
    public required init?(coder: NSCoder) { nil }

    private var root: some View {
        PresentationRoot(content: AnyView(rootView), presentations: presentations)
            .onPreferenceChange(PreferredScheme.self) { [weak self] in self?.preferredScheme = $0 }
            .environment(\.hostController, HostController(self))
    }

    open override func loadView() {
        hosting = HostingView(root)
        hosting.didEnterWindow = { [weak self] in self?.styleWindow() }
        view = hosting
    }

    /// The size that the view takes of what it is offered.
    public func sizeThatFits(in size: CGSize) -> CGSize {
        loadViewIfNeeded()
        return hosting.sizeThatFits(size)
    }

    private var preferredScheme: ColorScheme? { didSet { if preferredScheme != oldValue { styleWindow() } } }

    /// The colors that the view wants are those of the whole window.
    private func styleWindow() {
        let style: UIUserInterfaceStyle =
            switch preferredScheme {
            case .dark: .dark
            case .light: .light
            case nil: .unspecified
            }
        guard let window = viewIfLoaded?.window, window.overrideUserInterfaceStyle != style else { return }
        window.overrideUserInterfaceStyle = style
        hosting.setNeedsLayout()
    }

    func setPhase(_ phase: ScenePhase) {
        loadViewIfNeeded()
        hosting.host.environment.scenePhase = phase
    }
}

/// The controller that the controllers in a view are children of.
final class HostController {
    weak var controller: UIViewController?
    init(_ controller: UIViewController) { self.controller = controller }
}

extension EnvironmentValues {
    // Never changed.
    private struct Key: EnvironmentKey { nonisolated(unsafe) static let defaultValue: HostController? = nil }

    var hostController: HostController? {
        get { self[Key.self] }
        set { self[Key.self] = newValue }
    }
}

extension HostController: SelfComparing {
    func isSame(as other: Any) -> Bool { (other as? HostController)?.controller === controller }
}
