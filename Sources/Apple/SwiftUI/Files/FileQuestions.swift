import Foundation
import GtkSupport
import UIKit
import UniformTypeIdentifiers

/// Asks a person about files.
@MainActor protocol FileAsking {
    /// - Parameter chosen: receives nothing if the person changes their mind.
    func chooseFiles(
        of types: [UTType], several: Bool, over controller: UIViewController?, _ chosen: @escaping ([URL]) -> Void)
    /// - Parameter chosen: receives `nil` if the person changes their mind.
    func chooseNewFile(
        named name: String, over controller: UIViewController?, _ chosen: @escaping (URL?) -> Void)
    func chooseFolder(over controller: UIViewController?, _ chosen: @escaping (URL?) -> Void)
}

/// The desktop's dialogs.
struct DesktopFiles: FileAsking {
    /// Another one in tests.
    static var current: any FileAsking = DesktopFiles()

    func chooseFiles(
        of types: [UTType], several: Bool, over controller: UIViewController?, _ chosen: @escaping ([URL]) -> Void
    ) {
        let isFolder = types.contains { $0.conforms(to: .directory) }
        let title = isFolder ? "Choose a Folder" : several ? "Open Files" : "Open a File"
        var question = Desktop.FileQuestion(title: title)
        // Types without endings, such as all data, are those of any file.
        let endings = types.map(\.allFilenameExtensions)
        if !endings.contains(where: \.isEmpty) { question.endings = endings.flatMap { $0 } }
        Desktop.chooseFiles(question, several: several, folders: isFolder, for: controller?.desktopWindow) {
            chosen($0.map { URL(fileURLWithPath: $0) })
        }
    }

    func chooseNewFile(named name: String, over controller: UIViewController?, _ chosen: @escaping (URL?) -> Void) {
        let question = Desktop.FileQuestion(title: "Save a File", accept: "_Save")
        Desktop.chooseNewFile(question, name: name, for: controller?.desktopWindow) {
            chosen($0.map { URL(fileURLWithPath: $0) })
        }
    }

    func chooseFolder(over controller: UIViewController?, _ chosen: @escaping (URL?) -> Void) {
        let question = Desktop.FileQuestion(title: "Choose a Folder", accept: "_Save")
        Desktop.chooseFiles(question, several: false, folders: true, for: controller?.desktopWindow) {
            chosen($0.first.map { URL(fileURLWithPath: $0, isDirectory: true) })
        }
    }
}

extension UIViewController {
    fileprivate var desktopWindow: Window? { viewIfLoaded?.window?.desktopWindow }
}

/// Asks when a condition begins to hold.
struct FilePanel: ViewModifier {
    let isPresented: Binding<Bool>
    /// Asks, and calls its second argument when the person has answered.
    let ask: (UIViewController?, @escaping () -> Void) -> Void
    @Environment(\.hostController) private var host

    func body(content: Content) -> some View {
        content.modified(Asking(isPresented: isPresented, controller: host, ask: ask))
    }
}

private struct Asking: Event {
    let isPresented: Binding<Bool>
    let controller: HostController?
    let ask: (UIViewController?, @escaping () -> Void) -> Void
    private let isWanted: Bool

    init(
        isPresented: Binding<Bool>, controller: HostController?,
        ask: @escaping (UIViewController?, @escaping () -> Void) -> Void
    ) {
        (self.isPresented, self.controller, self.ask) = (isPresented, controller, ask)
        isWanted = isPresented.wrappedValue
    }

    @MainActor func update(_ node: EventNode, from old: Self?) {
        guard isWanted, old?.isWanted != true else { return }
        let (isPresented, controller, ask) = (isPresented, controller?.controller, ask)
        node.graph.afterUpdate { ask(controller) { isPresented.wrappedValue = false } }
    }
}
