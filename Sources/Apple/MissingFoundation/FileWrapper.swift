public import Foundation

/// A file, a folder with its files, or a symbolic link, in memory. Source: Apple, FileWrapper.
///
/// Linux: files have no attributes but their names.
open class FileWrapper: NSObject {
    /// Source: Apple, FileWrapper.ReadingOptions. Linux: everything is read at once.
    public struct ReadingOptions: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let immediate = ReadingOptions(rawValue: 1)
        public static let withoutMapping = ReadingOptions(rawValue: 2)
    }

    /// Source: Apple, FileWrapper.WritingOptions.
    public struct WritingOptions: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// What was there is replaced only when all is written.
        public static let atomic = WritingOptions(rawValue: 1)
        /// The names of the files are set to those under which they were written.
        public static let withNameUpdating = WritingOptions(rawValue: 2)
    }

    private enum Content {
        case file(Data)
        case folder([String: FileWrapper])
        case link(URL)
    }

    private var content: Content
    /// The name under which it was read or written.
    open var filename: String?
    /// The name that it is to have in a folder; the one under which it was read, at first.
    open var preferredFilename: String?

    public init(regularFileWithContents contents: Data) { content = .file(contents) }

    /// - Parameter childrenByPreferredName: the files by their names in the folder.
    public init(directoryWithFileWrappers childrenByPreferredName: [String: FileWrapper]) {
        content = .folder(childrenByPreferredName)
        super.init()
        for (name, child) in childrenByPreferredName where child.preferredFilename == nil {
            child.preferredFilename = name
        }
    }

    /// - Parameter url: what the link leads to; a relative URL starts at the link's folder.
    public init(symbolicLinkWithDestination url: URL) { content = .link(url) }

    /// Reads a file, or a folder with all that is in it. A symbolic link is not followed.
    ///
    /// - Throws: Foundation's error for what cannot be read.
    public init(url: URL, options: FileWrapper.ReadingOptions = []) throws {
        content = try Self.read(url, options)
        super.init()
        (filename, preferredFilename) = (url.lastPathComponent, url.lastPathComponent)
    }

    private static func read(_ url: URL, _ options: ReadingOptions) throws -> Content {
        if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path) {
            return .link(URL(fileURLWithPath: target, relativeTo: url.deletingLastPathComponent()))
        }
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
        guard isThere, isFolder.boolValue else { return .file(try Data(contentsOf: url)) }
        var files: [String: FileWrapper] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: url.path) {
            files[name] = try FileWrapper(url: url.appendingPathComponent(name), options: options)
        }
        return .folder(files)
    }

    open var isRegularFile: Bool { if case .file = content { true } else { false } }
    open var isDirectory: Bool { if case .folder = content { true } else { false } }
    open var isSymbolicLink: Bool { if case .link = content { true } else { false } }

    /// `nil` if it is not a link.
    open var symbolicLinkDestinationURL: URL? { if case .link(let url) = content { url } else { nil } }

    /// `nil` if it is not a file.
    open var regularFileContents: Data? { if case .file(let data) = content { data } else { nil } }

    /// By their names; `nil` if it is not a folder.
    open var fileWrappers: [String: FileWrapper]? { if case .folder(let files) = content { files } else { nil } }

    /// Puts a file into this folder.
    ///
    /// - Parameter child: one with a preferred name. If a file has it already, it gets a number.
    /// - Returns: its name in the folder.
    @discardableResult
    open func addFileWrapper(_ child: FileWrapper) -> String {
        guard case .folder(var files) = content else { preconditionFailure("only a folder has files: FileWrapper") }
        guard let wanted = child.preferredFilename, !wanted.isEmpty else {
            preconditionFailure("a file in a folder needs a preferredFilename: FileWrapper")
        }
        let numbers = sequence(first: 2) { $0 + 1 }
        let name = files[wanted] == nil ? wanted : numbers.lazy.map { "\($0)__#\(wanted)" }.first { files[$0] == nil }
        files[name ?? wanted] = child
        content = .folder(files)
        return name ?? wanted
    }

    /// Puts a new file into this folder.
    ///
    /// - Returns: its name in the folder.
    @discardableResult
    open func addRegularFile(withContents data: Data, preferredFilename fileName: String) -> String {
        let file = FileWrapper(regularFileWithContents: data)
        file.preferredFilename = fileName
        return addFileWrapper(file)
    }

    open func removeFileWrapper(_ child: FileWrapper) {
        guard case .folder(let files) = content else { preconditionFailure("only a folder has files: FileWrapper") }
        content = .folder(files.filter { $0.value !== child })
    }

    /// Whether what is at a place has the same contents.
    open func matchesContents(of url: URL) -> Bool {
        guard let other = try? FileWrapper(url: url) else { return false }
        switch (content, other.content) {
        case (.file(let one), .file(let two)): return one == two
        case (.link(let one), .link(let two)): return one.relativePath == two.relativePath
        case (.folder(let one), .folder(let two)):
            return one.keys == two.keys
                && one.allSatisfy { $0.value.matchesContents(of: url.appendingPathComponent($0.key)) }
        default: return false
        }
    }

    /// Writes the file, or the folder with all that is in it.
    ///
    /// - Parameters:
    ///   - url: where; what is there is replaced.
    ///   - options: whether that happens at once.
    ///   - originalContentsURL: Linux: without effect; everything is written.
    /// - Throws: Foundation's error for what cannot be written.
    open func write(
        to url: URL, options: FileWrapper.WritingOptions = [], originalContentsURL: URL?
    ) throws {
        switch content {
        case .file(let data): try data.write(to: url, options: options.contains(.atomic) ? .atomic : [])
        case .folder(let files): try write(files, to: url, options)
        case .link(let target):
            if (try? FileManager.default.destinationOfSymbolicLink(atPath: url.path)) != nil {
                try FileManager.default.removeItem(at: url)
            }
            try FileManager.default.createSymbolicLink(
                atPath: url.path, withDestinationPath: target.relativePath)
        }
        if options.contains(.withNameUpdating) { filename = url.lastPathComponent }
    }

    private func write(_ files: [String: FileWrapper], to url: URL, _ options: WritingOptions) throws {
        let folder =
            options.contains(.atomic)
            ? url.deletingLastPathComponent().appendingPathComponent(".\(UUID().uuidString).part") : url
        do {
            if folder == url { try? FileManager.default.removeItem(at: url) }
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            for (name, file) in files {
                // The folder itself comes at once.
                try file.write(
                    to: folder.appendingPathComponent(name), options: options.subtracting(.atomic),
                    originalContentsURL: nil)
            }
            guard folder != url else { return }
            try? FileManager.default.removeItem(at: url)
            try FileManager.default.moveItem(at: folder, to: url)
        } catch {
            if folder != url { try? FileManager.default.removeItem(at: folder) }
            throw error
        }
    }
}

extension URL {
    /// Source: Apple, URL. Linux: always `true`; a file that a person has chosen can be read until the program ends.
    public func startAccessingSecurityScopedResource() -> Bool { true }

    /// Source: Apple, URL. Linux: without effect.
    public func stopAccessingSecurityScopedResource() {}
}
