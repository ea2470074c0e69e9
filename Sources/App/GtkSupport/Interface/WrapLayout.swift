internal import CGtk

extension Widget {
    /// Lays its children out in centered lines: what does not fit into one line begins the next one. A single line is as high
    /// as there is room. While no child is shown, it is not either, so that a box leaves no space for it.
    ///
    /// Source: the wrap box of libadwaita 1.7, which Debian 12 does not have.
    package func wrapChildren() {
        let layout = gtk_custom_layout_new(
            { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
            { widget, orientation, size, minimum, natural, _, _ in
                let request = onMain(widget) { WrapLayout(of: $0).request(orientation, for: size) }
                minimum?.pointee = request.minimum
                natural?.pointee = request.natural
            },
            { widget, width, height, _ in onMain(widget) { WrapLayout(of: $0).allocate(width: width, height: height) } }
        )
        gtk_widget_set_layout_manager(cast(), layout)
        // The widget outlives this reference to it, and a reference in its own handlers would keep it forever.
        let pointer = pointer
        for child in children {
            child.onChange(of: "visible") {
                let box = Widget(pointer)
                box.visible = box.children.contains { $0.visible }
            }
        }
    }
}

/// One layout of the children that are shown.
private struct WrapLayout {
    private struct Item {
        let widget: UnsafeMutablePointer<GtkWidget>
        let minimum: gint
        let natural: gint
        let height: gint
    }

    /// Between children, and between lines, in layout units.
    private static let spacing: gint = 6

    private let items: [Item]
    private let isRightToLeft: Bool

    init(of widget: UnsafeMutablePointer<GtkWidget>?) {
        isRightToLeft = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
        items = sequence(first: gtk_widget_get_first_child(widget)) { $0.flatMap { gtk_widget_get_next_sibling($0) } }
            .prefix { $0 != nil }.compactMap(\.self).filter { gtk_widget_should_layout($0) != 0 }
            .map { child in
                var (minimum, natural, height): (gint, gint, gint) = (0, 0, 0)
                gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, nil, nil)
                gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, -1, nil, &height, nil, nil)
                return Item(widget: child, minimum: minimum, natural: natural, height: height)
            }
    }

    func request(_ orientation: GtkOrientation, for size: gint) -> (minimum: gint, natural: gint) {
        if orientation == GTK_ORIENTATION_HORIZONTAL {
            return (items.map(\.minimum).max() ?? 0, Self.length(of: items.map(\.natural)))
        }
        let heights = lines(in: size < 0 ? .max : size).map { $0.map(\.height).max() ?? 0 }
        return (Self.length(of: heights), Self.length(of: heights))
    }

    func allocate(width: gint, height room: gint) {
        var y: gint = 0
        let lines = lines(in: width)
        for line in lines {
            let height = max(line.map(\.height).max() ?? 0, lines.count == 1 ? room : 0)
            var x = (width - Self.length(of: line.map { min($0.natural, width) })) / 2
            for item in isRightToLeft ? line.reversed() : line {
                var place = GtkAllocation(x: x, y: y, width: min(item.natural, width), height: height)
                gtk_widget_size_allocate(item.widget, &place, -1)
                x += place.width + Self.spacing
            }
            y += height + Self.spacing
        }
    }

    private func lines(in width: gint) -> [[Item]] {
        var lines: [[Item]] = []
        var room: gint = 0
        for item in items {
            let needed = Self.spacing + item.natural
            if lines.isEmpty || needed > room {
                lines.append([item])
                room = width - item.natural
            } else {
                lines[lines.count - 1].append(item)
                room -= needed
            }
        }
        return lines
    }

    private static func length(of lengths: [gint]) -> gint {
        lengths.reduce(0, +) + spacing * gint(max(lengths.count - 1, 0))
    }
}
