internal import CGtk
import Foundation

/// The running program as the desktop sees it: one instance, its actions, its windows.
package final class Application: Object {
    /// - Parameters:
    ///   - id: the name of the desktop file.
    ///   - resources: the path of the resources that are loaded by convention: `style.css` and `icons`.
    ///   - opensFiles: whether ``onOpen(_:)`` is told of arguments; without it they are an error.
    package convenience init(id: String, resources: String, opensFiles: Bool = false) {
        Self.leaveOutUnusedGL()
        let application = adw_application_new(
            id, opensFiles ? G_APPLICATION_HANDLES_OPEN : G_APPLICATION_DEFAULT_FLAGS)!
        self.init(owned: UnsafeMutableRawPointer(application))
        g_application_set_resource_base_path(cast(), resources)
    }

    /// Without this, GDK sets up OpenGL when it opens the display. That takes a tenth of a second without a GPU,
    /// although cairo's renderer never uses it.
    private static func leaveOutUnusedGL() {
        guard getenv("GSK_RENDERER").map({ String(cString: $0) }) == "cairo", getenv("GDK_DEBUG") == nil else { return }
        setenv("GDK_DEBUG", "gl-disable", 1)
    }

    /// Runs until the last window is closed.
    ///
    /// - Returns: the exit status.
    package func run(_ arguments: [String]) -> Int32 {
        var arguments = arguments.map { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        return g_application_run(cast(), Int32(arguments.count), &arguments)
    }

    /// Calls `body` for the files and addresses that the program is to open, also by a later start of it. There is then no
    /// `activate`.
    package func onOpen(_ body: @escaping @MainActor ([URL]) -> Void) {
        typealias Handler =
            @convention(c) (
                gpointer?, UnsafePointer<OpaquePointer?>?, gint, UnsafePointer<CChar>?, gpointer?
            ) -> Void
        let handler: Handler = { _, files, count, _, data in
            onMain((files, data)) { files, data in
                let addresses = (0..<Int(count)).compactMap { files?[$0].flatMap { URL(file: $0) } }
                Boxes.object(data, as: OpenClosure.self)?.body(addresses)
            }
        }
        connect("open", unsafeBitCast(handler, to: GCallback.self), OpenClosure(body))
    }

    /// Dark, unless the desktop is set to light.
    package func preferDark() {
        adw_style_manager_set_color_scheme(adw_style_manager_get_default(), ADW_COLOR_SCHEME_PREFER_DARK)
    }

    package func quit() { g_application_quit(cast()) }

    package func add(_ window: Window) { gtk_application_add_window(cast(), window.cast()) }

    /// Binds keys to an action, by its detailed name: `win.mode::video`.
    package func setKeys(_ keys: [String], for action: String) {
        var keys: [UnsafePointer<CChar>?] = keys.map { UnsafePointer(strdup($0)) } + [nil]
        defer { for key in keys { free(UnsafeMutablePointer(mutating: key)) } }
        gtk_application_set_accels_for_action(cast(), action, &keys)
    }
}

private final class OpenClosure {
    let body: @MainActor ([URL]) -> Void

    init(_ body: @escaping @MainActor ([URL]) -> Void) { self.body = body }
}
