internal import CGtk

/// A list of texts that a list widget shows.
package final class TextList: Object {
    package convenience init(_ texts: [String] = []) {
        self.init(owned: UnsafeMutableRawPointer(gtk_string_list_new(nil)))
        replace(at: 0, count: 0, with: texts)
    }

    package var count: Int { Int(g_list_model_get_n_items(opaque)) }

    /// - Returns: `nil` beyond the end.
    package subscript(index: Int) -> String? {
        gtk_string_list_get_string(opaque, guint(index)).map { String(cString: $0) }
    }

    /// Replaces items at an index.
    package func replace(at index: Int, count: Int, with texts: [String]) {
        var texts: [UnsafePointer<CChar>?] = texts.map { UnsafePointer(strdup($0)) } + [nil]
        defer { for text in texts { free(UnsafeMutablePointer(mutating: text)) } }
        gtk_string_list_splice(opaque, guint(index), guint(count), &texts)
    }
}

/// Which items of a list are selected; any number can be.
package final class Selection: Object {
    package convenience init(of list: TextList) {
        // The selection takes over a reference to the list.
        g_object_ref(list.pointer)
        self.init(owned: UnsafeMutableRawPointer(gtk_multi_selection_new(list.opaque)))
    }

    /// In ascending order.
    package var indexes: [Int] {
        guard let set = gtk_selection_model_get_selection(opaque) else { return [] }
        defer { gtk_bitset_unref(set) }
        return (0..<gtk_bitset_get_size(set)).map { Int(gtk_bitset_get_nth(set, guint($0))) }
    }

    package func select(_ index: Int) { gtk_selection_model_select_item(opaque, guint(index), 1) }

    /// Selects or deselects an item.
    package func toggle(_ index: Int) {
        let isSelected = gtk_selection_model_is_selected(opaque, guint(index)) != 0
        if isSelected {
            gtk_selection_model_unselect_item(opaque, guint(index))
        } else {
            gtk_selection_model_select_item(opaque, guint(index), 0)
        }
    }

    package func clear() { gtk_selection_model_unselect_all(opaque) }
}
