import Foundation

extension MediaFiles {
    /// Copies files into a folder, away from the main thread. What is there is not replaced: an item whose name is taken
    /// gets a number, and the files of one item keep one name.
    ///
    /// - Throws: an error of the file system; the copies before it stay.
    package static func copy(_ items: [MediaFiles], to folder: URL) async throws {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async {
                continuation.resume(with: Result { for item in items { try item.copy(to: folder) } })
            }
        }
    }

    /// Copies a file under another name, away from the main thread. A file that has that name is replaced once the copy is
    /// whole.
    ///
    /// - Throws: an error of the file system; a file that has that name is then as it was.
    package static func copy(_ file: URL, as copy: URL, through copies: PartialCopies = .standard) async throws {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async {
                continuation.resume(with: Result { try replace(copy, by: file, copies) })
            }
        }
    }

    private static func replace(_ copy: URL, by file: URL, _ copies: PartialCopies) throws {
        try copies.withPartial(in: copy.deletingLastPathComponent()) { partial in
            try FileManager.default.copyItem(at: file, to: partial)
            guard rename(partial.path, copy.path) == 0 else {
                let reason = POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
                throw CocoaError(
                    .fileWriteUnknown, userInfo: [NSFilePathErrorKey: copy.path, NSUnderlyingErrorKey: reason])
            }
        }
    }

    private func copy(to folder: URL) throws {
        for number in 1... {
            let copies = all.map { folder.appendingPathComponent(Self.name(of: $0, number)) }
            if copies.contains(where: { FileManager.default.fileExists(atPath: $0.path) }) { continue }
            for (file, copy) in zip(all, copies) { try Self.copy(file, to: copy) }
            return
        }
    }

    /// The copy gets its name when it is whole: one that was broken off could be taken for the photo.
    private static func copy(_ file: URL, to copy: URL) throws {
        try PartialCopies.standard.withPartial(in: copy.deletingLastPathComponent()) { partial in
            try FileManager.default.copyItem(at: file, to: partial)
            try FileManager.default.moveItem(at: partial, to: copy)
        }
    }

    /// `IMG_0001.jpg`, `IMG_0001 2.jpg`.
    private static func name(of file: URL, _ number: Int) -> String {
        if number == 1 { return file.lastPathComponent }
        return "\(file.deletingPathExtension().lastPathComponent) \(number).\(file.pathExtension)"
    }
}
