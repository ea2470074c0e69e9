import UIKit

/// SwiftUI's views as the content of a cell. Source: Apple, UIHostingConfiguration.
@MainActor @preconcurrency
public struct UIHostingConfiguration<Content: View, Background: View>: UIContentConfiguration {
    private let content: Content
    private let background: Background
    private var margins = EdgeInsets(top: 11, leading: 16, bottom: 11, trailing: 16)
    /// `nil` for what a row has by default.
    private var least: (width: CGFloat?, height: CGFloat?)

    private init(
        _ content: Content, _ background: Background, _ margins: EdgeInsets,
        _ least: (width: CGFloat?, height: CGFloat?)
    ) {
        (self.content, self.background, self.margins, self.least) = (content, background, margins, least)
    }

    public func makeContentView() -> any UIView & UIContentView { HostedContentView(self, root) }

    /// Linux: the same in all states.
    public func updated(for state: any UIConfigurationState) -> Self { self }

    fileprivate var root: AnyView {
        AnyView(
            content.padding(margins).frame(minWidth: least.width, minHeight: least.height ?? 44)
                .frame(maxWidth: .infinity, alignment: .leading)
                .background { background })
    }

    fileprivate static func root(of configuration: any UIContentConfiguration) -> AnyView? {
        (configuration as? Self)?.root
    }
}

extension UIHostingConfiguration where Background == EmptyView {
    public init(@ViewBuilder content: () -> Content) {
        (self.content, background, least) = (content(), EmptyView(), (nil, nil))
    }
}

extension UIHostingConfiguration {
    /// The views behind the content.
    public func background<B: View>(@ViewBuilder content: () -> B) -> UIHostingConfiguration<Content, B> {
        .init(self.content, content(), margins, least)
    }

    public func background<S: ShapeStyle>(_ style: S) -> UIHostingConfiguration<Content, some View> {
        background { Rectangle().fill(style) }
    }

    /// The room around the content, in points.
    public func margins(_ edges: Edge.Set = .all, _ length: CGFloat) -> Self {
        var result = self
        if edges.contains(.top) { result.margins.top = length }
        if edges.contains(.leading) { result.margins.leading = length }
        if edges.contains(.bottom) { result.margins.bottom = length }
        if edges.contains(.trailing) { result.margins.trailing = length }
        return result
    }

    /// In points; `nil` for the system's: rows are 44 points high.
    public func minSize(width: CGFloat? = nil, height: CGFloat? = nil) -> Self {
        var result = self
        result.least = (width, height)
        return result
    }
}

/// Shows a configuration of views.
private final class HostedContentView<C: View, B: View>: UIView, UIContentView, FittingContentView {
    private var shown: UIHostingConfiguration<C, B>
    private let hosting: HostingView

    init(_ configuration: UIHostingConfiguration<C, B>, _ root: AnyView) {
        (shown, hosting) = (configuration, HostingView(root))
        super.init(frame: .zero)
        addSubview(hosting)
    }

    required init?(coder: NSCoder) { nil }

    var configuration: any UIContentConfiguration {
        get { shown }
        set {
            guard let new = newValue as? UIHostingConfiguration<C, B> else { return }
            shown = new
            hosting.show(new.root)
        }
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        hosting.frame = bounds
    }

    func height(inWidth width: CGFloat) -> CGFloat {
        hosting.host.size(ProposedViewSize(width: width, height: nil)).height
    }
}
