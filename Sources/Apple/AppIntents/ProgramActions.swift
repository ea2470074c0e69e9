import CaptureEngine
import Conformances
import DeviceKinds
import Foundation
import GtkSupport
import UIKit

/// Offers the program's actions to the desktop: as a desktop file, on the command line, and on D-Bus.
///
///     PROGRAM --desktop-entry      prints the desktop file
///     PROGRAM --action NAME        performs an action, in the running program if there is one
///
/// On D-Bus they are the program's actions: `org.freedesktop.Application.ActivateAction`.
@MainActor
enum ProgramActions: LaunchParticipant {
    static func willRun(_ application: Application, _ arguments: inout [String]) -> Int32? {
        let actions = all
        let option = CommandLine.arguments.dropFirst().first
        if option == "--desktop-entry" {
            let entry = DesktopEntry(title: ProgramName.title, program: CommandLine.arguments[0], actions: actions)
            FileHandle.standardOutput.write(Data(entry.text.utf8))
            return 0
        }
        guard !actions.isEmpty else { return nil }
        for action in actions { offer(action, on: application) }
        guard option == "--action" else { return nil }
        let name = CommandLine.arguments.dropFirst(2).first ?? ""
        guard actions.contains(where: { $0.name == name }) else {
            report("--action \(name): the actions are \(actions.map(\.name).joined(separator: ", "))")
            return EX_USAGE
        }
        application.startAction(name)
        if application.isRemote { return 0 }
        // The action shows the window itself, if it wants one.
        arguments.append("--gapplication-service")
        return nil
    }

    /// Each name once: a second shortcut of an intent gets a number.
    static var all: [ProgramAction] {
        let sources = Conformances.types(of: (any ProgramActionSource).self)
        var names: [String: Int] = [:]
        return sources.compactMap { $0 as? any ProgramActionSource.Type }.flatMap { $0.actions }
            .map { action in
                names[action.name, default: 0] += 1
                let count = names[action.name]!
                return count == 1 ? action : action.renamed("\(action.name)-\(count)")
            }
    }

    private static func offer(_ action: ProgramAction, on application: Application) {
        switch action.kind {
        case .button(let perform):
            application.addAction(action.name) { run(action, on: application, perform) }
        case .toggle(let isOn, let set):
            application.addToggle(action.name, isOn: isOn) { wanted in
                run(action, on: application) {
                    try await set(wanted)
                    application.setState(wanted, of: action.name)
                }
            }
        }
    }

    private static func run(
        _ action: ProgramAction, on application: Application, _ body: @escaping @MainActor () async throws -> Void
    ) {
        guard !(action.needsUnlocking && isLocked) else {
            return report("\(action.name): not while the session is locked")
        }
        // The program must not end before the action does.
        application.hold()
        if action.opensApp { application.emit("activate") }
        Task {
            do { try await body() } catch { report("\(action.name): \(error.localizedDescription)") }
            application.release()
        }
    }

    private static var isLocked: Bool { CaptureWorld.current.isLocked || DesktopLock.isLockedNow }

    private static func report(_ sentence: String) {
        FileHandle.standardError.write(Data("\(ProgramName.title): \(sentence)\n".utf8))
    }
}
