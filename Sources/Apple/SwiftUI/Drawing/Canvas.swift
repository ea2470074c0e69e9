import UIKit

/// A view that is drawn by a closure, anew when the view is evaluated or its size differs. Source: Apple, Canvas.
///
/// Linux: drawn by the processor, on the main thread; `rendersAsynchronously` and `colorMode` are without effect. There
/// are no symbols.
public nonisolated struct Canvas {
    let drawing: CanvasDrawing

    /// - `opaque`: whether what is not drawn is black.
    /// - `renderer`: draws, in points from the upper left corner.
    public init(
        opaque: Bool = false, colorMode: ColorRenderingMode = .nonLinear, rendersAsynchronously: Bool = false,
        renderer: @escaping (inout GraphicsContext, CGSize) -> Void
    ) {
        if rendersAsynchronously {
            NoEffectReport.add("Canvas.rendersAsynchronously", "a canvas is drawn on the main thread")
        }
        if colorMode != .nonLinear { NoEffectReport.add("Canvas.colorMode", "colors are mixed as they are stored") }
        drawing = CanvasDrawing(isOpaque: opaque, draw: renderer)
    }
}

/// How colors are mixed. Source: Apple, ColorRenderingMode.
public enum ColorRenderingMode: Hashable, Sendable {
    case nonLinear
    case linear
    case extendedLinear
}

/// What a canvas draws. A changed value is drawn again.
final class CanvasDrawing: @unchecked Sendable {  // drawn on the main thread
    let isOpaque: Bool
    let draw: (inout GraphicsContext, CGSize) -> Void
    /// Counts the changes of what the closure has read.
    @MainActor var version = 0

    init(isOpaque: Bool, draw: @escaping (inout GraphicsContext, CGSize) -> Void) {
        (self.isOpaque, self.draw) = (isOpaque, draw)
    }
}

@MainActor extension Canvas: LeafView, Leaf {
    public typealias Body = Never

    /// What a picture depends on. It keeps the objects: another one never has the place of one that has gone.
    private struct Key: Hashable {
        let drawing: CanvasDrawing
        let environment: EnvironmentScope
        let version: Int
        let size: CGSize

        static func == (first: Self, second: Self) -> Bool {
            first.drawing === second.drawing && first.environment === second.environment
                && first.version == second.version && first.size == second.size
        }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(drawing)) }
    }

    func size(_ proposal: ProposedViewSize, _ item: LeafItem) -> CGSize { proposal.replacingUnspecifiedDimensions() }

    func makeSurface(_ item: LeafItem) -> Surface? { Surface() }

    func invalidated() { drawing.version += 1 }

    func update(_ surface: Surface, _ item: LeafItem) {
        let environment = item.environment
        let (size, scale) = (surface.size, environment.displayScale)
        let key = Key(drawing: drawing, environment: item.node.environment, version: drawing.version, size: size)
        guard surface.pictureKey != AnyHashable(key) else { return }
        surface.pictureKey = AnyHashable(key)
        guard size.width > 0, size.height > 0 else { return surface.show(.nothing) }
        let format = UIGraphicsImageRendererFormat()
        (format.scale, format.opaque) = (scale, drawing.isOpaque)
        let picture = UIGraphicsImageRenderer(size: size, format: format).image { target in
            // The closure's state is followed like that of a body.
            item.graph.tracking(item.node) {
                var context = GraphicsContext(target.cgContext, environment, size)
                drawing.draw(&context, size)
            }
        }
        if let pixels = picture.cgImage { surface.show(picture: pixels, scale: scale) }
    }
}
