internal import CGtk

/// Lines and curves, for cairo.
package nonisolated struct DrawnPath: Sendable {
    package enum Element: Sendable {
        case move(Point)
        case line(Point)
        case curve(Point, Point, end: Point)
        case close
    }

    package enum Cap: Sendable {
        case butt
        case round
        case square
    }

    package enum Join: Sendable {
        case miter
        case round
        case bevel
    }

    /// How a line is drawn along it.
    package struct Pen: Sendable {
        package var width = 1.0
        package var cap = Cap.butt
        package var join = Join.miter
        package var miterLimit = 10.0
        package var dash: [Double] = []
        package var dashPhase = 0.0

        package init() {}
    }

    package var elements: [Element]

    package init(_ elements: [Element]) { self.elements = elements }

    func add(to context: OpaquePointer?) {
        cairo_new_path(context)
        for element in elements {
            switch element {
            case .move(let point): cairo_move_to(context, point.x, point.y)
            case .line(let point): cairo_line_to(context, point.x, point.y)
            case .curve(let one, let two, let end): cairo_curve_to(context, one.x, one.y, two.x, two.y, end.x, end.y)
            case .close: cairo_close_path(context)
            }
        }
    }

    /// Around all points.
    var box: Rect? {
        var points: [Point] = []
        for element in elements {
            switch element {
            case .move(let point), .line(let point): points.append(point)
            case .curve(let one, let two, let end): points += [one, two, end]
            case .close: break
            }
        }
        guard let left = points.map(\.x).min(), let right = points.map(\.x).max(),
            let top = points.map(\.y).min(), let bottom = points.map(\.y).max()
        else { return nil }
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }
}

extension DrawnPath.Pen {
    nonisolated func set(on context: OpaquePointer?) {
        cairo_set_line_width(context, width)
        cairo_set_line_cap(
            context, cap == .butt ? CAIRO_LINE_CAP_BUTT : cap == .round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_SQUARE)
        cairo_set_line_join(
            context,
            join == .miter ? CAIRO_LINE_JOIN_MITER : join == .round ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_BEVEL)
        cairo_set_miter_limit(context, miterLimit)
        if !dash.isEmpty { cairo_set_dash(context, dash, Int32(dash.count), dashPhase) }
    }
}
