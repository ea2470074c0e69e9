internal import CGtk

/// Lines of text that a person edits, and that scroll by themselves.
package final class TextArea: Widget {
    private var edits = Edits()
    /// What gives it its font and color; the widget holds it.
    private var style: OpaquePointer?

    package convenience init() {
        let view = gtk_text_view_new()!
        let window = gtk_scrolled_window_new()!
        gtk_scrolled_window_set_child(OpaquePointer(window), view)
        self.init(UnsafeMutableRawPointer(window))
        gtk_text_view_set_wrap_mode(self.view.cast(), GTK_WRAP_WORD_CHAR)
        isScrollable = true
    }

    /// What has the text, and the focus.
    package var view: Widget { Widget(UnsafeMutableRawPointer(gtk_scrolled_window_get_child(opaque)!)) }

    private var buffer: UnsafeMutablePointer<GtkTextBuffer> { gtk_text_view_get_buffer(view.cast())! }

    // MARK: Text

    /// Setting it cannot be undone by a person.
    package var text: String {
        get {
            var (start, end) = (GtkTextIter(), GtkTextIter())
            gtk_text_buffer_get_bounds(buffer, &start, &end)
            guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 1) else { return "" }
            defer { g_free(text) }
            return String(cString: text)
        }
        set { if newValue != text { gtk_text_buffer_set_text(buffer, newValue, -1) } }
    }

    /// Replaces characters; places are counted in Unicode scalars.
    package func replace(from start: Int, count: Int, with text: String) {
        var (from, to) = (iterator(start), iterator(start + count))
        gtk_text_buffer_delete(buffer, &from, &to)
        gtk_text_buffer_insert(buffer, &from, text, -1)
    }

    private func iterator(_ place: Int) -> GtkTextIter {
        var iterator = GtkTextIter()
        gtk_text_buffer_get_iter_at_offset(buffer, &iterator, Int32(max(0, min(place, Int(Int32.max)))))
        return iterator
    }

    /// What is selected, or where the cursor is; in Unicode scalars.
    package var selection: Range<Int> {
        get {
            var (start, end) = (GtkTextIter(), GtkTextIter())
            gtk_text_buffer_get_selection_bounds(buffer, &start, &end)
            let first = Int(gtk_text_iter_get_offset(&start))
            return first..<max(first, Int(gtk_text_iter_get_offset(&end)))
        }
        set {
            var (start, end) = (iterator(newValue.lowerBound), iterator(newValue.upperBound))
            gtk_text_buffer_select_range(buffer, &end, &start)
        }
    }

    package func scrollToVisible(_ place: Int) {
        var iterator = iterator(place)
        let mark = gtk_text_buffer_create_mark(buffer, nil, &iterator, 1)
        gtk_text_view_scroll_mark_onscreen(view.cast(), mark)
        gtk_text_buffer_delete_mark(buffer, mark)
    }

    // MARK: Events

    private final class Edits {
        var depth = 0
        var isWaiting = false
    }

    /// Calls `body` after each edit: what replaces a selection is one.
    package func onEdit(_ body: @escaping @MainActor () -> Void) {
        let (edits, text) = (edits, Object(UnsafeMutableRawPointer(buffer)))
        text.on("begin-user-action") { edits.depth += 1 }
        text.on("end-user-action") {
            edits.depth -= 1
            if edits.depth == 0 { body() }
        }
        // Undoing is none of a person's actions, and has several parts.
        text.on("changed") {
            guard edits.depth == 0, !edits.isWaiting else { return }
            edits.isWaiting = true
            Task { @MainActor in
                edits.isWaiting = false
                body()
            }
        }
    }

    /// Calls `body` when the cursor or the selection has moved.
    package func onSelection(_ body: @escaping @MainActor () -> Void) {
        let text = Object(UnsafeMutableRawPointer(buffer))
        text.on("notify::cursor-position", body)
        text.on("notify::has-selection", body)
    }

    /// Calls `body` when the text gets the keyboard, or loses it.
    package func onFocus(_ body: @escaping @MainActor (Bool) -> Void) {
        view.on("notify::has-focus") { [weak self] in
            if let self { body(view[property: "has-focus"]) }
        }
    }

    // MARK: Scrolling

    package var isScrollable: Bool {
        get {
            var vertical = GTK_POLICY_NEVER
            gtk_scrolled_window_get_policy(opaque, nil, &vertical)
            return vertical == GTK_POLICY_AUTOMATIC
        }
        set {
            gtk_scrolled_window_set_policy(
                opaque, GTK_POLICY_NEVER, newValue ? GTK_POLICY_AUTOMATIC : GTK_POLICY_EXTERNAL)
        }
    }

    private var adjustment: UnsafeMutablePointer<GtkAdjustment> { gtk_scrolled_window_get_vadjustment(opaque)! }

    /// In layout units from the top.
    package var scrollPlace: Double {
        get { gtk_adjustment_get_value(adjustment) }
        set { gtk_adjustment_set_value(adjustment, newValue) }
    }

    /// How high the whole text is.
    package var textHeight: Double { gtk_adjustment_get_upper(adjustment) }

    /// Calls `body` when another part of the text is seen, or it has become higher or lower.
    package func onScroll(_ body: @escaping @MainActor () -> Void) {
        let place = Object(UnsafeMutableRawPointer(adjustment))
        place.on("value-changed", body)
        place.on("changed", body)
    }

    // MARK: Looks

    package var isEditable: Bool {
        get { gtk_text_view_get_editable(view.cast()) != 0 }
        set {
            gtk_text_view_set_editable(view.cast(), newValue ? 1 : 0)
            gtk_text_view_set_cursor_visible(view.cast(), newValue ? 1 : 0)
        }
    }

    /// The room around the text.
    package func setMargins(top: Double, left: Double, bottom: Double, right: Double) {
        gtk_text_view_set_top_margin(view.cast(), Int32(top))
        gtk_text_view_set_left_margin(view.cast(), Int32(left))
        gtk_text_view_set_bottom_margin(view.cast(), Int32(bottom))
        gtk_text_view_set_right_margin(view.cast(), Int32(right))
    }

    package func setAlignment(_ alignment: TextLayout.Alignment) {
        let justification =
            switch alignment {
            case .natural, .left: GTK_JUSTIFY_LEFT
            case .center: GTK_JUSTIFY_CENTER
            case .right: GTK_JUSTIFY_RIGHT
            case .justified: GTK_JUSTIFY_FILL
            }
        gtk_text_view_set_justification(view.cast(), justification)
    }

    /// The looks of all text that has none of its own.
    package func setStyle(_ text: TextStyle, _ color: Color) {
        let context = gtk_widget_get_style_context(view.cast())
        if let known = style { gtk_style_context_remove_provider(context, known) }
        style = nil
        guard let provider = gtk_css_provider_new() else { return }
        let levels = [color.red, color.green, color.blue].map { String(Int(($0 * 255).rounded())) }
        let rgba = "rgba(\(levels.joined(separator: ",")),\(color.alpha))"
        let css = """
            textview { font-family: \(text.quotedFamilies); font-size: \(text.size)px; font-weight: \(text.weight);
                font-style: \(text.slant == .italic ? "italic" : "normal"); }
            textview, textview text { background: none; color: \(rgba); caret-color: \(rgba); }
            """
        gtk_css_provider_load_from_data(provider, css, -1)
        let added = OpaquePointer(provider)
        gtk_style_context_add_provider(context, added, guint(GTK_STYLE_PROVIDER_PRIORITY_USER))
        g_object_unref(UnsafeMutableRawPointer(provider))
        style = added
    }

    /// Gives parts of the text, in order and without gaps, looks of their own.
    package func setRuns(_ runs: [TextLayout.Run]) {
        var (start, end) = (GtkTextIter(), GtkTextIter())
        gtk_text_buffer_get_bounds(buffer, &start, &end)
        gtk_text_buffer_remove_all_tags(buffer, &start, &end)
        let table = gtk_text_buffer_get_tag_table(buffer)
        var place = 0
        for run in runs {
            let count = run.text.unicodeScalars.count
            var (from, to) = (iterator(place), iterator(place + count))
            gtk_text_buffer_apply_tag(buffer, tag(run.style, in: table), &from, &to)
            place += count
        }
    }

    private var tags: [TextStyle: Object] = [:]

    private func tag(_ style: TextStyle, in table: OpaquePointer?) -> UnsafeMutablePointer<GtkTextTag>? {
        if let known = tags[style] { return known.cast() }
        guard let new = gtk_text_tag_new(nil) else { return nil }
        let tag = Object(owned: UnsafeMutableRawPointer(new))
        gtk_text_tag_table_add(table, tag.cast())
        tags[style] = tag
        tag[property: "family"] = style.families
        tag[property: "size-points"] = style.size * 72 / 96
        tag[property: "weight"] = style.weight
        if style.slant == .italic { tag[property: "style"] = Int(PANGO_STYLE_ITALIC.rawValue) }
        if style.isUnderlined { tag[property: "underline"] = Int(PANGO_UNDERLINE_SINGLE.rawValue) }
        if style.isStruckThrough { tag[property: "strikethrough"] = true }
        if style.baselineOffset != 0 { tag[property: "rise"] = Int(TextLayout.units(style.baselineOffset)) }
        if style.tracking != 0 { tag[property: "letter-spacing"] = Int(TextLayout.units(style.tracking)) }
        if let color = style.color { tag[property: "foreground"] = color.hexadecimal }
        if let color = style.background { tag[property: "background"] = color.hexadecimal }
        return tag.cast()
    }
}

extension TextStyle {
    fileprivate nonisolated var quotedFamilies: String {
        families.split(separator: ",").map { family in
            let name = family.filter { $0 != "\"" && $0 != "\\" }.drop { $0 == " " }
            return ["sans-serif", "serif", "monospace"].contains(String(name)) ? String(name) : "\"\(name)\""
        }.joined(separator: ", ")
    }
}

extension Color {
    /// Without its opacity.
    fileprivate nonisolated var hexadecimal: String {
        "#"
            + [red, green, blue].map { level in
                let digits = String(Int((max(0, min(1, level)) * 255).rounded()), radix: 16)
                return digits.count < 2 ? "0" + digits : digits
            }.joined()
    }
}
