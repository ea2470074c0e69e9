import CoreTransferable
import Foundation
import MissingFoundation
import UIKit
import UniformTypeIdentifiers

extension View {
    /// Lets a person say, in the desktop's dialog, where a document is written.
    ///
    /// - Parameters:
    ///   - isPresented: becomes `false` when the person has answered.
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
    ///   - isPresented: becomes `false` when the person has answered.
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
    ///   - isPresented: becomes `false` when the person has answered.
    ///   - documents: what is written.
    ///   - contentType: in which kind of files.
    ///   - onCompletion: receives the files, or why one could not be written; not called if the person changes their mind.
    public func fileExporter<C: Collection>(
        isPresented: Binding<Bool>, documents: C, contentType: UTType,
        onCompletion: @escaping (_ result: Result<[URL], any Error>) -> Void
    ) -> some View where C.Element: FileDocument {
        modifier(
            FilePanel(isPresented: isPresented) { controller, answered in
                DesktopFiles.current.chooseFolder(over: controller) { folder in
                    answered()
                    guard let folder else { return }
                    onCompletion(Result { try written(Array(documents), contentType, into: folder) })
                }
            })
    }

    /// Lets a person say where a value is written, in a form that it has.
    ///
    /// - Parameters:
    ///   - isPresented: becomes `false` when the person has answered.
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
                guard let item else { return answered() }
                let name = fileName(defaultFilename, type)
                DesktopFiles.current.chooseNewFile(named: name, over: controller) { url in
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
                guard let document = documents.first else { return answered() }
                DesktopFiles.current.chooseNewFile(named: fileName(name, type), over: controller) { url in
                    answered()
                    done(url.map { url in [Result { try write(document, type, to: url) }] } ?? [])
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

@MainActor private func wrapper<D: FileDocument>(_ document: D, _ type: UTType) throws -> FileWrapper {
    try document.fileWrapper(configuration: FileDocumentWriteConfiguration(contentType: type, existingFile: nil))
}

@MainActor private func write<D: FileDocument>(_ document: D, _ type: UTType, to url: URL) throws -> URL {
    try wrapper(document, type).write(to: url, options: .atomic, originalContentsURL: nil)
    return url
}

@MainActor private func written<D: FileDocument>(_ documents: [D], _ type: UTType, into folder: URL) throws -> [URL] {
    try documents.map { document in
        let file = try wrapper(document, type)
        let name = fileName(file.preferredFilename ?? file.filename, type)
        let url = unusedPlace(for: name, in: folder)
        try file.write(to: url, options: .atomic, originalContentsURL: nil)
        return url
    }
}

/// Nothing is replaced that nobody has been asked about.
private func unusedPlace(for name: String, in folder: URL) -> URL {
    let (stem, ending) = ((name as NSString).deletingPathExtension, (name as NSString).pathExtension)
    var number = 1
    while true {
        let next = number == 1 ? name : ending.isEmpty ? "\(stem) \(number)" : "\(stem) \(number).\(ending)"
        let url = folder.appendingPathComponent(next)
        if !FileManager.default.fileExists(atPath: url.path) { return url }
        number += 1
    }
}
