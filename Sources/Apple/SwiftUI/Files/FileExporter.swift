import CoreTransferable
import Foundation
import MissingFoundation
import UIKit
import UniformTypeIdentifiers

extension View {
    /// Lets a person say, in the desktop's dialog, where a document is written.
    ///
    /// - Parameters:
    ///   - isPresented: becomes `false` when the person has answered; setting it to `false` closes the dialog.
    ///   - document: what is written; without one, nobody is asked.
    ///   - contentType: in which kind of file.
    ///   - defaultFilename: the name that is proposed, with or without its ending.
    ///   - onCompletion: receives the file, or why it could not be written; not called if the person changes their mind.
    public func fileExporter<D: FileDocument>(
        isPresented: Binding<Bool>, document: D?, contentType: UTType, defaultFilename: String? = nil,
        onCompletion: @escaping (_ result: Result<URL, any Error>) -> Void
    ) -> some View {
        exporting(isPresented, document.map { [$0] } ?? [], contentType, defaultFilename) { results in
            if let result = results.first { onCompletion(result) }
        }
    }

    /// - Parameters:
    ///   - isPresented: becomes `false` when the person has answered; setting it to `false` closes the dialog.
    ///   - document: what is written; without one, nobody is asked.
    ///   - contentTypes: in which kinds of files; the first counts. Those of the document by themselves.
    ///   - defaultFilename: the name that is proposed, with or without its ending.
    ///   - onCompletion: receives the file, or why it could not be written.
    ///   - onCancellation: the person has changed their mind.
    public func fileExporter<D: FileDocument>(
        isPresented: Binding<Bool>, document: D?, contentTypes: [UTType] = [], defaultFilename: String? = nil,
        onCompletion: @escaping (_ result: Result<URL, any Error>) -> Void, onCancellation: @escaping () -> Void
    ) -> some View {
        let type = contentTypes.first ?? D.writableContentTypes.first ?? .data
        return exporting(isPresented, document.map { [$0] } ?? [], type, defaultFilename) { results in
            if let result = results.first { onCompletion(result) } else { onCancellation() }
        }
    }

    /// Lets a person choose the folder into which several documents are written. Linux: their names are those of their
    /// files, or "Untitled" with a number.
    ///
    /// - Parameters:
    ///   - isPresented: becomes `false` when the person has answered; setting it to `false` closes the dialog.
    ///   - documents: what is written.
    ///   - contentType: in which kind of files.
    ///   - onCompletion: receives the files, or why one could not be written; not called if the person changes their mind.
    public func fileExporter<C: Collection>(
        isPresented: Binding<Bool>, documents: C, contentType: UTType,
        onCompletion: @escaping (_ result: Result<[URL], any Error>) -> Void
    ) -> some View where C.Element: FileDocument {
        modifier(
            FilePanel(isPresented: isPresented) { controller, answered in
                DesktopFiles.current.chooseFolder(in: nil, over: controller) { folder in
                    answered()
                    guard let folder else { return }
                    Encoding(Array(documents), contentType).run({ try $0.write(into: folder) }, then: onCompletion)
                }
            })
    }

    /// Lets a person say where a value is written, in a form that it has.
    ///
    /// - Parameters:
    ///   - isPresented: becomes `false` when the person has answered; setting it to `false` closes the dialog.
    ///   - item: what is written; without one, nobody is asked.
    ///   - contentTypes: in which form; the first counts.
    ///   - defaultFilename: the name that is proposed, with or without its ending.
    ///   - onCompletion: receives the file, or why it could not be written.
    ///   - onCancellation: the person has changed their mind.
    public func fileExporter<T: Transferable & Sendable>(
        isPresented: Binding<Bool>, item: T?, contentTypes: [UTType] = [], defaultFilename: String? = nil,
        onCompletion: @escaping (_ result: Result<URL, any Error>) -> Void,
        onCancellation: @escaping () -> Void = {}
    ) -> some View {
        let type = contentTypes.first ?? .data
        return modifier(
            FilePanel(isPresented: isPresented) { controller, answered in
                guard let item else {
                    answered()
                    return nil
                }
                let name = fileName(defaultFilename, type)
                return DesktopFiles.current.chooseNewFile(named: name, in: nil, over: controller) { url in
                    answered()
                    guard let url else { return onCancellation() }
                    Task { @MainActor in
                        do {
                            try await item.exported(as: type).write(to: url, options: .atomic)
                            onCompletion(.success(url))
                        } catch {
                            onCompletion(.failure(error))
                        }
                    }
                }
            })
    }

    private func exporting<D: FileDocument>(
        _ isPresented: Binding<Bool>, _ documents: [D], _ type: UTType, _ name: String?,
        _ done: @escaping ([Result<URL, any Error>]) -> Void
    ) -> some View {
        modifier(
            FilePanel(isPresented: isPresented) { controller, answered in
                guard !documents.isEmpty else {
                    answered()
                    return nil
                }
                return DesktopFiles.current.chooseNewFile(named: fileName(name, type), in: nil, over: controller) {
                    url in
                    answered()
                    guard let url else { return done([]) }
                    Encoding(documents, type).run({ try $0.write(to: url) }) { done([$0]) }
                }
            })
    }
}

/// A name with the ending of its type.
private func fileName(_ name: String?, _ type: UTType) -> String {
    let name = name ?? "Untitled"
    guard let ending = type.preferredFilenameExtension else { return name }
    let known = type.allFilenameExtensions
    return known.contains((name as NSString).pathExtension.lowercased()) ? name : "\(name).\(ending)"
}

/// Documents that become files on another thread, as on Apple's systems: a large one stops no animation.
private struct Encoding: @unchecked Sendable {  // Documents are values that only one thread reads.
    private let wrappers: [() throws -> FileWrapper]
    private let type: UTType

    nonisolated init<D: FileDocument>(_ documents: [D], _ type: UTType) {
        self.type = type
        wrappers = documents.map { document in
            {
                try document.fileWrapper(
                    configuration: FileDocumentWriteConfiguration(contentType: type, existingFile: nil))
            }
        }
    }

    /// - Parameter done: called on the main thread.
    @MainActor func run<Files: Sendable>(
        _ work: @escaping @Sendable (Self) throws -> Files, then done: @escaping (Result<Files, any Error>) -> Void
    ) {
        Task { @MainActor in
            done(
                await withCheckedContinuation { continuation in
                    DispatchQueue.global().async { continuation.resume(returning: Result { try work(self) }) }
                })
        }
    }

    /// Writes the first one.
    func write(to url: URL) throws -> URL {
        try wrappers.first?().write(to: url, options: .atomic, originalContentsURL: nil)
        return url
    }

    func write(into folder: URL) throws -> [URL] {
        try wrappers.map { wrapper in
            let file = try wrapper()
            let name = fileName(file.preferredFilename ?? file.filename, type)
            let url = folder.appendingPathComponent(name).unused
            try file.write(to: url, options: .atomic, originalContentsURL: nil)
            return url
        }
    }
}
