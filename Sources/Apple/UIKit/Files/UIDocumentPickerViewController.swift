import Foundation
import UIKitCore
import UniformTypeIdentifiers

/// Told what a person has chosen. Source: Apple, UIDocumentPickerDelegate.
@MainActor @preconcurrency
public protocol UIDocumentPickerDelegate: NSObjectProtocol {
    /// - `urls`: what was chosen, or where the exported files are now.
    func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL])
    /// The person has changed their mind.
    func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController)
}

extension UIDocumentPickerDelegate {
    public func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]) {}
    public func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController) {}
}

/// Lets a person choose files or folders, or where files go. Source: Apple, UIDocumentPickerViewController.
///
/// Linux: the desktop's dialog, which opens when the controller is presented; its own view shows nothing. It is dismissed
/// when the person has answered, and the dialog is closed when it is dismissed.
open class UIDocumentPickerViewController: UIViewController {
    private enum Task {
        case opening([UTType], asCopy: Bool)
        case exporting([URL], asCopy: Bool)
    }

    private let task: Task
    open weak var delegate: (any UIDocumentPickerDelegate)?
    open var allowsMultipleSelection = false
    /// Linux: without effect; the desktop always shows them.
    open var shouldShowFileExtensions = false
    /// Where the dialog begins; `nil` for where it was last.
    open var directoryURL: URL?
    private var withdraw: FileWithdrawal?

    /// - Parameters:
    ///   - contentTypes: which files are offered; with a folder's type, folders.
    ///   - asCopy: whether the app gets copies in its temporary folder.
    public init(forOpeningContentTypes contentTypes: [UTType], asCopy: Bool) {
        task = .opening(contentTypes, asCopy: asCopy)
        super.init(nibName: nil, bundle: nil)
        modalPresentationStyle = .overFullScreen
    }

    public convenience init(forOpeningContentTypes contentTypes: [UTType]) {
        self.init(forOpeningContentTypes: contentTypes, asCopy: false)
    }

    /// - Parameters:
    ///   - urls: the files that are written to where the person says.
    ///   - asCopy: whether the originals stay.
    public init(forExporting urls: [URL], asCopy: Bool) {
        task = .exporting(urls, asCopy: asCopy)
        super.init(nibName: nil, bundle: nil)
        modalPresentationStyle = .overFullScreen
    }

    public convenience init(forExporting urls: [URL]) { self.init(forExporting: urls, asCopy: false) }

    public required init?(coder: NSCoder) { nil }

    open override func loadView() {
        view = UIView(frame: UIScreen.main.bounds)
        view.backgroundColor = .clear
    }

    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        guard withdraw == nil else { return }
        let (files, folder) = (DesktopFiles.current, directoryURL)
        // An answer may come at once.
        withdraw = {}
        switch task {
        case .opening(let types, let asCopy):
            let withdrawal = files.chooseFiles(
                of: types, several: allowsMultipleSelection, in: folder, over: self
            ) { [self] urls in
                answered(urls, asCopy ? { @Sendable in try urls.map { try $0.copiedToTemporaryFolder() } } : nil)
            }
            keep(withdrawal)
        case .exporting(let urls, let asCopy):
            let withdrawal =
                urls.count == 1
                ? files.chooseNewFile(named: urls[0].lastPathComponent, in: folder, over: self) { [self] url in
                    answered(url.map { [$0] } ?? []) {
                        try url.map { [try urls[0].place(at: $0, asCopy: asCopy)] } ?? []
                    }
                }
                : files.chooseFolder(in: folder, over: self) { [self] folder in
                    answered(folder.map { [$0] } ?? []) {
                        guard let folder else { return [] }
                        return try urls.map { url in
                            let place = folder.appendingPathComponent(url.lastPathComponent)
                            return try url.place(at: url.isSameFile(as: place) ? place : place.unused, asCopy: asCopy)
                        }
                    }
                }
            keep(withdrawal)
        }
    }

    private func keep(_ withdrawal: @escaping FileWithdrawal) { if withdraw != nil { withdraw = withdrawal } }

    open override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        let open = withdraw
        withdraw = nil
        open?()
    }

    /// - Parameters:
    ///   - urls: what the person has chosen; none if they changed their mind.
    ///   - work: what is done about it, on another thread; returns where the files are then.
    private func answered(_ urls: [URL], _ work: (@Sendable () throws -> [URL])?) {
        withdraw = nil
        presentingViewController?.dismiss(animated: false)
        guard !urls.isEmpty else {
            delegate?.documentPickerWasCancelled(self)
            return
        }
        guard let work else {
            delegate?.documentPicker(self, didPickDocumentsAt: urls)
            return
        }
        _Concurrency.Task { @MainActor in
            let result = await withCheckedContinuation { continuation in
                DispatchQueue.global().async { continuation.resume(returning: Result { try work() }) }
            }
            switch result {
            case .success(let places): delegate?.documentPicker(self, didPickDocumentsAt: places)
            case .failure(let error):
                FileHandle.standardError.write(
                    Data("UIDocumentPickerViewController: \(error.localizedDescription)\n".utf8))
                delegate?.documentPickerWasCancelled(self)
            }
        }
    }
}

extension URL {
    fileprivate func copiedToTemporaryFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let copy = folder.appendingPathComponent(lastPathComponent)
        try FileManager.default.copyItem(at: self, to: copy)
        return copy
    }

    /// Whether both lead to one file, perhaps by links.
    fileprivate func isSameFile(as other: URL) -> Bool { resolvingSymlinksInPath() == other.resolvingSymlinksInPath() }

    /// Copies or moves the file to a place; the person was asked before one is replaced.
    ///
    /// What is there stays until the new file is whole.
    fileprivate func place(at target: URL, asCopy: Bool) throws -> URL {
        if isSameFile(as: target) || !asCopy && rename(path, target.path) == 0 { return target }
        let part = target.deletingLastPathComponent().appendingPathComponent(".\(UUID().uuidString).part")
        do {
            try FileManager.default.copyItem(at: self, to: part)
            guard rename(part.path, target.path) == 0 else {
                let reason = String(cString: strerror(errno))
                throw CocoaError(
                    .fileWriteUnknown,
                    userInfo: [NSLocalizedDescriptionKey: "\(target.path) cannot be written: \(reason)"])
            }
        } catch {
            try? FileManager.default.removeItem(at: part)
            throw error
        }
        if !asCopy { try FileManager.default.removeItem(at: self) }
        return target
    }
}

extension URL {
    /// The place, with a number if something is there already: nothing is replaced that nobody has been asked about.
    package var unused: URL {
        let (folder, name) = (deletingLastPathComponent(), lastPathComponent as NSString)
        let (stem, ending) = (name.deletingPathExtension, name.pathExtension)
        var (place, number) = (self, 1)
        while FileManager.default.fileExists(atPath: place.path) {
            number += 1
            place = folder.appendingPathComponent(ending.isEmpty ? "\(stem) \(number)" : "\(stem) \(number).\(ending)")
        }
        return place
    }
}
