import AVCamCore
import Foundation
import GtkSupport

/// The camera in a window.
@main
struct App {
    static let id = "org.avcam.AVCam"
    /// The path of the program's files among its resources.
    static let resources = "/org/avcam/AVCam"
    /// `EX_USAGE` of sysexits.h.
    private static let usageError: Int32 = 64

    static func main() {
        // GLib runs the main actor: an async `main` would give its thread to Dispatch.
        exit(MainActor.assumeIsolated { run() })
    }

    @MainActor private static func run() -> Int32 {
        Translations.setUp(domain: "avcam")
        if let word = CommandLine.arguments.dropFirst().first(where: { !$0.hasPrefix("-") }) {
            let sentence = filled(
                gettext("%s is not an option; --help lists the options."), word)
            FileHandle.standardError.write(Data("avcam-window: \(sentence)\n".utf8))
            return usageError
        }
        Resources.register(base64: resourceBundle)
        MainLoop.attachMainActor()
        let application = Application(id: id, resources: resources)
        let session = AppSession(application)
        addOptions(to: application)
        let status = withExtendedLifetime(session) { application.run(CommandLine.arguments) }
        Settings.sync()
        return status
    }

    @MainActor private static func addOptions(to application: Application) {
        application.addOptions([
            "photo": gettext("Open in photo mode"),
            "video": gettext("Open in video mode"),
            "version": gettext("Print the version"),
        ]) { [unowned application] given in
            if given.contains("version") {
                print(Version.current)
                return 0
            }
            // Before GTK has a display, or it would first read the light style sheet.
            application.preferDark()
            for mode in CaptureMode.allCases where given.contains(mode.rawValue) {
                application.startAction(mode.rawValue)
                // The action opens the window; activating would do so again.
                return application.isRemote ? 0 : nil
            }
            return nil
        }
    }
}
