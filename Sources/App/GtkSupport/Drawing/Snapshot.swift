internal import CGtk

/// What a widget draws, as GTK's render nodes; in layout units from its upper left corner.
package struct Snapshot {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    /// Draws with another transform, clip or opacity.
    package func saved(_ body: () -> Void) {
        gtk_snapshot_save(pointer)
        body()
        gtk_snapshot_restore(pointer)
    }

    package func translate(_ x: Double, _ y: Double) {
        var point = graphene_point_t(x: Float(x), y: Float(y))
        gtk_snapshot_translate(pointer, &point)
    }

    package func place(_ placement: Placement) {
        let transform = placement.gsk
        gtk_snapshot_transform(pointer, transform)
        gsk_transform_unref(transform)
    }

    /// - Parameter radii: of the corners at the upper left, upper right, lower right and lower left.
    package func clipped(to rect: Rect, radii: [Double] = [], _ body: () -> Void) {
        if radii.contains(where: { $0 > 0 }) {
            var rounded = Self.rounded(rect, radii)
            gtk_snapshot_push_rounded_clip(pointer, &rounded)
        } else {
            var bounds = rect.graphene
            gtk_snapshot_push_clip(pointer, &bounds)
        }
        body()
        gtk_snapshot_pop(pointer)
    }

    package func withOpacity(_ opacity: Double, _ body: () -> Void) {
        gtk_snapshot_push_opacity(pointer, opacity)
        body()
        gtk_snapshot_pop(pointer)
    }

    package func blurred(radius: Double, _ body: () -> Void) {
        gtk_snapshot_push_blur(pointer, radius)
        body()
        gtk_snapshot_pop(pointer)
    }

    /// Draws `body` with other colors: red, green, blue and alpha, not multiplied by alpha.
    ///
    /// - Parameters:
    ///   - rows: what each part of a color gives to the parts of the new one.
    ///   - offset: what is added.
    package func withColors(_ rows: [SIMD4<Float>], offset: SIMD4<Float>, _ body: () -> Void) {
        let values = (rows + [offset]).flatMap { row in (0..<4).map { row[$0] } }
        cgtk_push_colors(pointer, values)
        body()
        gtk_snapshot_pop(pointer)
    }

    /// Draws `body` over the shadow that it casts.
    ///
    /// - Parameter radius: of the blur.
    package func withShadow(_ color: Color, dx: Double, dy: Double, radius: Double, _ body: () -> Void) {
        var shadow = GskShadow(color: color.rgba, dx: Float(dx), dy: Float(dy), radius: Float(radius))
        gtk_snapshot_push_shadow(pointer, &shadow, 1)
        body()
        gtk_snapshot_pop(pointer)
    }

    /// Draws `body` only as far as `mask` draws, with its opacity.
    package func masked(in rect: Rect, by mask: (Snapshot) -> Void, _ body: (Snapshot) -> Void) {
        guard let maskNode = Self.node(mask), let node = Self.node(body) else { return }
        var bounds = rect.graphene
        let cairo = gtk_snapshot_append_cairo(pointer, &bounds)
        cairo_push_group(cairo)
        gsk_render_node_draw(maskNode, cairo)
        let pattern = cairo_pop_group(cairo)
        cairo_push_group(cairo)
        gsk_render_node_draw(node, cairo)
        cairo_pop_group_to_source(cairo)
        cairo_mask(cairo, pattern)
        cairo_pattern_destroy(pattern)
        cairo_destroy(cairo)
        gsk_render_node_unref(maskNode)
        gsk_render_node_unref(node)
    }

    /// Draws `top` put together with `bottom`.
    ///
    /// - Parameter rect: what both are in, for what GTK cannot do itself.
    package func blended(_ mode: Blending, in rect: Rect, _ bottom: (Snapshot) -> Void, _ top: (Snapshot) -> Void) {
        switch mode {
        case .mode(let mode):
            gtk_snapshot_push_blend(pointer, GskBlendMode(rawValue: mode.rawValue))
            bottom(self)
            gtk_snapshot_pop(pointer)
            top(self)
            gtk_snapshot_pop(pointer)
        case .operation(let operation):
            var bounds = rect.graphene
            let cairo = gtk_snapshot_append_cairo(pointer, &bounds)
            cairo_push_group(cairo)
            for (node, operation) in [
                (Self.node(bottom), CAIRO_OPERATOR_OVER), (Self.node(top), operation.cairo),
            ] {
                guard let node else { continue }
                // As one picture: the operation is not for its parts.
                cairo_push_group(cairo)
                gsk_render_node_draw(node, cairo)
                cairo_pop_group_to_source(cairo)
                cairo_set_operator(cairo, operation)
                cairo_paint(cairo)
                gsk_render_node_unref(node)
            }
            cairo_pop_group_to_source(cairo)
            cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
            cairo_paint(cairo)
            cairo_destroy(cairo)
        }
    }

    /// Draws several things, each added to those before it.
    ///
    /// - Parameter rect: what all of them are in.
    package func added(in rect: Rect, _ parts: [(Snapshot) -> Void]) {
        var bounds = rect.graphene
        let cairo = gtk_snapshot_append_cairo(pointer, &bounds)
        cairo_push_group(cairo)
        cairo_set_operator(cairo, CAIRO_OPERATOR_ADD)
        for part in parts {
            guard let node = Self.node(part) else { continue }
            // The end of a group brings the operator back.
            cairo_push_group(cairo)
            cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
            gsk_render_node_draw(node, cairo)
            cairo_pop_group_to_source(cairo)
            cairo_paint(cairo)
            gsk_render_node_unref(node)
        }
        cairo_pop_group_to_source(cairo)
        cairo_paint(cairo)
        cairo_destroy(cairo)
    }

    private static func node(_ body: (Snapshot) -> Void) -> OpaquePointer? {
        let snapshot = gtk_snapshot_new()!
        body(Snapshot(snapshot))
        return gtk_snapshot_free_to_node(snapshot)
    }

    // MARK: Drawing

    package func fill(_ rect: Rect, _ color: Color) {
        var (color, bounds) = (color.rgba, rect.graphene)
        gtk_snapshot_append_color(pointer, &color, &bounds)
    }

    /// A line inside of a rectangle.
    package func border(_ rect: Rect, radii: [Double], width: Double, _ color: Color) {
        var outline = Self.rounded(rect, radii)
        let widths = [Float](repeating: Float(width), count: 4)
        let colors = [GdkRGBA](repeating: color.rgba, count: 4)
        gtk_snapshot_append_border(pointer, &outline, widths, colors)
    }

    package func linearGradient(_ rect: Rect, from start: Point, to end: Point, _ stops: [(Double, Color)]) {
        var bounds = rect.graphene
        var (from, to) = (start.graphene, end.graphene)
        let stops = stops.map { GskColorStop(offset: Float($0.0), color: $0.1.rgba) }
        gtk_snapshot_append_linear_gradient(pointer, &bounds, &from, &to, stops, gsize(stops.count))
    }

    package func radialGradient(
        _ rect: Rect, center: Point, horizontal: Double, vertical: Double, _ stops: [(Double, Color)]
    ) {
        guard horizontal > 0, vertical > 0 else { return }
        var (bounds, center) = (rect.graphene, center.graphene)
        let stops = stops.map { GskColorStop(offset: Float($0.0), color: $0.1.rgba) }
        gtk_snapshot_append_radial_gradient(
            pointer, &bounds, &center, Float(horizontal), Float(vertical), 0, 1, stops, gsize(stops.count))
    }

    /// - Parameter degrees: where it begins, clockwise from the top.
    package func conicGradient(_ rect: Rect, center: Point, degrees: Double, _ stops: [(Double, Color)]) {
        var (bounds, center) = (rect.graphene, center.graphene)
        let stops = stops.map { GskColorStop(offset: Float($0.0), color: $0.1.rgba) }
        gtk_snapshot_append_conic_gradient(pointer, &bounds, &center, Float(degrees), stops, gsize(stops.count))
    }

    package func draw(_ texture: Texture, in rect: Rect) {
        var bounds = rect.graphene
        gtk_snapshot_append_texture(pointer, texture.opaque, &bounds)
    }

    /// - Parameter byCairo: whether the window is drawn without a GPU; see ``Widget/isDrawnByCairo``.
    package func draw(_ picture: LivePicture, in rect: Rect, byCairo: Bool) {
        picture.draw(pointer, rect.graphene, byCairo: byCairo)
    }

    package func fill(_ path: DrawnPath, evenOdd: Bool = false, _ color: Color) {
        guard let box = path.box else { return }
        withCairo(box.grown(by: 1), color) { cairo in
            path.add(to: cairo)
            cairo_set_fill_rule(cairo, evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
            cairo_fill(cairo)
        }
    }

    package func stroke(_ path: DrawnPath, _ pen: DrawnPath.Pen, _ color: Color) {
        guard let box = path.box else { return }
        let reach = pen.width * (pen.join == .miter ? max(1, pen.miterLimit) : 1) / 2 + pen.width + 1
        withCairo(box.grown(by: reach), color) { cairo in
            path.add(to: cairo)
            pen.set(on: cairo)
            cairo_stroke(cairo)
        }
    }

    private func withCairo(_ rect: Rect, _ color: Color, _ body: (OpaquePointer?) -> Void) {
        var bounds = rect.graphene
        let cairo = gtk_snapshot_append_cairo(pointer, &bounds)
        cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha)
        body(cairo)
        cairo_destroy(cairo)
    }

    private static func rounded(_ rect: Rect, _ radii: [Double]) -> GskRoundedRect {
        var rounded = GskRoundedRect()
        var bounds = rect.graphene
        let sizes = (0..<4).map { index -> graphene_size_t in
            let radius = Float(radii.indices.contains(index) ? radii[index] : 0)
            return graphene_size_t(width: radius, height: radius)
        }
        var (one, two, three, four) = (sizes[0], sizes[1], sizes[2], sizes[3])
        gsk_rounded_rect_init(&rounded, &bounds, &one, &two, &three, &four)
        return rounded
    }
}

extension Rect {
    nonisolated var graphene: graphene_rect_t {
        graphene_rect_t(
            origin: graphene_point_t(x: Float(x), y: Float(y)),
            size: graphene_size_t(width: Float(width), height: Float(height)))
    }

    nonisolated fileprivate func grown(by reach: Double) -> Rect {
        Rect(x: x - reach, y: y - reach, width: width + 2 * reach, height: height + 2 * reach)
    }
}

extension Point {
    fileprivate nonisolated var graphene: graphene_point_t { graphene_point_t(x: Float(x), y: Float(y)) }
}
