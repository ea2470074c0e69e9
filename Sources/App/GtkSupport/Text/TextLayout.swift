internal import CGtk

/// Text in lines, measured and drawn by Pango. Needs no display.
@MainActor
package final class TextLayout {
    package nonisolated struct Run: Hashable, Sendable {
        package var text: String
        package var style: TextStyle

        package init(_ text: String, _ style: TextStyle) { (self.text, self.style) = (text, style) }
    }

    package nonisolated enum Alignment: Sendable {
        /// Where lines begin in the text's language.
        case natural
        case left
        case center
        case right
        case justified
    }

    package nonisolated enum Truncation: Sendable {
        case clip
        case start
        case middle
        case end
    }

    private let layout: OpaquePointer

    /// - Parameters:
    ///   - lineLimit: 0 for none.
    ///   - wrapsCharacters: whether lines may end within words, even where words fit.
    package init(
        _ runs: [Run], alignment: Alignment = .natural, lineLimit: Int = 0, truncation: Truncation = .end,
        lineSpacing: Double = 0, wrapsCharacters: Bool = false
    ) {
        layout = Self.makeLayout(runs, alignment, lineSpacing: lineSpacing, wrapsCharacters: wrapsCharacters)
        self.lineLimit = lineLimit
        self.truncation = truncation
        fit(width: nil, height: nil)
    }

    isolated deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }

    private let lineLimit: Int
    private let truncation: Truncation

    /// Breaks the lines.
    ///
    /// - Parameters:
    ///   - width: `nil` for as wide as the text is.
    ///   - height: what is below it is left out; `nil` for as high as the text is.
    package func fit(width: Double?, height: Double?) {
        let isCut = width != nil && truncation != .clip && (lineLimit > 0 || height != nil)
        pango_layout_set_ellipsize(layout, isCut ? truncation.mode : PANGO_ELLIPSIZE_NONE)
        // One line that is cut off does not wrap.
        let isOneLine = lineLimit == 1 && truncation == .clip
        pango_layout_set_width(layout, isOneLine ? -1 : width.map { Self.units(max(0, $0) + 0.001) } ?? -1)
        if let height, lineLimit == 0 {
            pango_layout_set_height(layout, Self.units(max(0, height) + 0.01))
        } else {
            pango_layout_set_height(layout, lineLimit > 0 ? Int32(-lineLimit) : Int32(-100_000))
        }
    }

    /// As wide as its longest line.
    package var size: Size {
        var extents = PangoRectangle()
        pango_layout_get_extents(layout, nil, &extents)
        var height = Double(extents.height)
        let lines = lineCount
        // Without an ellipsis, Pango keeps all lines.
        if lineLimit > 0, lines > lineLimit { height = height * Double(lineLimit) / Double(lines) }
        return Size(width: Self.layoutUnits(Double(extents.width)), height: Self.layoutUnits(height))
    }

    /// From the top to the first line's baseline.
    package var firstBaseline: Double { Self.layoutUnits(Double(pango_layout_get_baseline(layout))) }

    /// From the top to the last line's baseline.
    package var lastBaseline: Double {
        let iterator = pango_layout_get_iter(layout)
        defer { pango_layout_iter_free(iterator) }
        while pango_layout_iter_next_line(iterator) != 0 {}
        return Self.layoutUnits(Double(pango_layout_iter_get_baseline(iterator)))
    }

    package var lineCount: Int { Int(pango_layout_get_line_count(layout)) }

    /// Whether some of the text is left out.
    package var isTruncated: Bool { pango_layout_is_ellipsized(layout) != 0 }

    /// Draws it with its upper left corner at the origin, aligned in the width that it was fitted into.
    package func draw(in snapshot: Snapshot, color: Color) {
        var color = color.rgba
        gtk_snapshot_append_layout(snapshot.pointer, layout, &color)
    }

    /// Pango's layout of some text, as wide as the text is; for use on the calling thread only: each thread has its own font map. The
    /// caller releases it.
    nonisolated static func makeLayout(
        _ runs: [Run], _ alignment: Alignment, lineSpacing: Double, wrapsCharacters: Bool = false
    ) -> OpaquePointer {
        let context = pango_font_map_create_context(pango_cairo_font_map_get_default())
        defer { g_object_unref(context.map(UnsafeMutableRawPointer.init)) }
        pango_context_set_round_glyph_positions(context, 0)
        let layout: OpaquePointer = pango_layout_new(context)
        let text = runs.map(\.text).joined()
        pango_layout_set_text(layout, text, -1)
        let attributes = pango_attr_list_new()
        var start = 0
        for run in runs {
            let end = start + run.text.utf8.count
            for attribute in Self.attributes(run.style) {
                attribute.pointee.start_index = guint(start)
                attribute.pointee.end_index = guint(end)
                pango_attr_list_insert(attributes, attribute)
            }
            start = end
        }
        pango_layout_set_attributes(layout, attributes)
        pango_attr_list_unref(attributes)
        pango_layout_set_wrap(layout, wrapsCharacters ? PANGO_WRAP_CHAR : PANGO_WRAP_WORD_CHAR)
        pango_layout_set_spacing(layout, units(lineSpacing))
        switch alignment {
        case .natural, .left: pango_layout_set_alignment(layout, PANGO_ALIGN_LEFT)
        case .center: pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
        case .right: pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT)
        case .justified: pango_layout_set_justify(layout, 1)
        }
        // Otherwise Pango would exchange left and right in paragraphs that go from right to left. The words run in their
        // paragraph's own direction in any case: that of a new context is weak.
        pango_layout_set_auto_dir(layout, alignment == .natural ? 1 : 0)
        return layout
    }

    nonisolated static func attributes(_ style: TextStyle) -> [UnsafeMutablePointer<PangoAttribute>] {
        let font = pango_font_description_new()
        defer { pango_font_description_free(font) }
        pango_font_description_set_family(font, style.families)
        pango_font_description_set_absolute_size(font, style.size * Double(PANGO_SCALE))
        pango_font_description_set_weight(font, PangoWeight(UInt32(max(1, style.weight))))
        if style.slant == .italic { pango_font_description_set_style(font, PANGO_STYLE_ITALIC) }
        var attributes = [pango_attr_font_desc_new(font)]
        if style.hasMonospacedDigits { attributes.append(pango_attr_font_features_new("tnum=1")) }
        if let height = style.lineHeight { attributes.append(pango_attr_line_height_new_absolute(units(height))) }
        if style.tracking != 0 { attributes.append(pango_attr_letter_spacing_new(units(style.tracking))) }
        if style.isUnderlined { attributes.append(pango_attr_underline_new(PANGO_UNDERLINE_SINGLE)) }
        if style.isStruckThrough { attributes.append(pango_attr_strikethrough_new(1)) }
        if style.baselineOffset != 0 { attributes.append(pango_attr_rise_new(units(style.baselineOffset))) }
        func sixteenBits(_ value: Double) -> guint16 { guint16(max(0, min(1, value)) * 65535) }
        if let color = style.color {
            attributes.append(
                pango_attr_foreground_new(sixteenBits(color.red), sixteenBits(color.green), sixteenBits(color.blue)))
            attributes.append(pango_attr_foreground_alpha_new(max(1, sixteenBits(color.alpha))))
        }
        if let color = style.background {
            attributes.append(
                pango_attr_background_new(sixteenBits(color.red), sixteenBits(color.green), sixteenBits(color.blue)))
            attributes.append(pango_attr_background_alpha_new(max(1, sixteenBits(color.alpha))))
        }
        return attributes.compactMap { $0 }
    }

    nonisolated static func units(_ value: Double) -> Int32 {
        Int32(max(-1_000_000, min(1_000_000, value)) * Double(PANGO_SCALE))
    }

    nonisolated static func layoutUnits(_ value: Double) -> Double { value / Double(PANGO_SCALE) }
}

extension TextLayout.Truncation {
    fileprivate nonisolated var mode: PangoEllipsizeMode {
        switch self {
        case .clip: PANGO_ELLIPSIZE_NONE
        case .start: PANGO_ELLIPSIZE_START
        case .middle: PANGO_ELLIPSIZE_MIDDLE
        case .end: PANGO_ELLIPSIZE_END
        }
    }
}

extension Color {
    nonisolated var rgba: GdkRGBA {
        GdkRGBA(red: Float(red), green: Float(green), blue: Float(blue), alpha: Float(alpha))
    }
}
