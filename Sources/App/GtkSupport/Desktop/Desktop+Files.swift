internal import CGtk

/// What a person is asked about files; in a sandbox through the portal.
extension Desktop {
    /// Which files are offered.
    package struct FileQuestion {
        package var title: String
        /// The label of the button; `nil` for the desktop's own.
        package var accept: String?
        /// Endings of the files' names, in lower case and without the dot; none for all files.
        package var endings: [String] = []
        /// Where the dialog begins; `nil` for where it was last.
        package var folder: String?

        package init(title: String, accept: String? = nil) { (self.title, self.accept) = (title, accept) }
    }

    /// Lets a person choose files that are there, or folders.
    ///
    /// - Parameter chosen: receives their paths; none if the person changes their mind.
    /// - Returns: closes the dialog without an answer.
    @discardableResult
    package static func chooseFiles(
        _ question: FileQuestion, several: Bool, folders: Bool = false, for window: Window?,
        chosen: @escaping @MainActor ([String]) -> Void
    ) -> () -> Void {
        let action = folders ? GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER : GTK_FILE_CHOOSER_ACTION_OPEN
        return ask(question, action, for: window) { chooser in
            gtk_file_chooser_set_select_multiple(chooser.opaque, several ? 1 : 0)
        } done: {
            chosen($0)
        }
    }

    /// Lets a person say where a new file goes; the desktop asks before one is replaced.
    ///
    /// - Parameters:
    ///   - name: what is proposed.
    ///   - chosen: receives its path; `nil` if the person changes their mind.
    /// - Returns: closes the dialog without an answer.
    @discardableResult
    package static func chooseNewFile(
        _ question: FileQuestion, name: String, for window: Window?, chosen: @escaping @MainActor (String?) -> Void
    ) -> () -> Void {
        ask(question, GTK_FILE_CHOOSER_ACTION_SAVE, for: window) { chooser in
            gtk_file_chooser_set_current_name(chooser.opaque, name)
        } done: {
            chosen($0.first)
        }
    }

    private static func ask(
        _ question: FileQuestion, _ action: GtkFileChooserAction, for window: Window?, _ setUp: (Object) -> Void,
        done: @escaping @MainActor ([String]) -> Void
    ) -> () -> Void {
        let new = gtk_file_chooser_native_new(question.title, window?.cast(), action, question.accept, nil)
        guard let new else {
            done([])
            return {}
        }
        let chooser = Object(owned: UnsafeMutableRawPointer(new))
        gtk_native_dialog_set_modal(chooser.cast(), 1)
        setUp(chooser)
        if !question.endings.isEmpty, let filter = gtk_file_filter_new() {
            for ending in question.endings { gtk_file_filter_add_suffix(filter, ending) }
            gtk_file_chooser_add_filter(chooser.opaque, filter)
            g_object_unref(UnsafeMutableRawPointer(filter))
        }
        if let folder = question.folder, let file = g_file_new_for_path(folder) {
            gtk_file_chooser_set_current_folder(chooser.opaque, file, nil)
            g_object_unref(UnsafeMutableRawPointer(file))
        }
        var isOpen = true
        // It lives until the answer: the handler, which holds it, goes when the dialog is destroyed.
        chooser.onResponse { response in
            isOpen = false
            let paths = response == GTK_RESPONSE_ACCEPT.rawValue ? self.paths(of: chooser) : []
            gtk_native_dialog_destroy(chooser.cast())
            done(paths)
        }
        gtk_native_dialog_show(chooser.cast())
        return { [weak chooser] in
            guard isOpen, let chooser else { return }
            isOpen = false
            gtk_native_dialog_destroy(chooser.cast())
        }
    }

    private static func paths(of chooser: Object) -> [String] {
        guard let files = gtk_file_chooser_get_files(chooser.opaque) else { return [] }
        defer { g_object_unref(UnsafeMutableRawPointer(files)) }
        return (0..<g_list_model_get_n_items(files)).compactMap { index in
            guard let file = g_list_model_get_item(files, index) else { return nil }
            defer { g_object_unref(file) }
            guard let path = g_file_get_path(OpaquePointer(file)) else { return nil }
            defer { g_free(path) }
            return String(cString: path)
        }
    }
}
