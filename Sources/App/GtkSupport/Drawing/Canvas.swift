internal import CGtk

/// Draws lines and areas in a widget, in layout units from the upper left corner.
package struct Canvas {
    package struct Color: Sendable {
        var red, green, blue, alpha: Double

        package static func white(_ alpha: Double) -> Color { Color(red: 1, green: 1, blue: 1, alpha: alpha) }
        package static func black(_ alpha: Double) -> Color { Color(red: 0, green: 0, blue: 0, alpha: alpha) }
        package static let green = Color(red: 0.2, green: 0.78, blue: 0.35, alpha: 1)
        package static let yellow = Color(red: 1, green: 0.84, blue: 0.04, alpha: 1)
    }

    private let context: OpaquePointer
    package let width: Double
    package let height: Double

    fileprivate init(_ context: OpaquePointer, width: Double, height: Double) {
        self.context = context
        self.width = width
        self.height = height
    }

    package func line(from start: Point, to end: Point, thickness: Double = 1, _ color: Color) {
        set(color)
        cairo_set_line_width(context, thickness)
        cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        cairo_move_to(context, start.x, start.y)
        cairo_line_to(context, end.x, end.y)
        cairo_stroke(context)
    }

    /// A line that is seen on bright and dark pictures alike: with a dark edge of one unit.
    package func mark(from start: Point, to end: Point, thickness: Double = 1, _ color: Color) {
        line(from: start, to: end, thickness: thickness + 2, .black(0.6))
        line(from: start, to: end, thickness: thickness, color)
    }

    package func fill(x: Double, y: Double, width: Double, height: Double, _ color: Color) {
        set(color)
        cairo_rectangle(context, x, y, width, height)
        cairo_fill(context)
    }

    package func disc(at center: Point, radius: Double, _ color: Color) {
        set(color)
        cairo_arc(context, center.x, center.y, radius, 0, 2 * Double.pi)
        cairo_fill(context)
    }

    private func set(_ color: Color) {
        cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
    }
}

extension Widget {
    /// Draws a `GtkDrawingArea`.
    package func onDraw(_ body: @escaping @MainActor (Canvas) -> Void) {
        gtk_drawing_area_set_draw_func(
            cast(),
            { _, context, width, height, data in
                onMain((context, data)) { context, data in
                    guard let context, let closure = Boxes.object(data, as: DrawClosure.self) else { return }
                    closure.body(Canvas(context, width: Double(width), height: Double(height)))
                }
            }, Unmanaged.passRetained(DrawClosure(body)).toOpaque(), { Boxes.release($0) })
    }

    /// Calls `body` with the new width and height of a `GtkDrawingArea`, in layout units, while GTK lays out its
    /// window.
    package func onResize(_ body: @escaping @MainActor (_ width: Int, _ height: Int) -> Void) {
        on("resize") { [unowned self] in body(width, height) }
    }

    /// Requests that it be redrawn.
    package func redraw() { gtk_widget_queue_draw(cast()) }
}

private final class DrawClosure {
    let body: @MainActor (Canvas) -> Void

    init(_ body: @escaping @MainActor (Canvas) -> Void) { self.body = body }
}
