package import Foundation

/// Folders for the copies that other programs read. Only the person can see into them.
///
/// Nobody says when another program has read a copy, so a copy stays for a day: what is older goes when the next copy
/// is made.
package enum SharedCopies {
    private static let prefix = "Shared-"
    private static let age: TimeInterval = 24 * 3600

    /// - Parameter parent: the temporary folder; another one for tests.
    package static func makeFolder(
        in parent: URL = FileManager.default.temporaryDirectory, at now: Date = Date()
    ) throws -> URL {
        let files = FileManager.default
        removeOld(in: parent, at: now)
        let folder = parent.appendingPathComponent(prefix + UUID().uuidString)
        try files.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return folder
    }

    /// - Returns: the copy of a file, in a folder of its own.
    static func copy(of file: URL) throws -> URL {
        let copy = try makeFolder().appendingPathComponent(fileName(file.lastPathComponent))
        try FileManager.default.copyItem(at: file, to: copy)
        return copy
    }

    private static func removeOld(in parent: URL, at now: Date) {
        let files = FileManager.default
        // What cannot be read or removed belongs to somebody else.
        for name in (try? files.contentsOfDirectory(atPath: parent.path)) ?? [] {
            let file = parent.appendingPathComponent(name)
            guard name.hasPrefix(prefix), UUID(uuidString: String(name.dropFirst(prefix.count))) != nil,
                let attributes = try? files.attributesOfItem(atPath: file.path),
                let date = attributes[.modificationDate] as? Date, now.timeIntervalSince(date) > age
            else { continue }
            try? files.removeItem(at: file)
        }
    }

    /// A name that can be a file's.
    package static func fileName(_ name: String) -> String {
        let name = name.replacingOccurrences(of: "/", with: "-").replacingOccurrences(of: "\0", with: "")
        return ["", ".", ".."].contains(name) ? "Item" : name
    }
}
