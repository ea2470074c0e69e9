import Combine
import UIKit

/// Draws a view into pictures, without a window. Source: Apple, ImageRenderer.
///
/// What the view shows is drawn: its texts, shapes and pictures, and the layers of a UIView in it. Linux: controls that
/// GTK draws, and pictures that come by themselves, of cameras and players, are left out.
@MainActor @preconcurrency
public final class ImageRenderer<Content: View>: ObservableObject {
    /// Sends when the view shows something else than in the last picture.
    public nonisolated(unsafe) let objectWillChange = PassthroughSubject<Void, Never>()  // Subjects guard themselves.
    public var content: Content { didSet { host.graph.setRoot(content, host.environment) } }
    /// What the view is offered; without a width or a height, it takes what it likes.
    public var proposedSize = ProposedViewSize.unspecified
    /// Pixels per point.
    public var scale: CGFloat = 1
    /// Whether pictures have no alpha; what the view does not cover is black then.
    public var isOpaque = false
    /// Linux: colors are mixed as they are, whatever it says.
    public var colorMode = ColorRenderingMode.nonLinear
    let host: ViewHost
    private var isDrawing = false

    public init(content view: Content) {
        if UIApplication.isRunning { TextMeasure.current = PlatformText() }
        content = view
        host = ViewHost(view, size: .zero)
        host.didDraw = { [weak self] in
            if let self, !isDrawing { objectWillChange.send() }
        }
    }

    /// `nil` for a view without a size.
    public var cgImage: CGImage? { uiImage?.cgImage }

    /// `nil` for a view without a size.
    public var uiImage: UIImage? {
        let size = layOut(scale: scale)
        guard size.width > 0, size.height > 0 else { return nil }
        let format = UIGraphicsImageRendererFormat()
        (format.scale, format.opaque) = (scale, isOpaque)
        return UIGraphicsImageRenderer(size: size, format: format).image { draw($0.cgContext) }
    }

    /// Has the view drawn into another context.
    ///
    /// - Parameters:
    ///   - rasterizationScale: pixels per point of what is not a shape or a text.
    ///   - renderer: gets the view's size, in points, and what draws it, upright where y points up.
    public func render(
        rasterizationScale: CGFloat = 1, renderer: (_ size: CGSize, _ context: (CGContext) -> Void) -> Void
    ) {
        let size = layOut(scale: rasterizationScale)
        renderer(size) { context in
            context.saveGState()
            context.translateBy(x: 0, y: size.height)
            context.scaleBy(x: 1, y: -1)
            draw(context)
            context.restoreGState()
        }
    }

    private func draw(_ context: CGContext) { host.surface.layer.render(in: context) }

    private func layOut(scale: CGFloat) -> CGSize {
        isDrawing = true
        defer { isDrawing = false }
        if host.environment.displayScale != scale { host.environment.displayScale = scale }
        host.graph.update()
        let size = host.size(proposedSize)
        host.bounds = CGRect(origin: .zero, size: size)
        host.graph.update()
        host.surface.setFrame(host.bounds)
        return size
    }
}
