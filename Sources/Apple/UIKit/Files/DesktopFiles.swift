import Foundation
import GtkSupport
import UniformTypeIdentifiers

/// Takes a question back that a person has not answered.
package typealias FileWithdrawal = () -> Void

/// Asks a person about files. `folder` is where the dialog begins; `nil` for where it was last.
@MainActor package protocol FileAsking {
    /// - Parameter chosen: receives nothing if the person changes their mind.
    func chooseFiles(
        of types: [UTType], several: Bool, in folder: URL?, over controller: UIViewController?,
        _ chosen: @escaping ([URL]) -> Void
    ) -> FileWithdrawal
    /// - Parameter chosen: receives `nil` if the person changes their mind.
    func chooseNewFile(
        named name: String, in folder: URL?, over controller: UIViewController?, _ chosen: @escaping (URL?) -> Void
    ) -> FileWithdrawal
    func chooseFolder(in folder: URL?, over controller: UIViewController?, _ chosen: @escaping (URL?) -> Void)
        -> FileWithdrawal
}

/// The desktop's dialogs.
package struct DesktopFiles: FileAsking {
    /// Another one in tests.
    package static var current: any FileAsking = DesktopFiles()

    package func chooseFiles(
        of types: [UTType], several: Bool, in folder: URL?, over controller: UIViewController?,
        _ chosen: @escaping ([URL]) -> Void
    ) -> FileWithdrawal {
        let isFolder = types.contains { $0.conforms(to: .directory) }
        let title = isFolder ? "Choose a Folder" : several ? "Open Files" : "Open a File"
        var question = Desktop.FileQuestion(title: title)
        question.folder = folder?.path
        // Types without endings, such as all data, are those of any file.
        let endings = types.map(\.allFilenameExtensions)
        if !endings.contains(where: \.isEmpty) { question.endings = endings.flatMap { $0 } }
        return Desktop.chooseFiles(question, several: several, folders: isFolder, for: controller?.desktopWindow) {
            chosen($0.map { URL(fileURLWithPath: $0) })
        }
    }

    package func chooseNewFile(
        named name: String, in folder: URL?, over controller: UIViewController?, _ chosen: @escaping (URL?) -> Void
    ) -> FileWithdrawal {
        var question = Desktop.FileQuestion(title: "Save a File", accept: "_Save")
        question.folder = folder?.path
        return Desktop.chooseNewFile(question, name: name, for: controller?.desktopWindow) {
            chosen($0.map { URL(fileURLWithPath: $0) })
        }
    }

    package func chooseFolder(in folder: URL?, over controller: UIViewController?, _ chosen: @escaping (URL?) -> Void)
        -> FileWithdrawal
    {
        var question = Desktop.FileQuestion(title: "Choose a Folder", accept: "_Save")
        question.folder = folder?.path
        return Desktop.chooseFiles(question, several: false, folders: true, for: controller?.desktopWindow) {
            chosen($0.first.map { URL(fileURLWithPath: $0, isDirectory: true) })
        }
    }
}

extension UIViewController {
    fileprivate var desktopWindow: Window? { viewIfLoaded?.window?.desktopWindow }
}
