import Glibc

/// New files of one folder that belong together, such as a photo and its raw data: they get their names together, even
/// if the process is killed between two of them.
///
/// | a process dies | what is there | what ``completeAbandoned(of:in:)`` and then ``NewFile/removeLeftovers(of:in:)`` do |
/// | --- | --- | --- |
/// | before the list | hidden files | remove them |
/// | after it | the list, and files with hidden names or their own | give the hidden files their own names |
/// | after the last name | the list | remove it |
///
/// The list is a small hidden file with the hidden and the own name of each file. Used by one thread at a time.
package final class NewFileSet {
    /// What the system answers, and about which file.
    package struct Failure: Error {
        package var path: String
        package var number: Int32
    }

    private let files: [NewFile]
    private var list: FileList?

    /// - Parameter files: complete and synced, not published yet.
    package init(_ files: [NewFile]) { self.files = files }

    /// From here on the files get their names, by this process or, if it is killed, by the next one. Nothing to do for a
    /// single file, which gets its name in one step.
    package func commit() throws(Failure) {
        guard files.count > 1, list == nil, let first = files.first else { return }
        for file in files {
            // Refused here, before any other file has its name.
            if FixedFile(file.path) != nil { throw Failure(path: file.path, number: EPERM) }
            let status = file.takeHiddenName()
            if status != 0 { throw Failure(path: file.path, number: status) }
        }
        do { list = try FileList(of: files) } catch { throw Failure(path: first.path, number: error.number) }
    }

    /// Gives the files their names, and syncs those.
    ///
    /// - Throws: EEXIST if a file that must not be replaced has taken a name meanwhile; then none of the files keeps
    ///   its name.
    package func publish() throws(Failure) {
        try commit()
        defer {
            list?.remove()
            list = nil
        }
        for (index, file) in files.enumerated() {
            let status = file.publish()
            if status == 0 { continue }
            // A file that was replaced is gone, so its replacement stays.
            for published in files[..<index] where !published.isReplacing { published.remove() }
            throw Failure(path: file.path, number: status)
        }
        for file in files {
            let status = NewFile.syncName(of: file.path, descriptor: file.descriptor)
            if status != 0 { throw Failure(path: file.path, number: status) }
        }
    }

    // MARK: Leftovers

    /// Names the files of sets that dead processes of this user have left, if one of `names` is in the set.
    ///
    /// - Returns: the names that were given. A file that is not to be replaced is left alone.
    package static func completeAbandoned(of names: some Sequence<String>, in folder: String) -> [String] {
        let names = Set(names)
        return lists(in: folder).flatMap { list in
            list.entries.contains { names.contains($0.name) } ? list.completeIfAbandoned() : []
        }
    }

    /// The hidden names of files that are to get their own.
    static func hiddenNames(in folder: String) -> Set<String> {
        Set(lists(in: folder).flatMap { $0.entries.map(\.hidden) })
    }

    private static func lists(in folder: String) -> [FileList] {
        NewFile.names(in: folder).filter { Place.prefix(ofList: $0) != nil }
            .compactMap { FileList(name: $0, in: folder) }
    }
}
