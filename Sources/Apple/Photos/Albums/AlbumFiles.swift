import Foundation
import Glibc

/// A copy of each album beside the catalogue, in case that the catalogue is lost.
///
///     .avcam/albums/UUID.7.json     the album's revision 7: its title, and its assets' identifiers and files
///
/// | the process or the machine dies | what is left | what the next start does with it |
/// | --- | --- | --- |
/// | after an album is in the catalogue | an older revision of the file, or none | writes the file |
/// | after an album is deleted in the catalogue | the file, and a note in the catalogue | removes the file |
/// | before the catalogue is on the disk | a newer revision of the file | takes the album from the file |
/// | while a file is written | `UUID.7.json.part` | removes it |
///
/// Files are written and removed by who has the catalogue's lock.
struct AlbumFiles {
    private static let suffix = ".json"

    let folder: LibraryFolder

    private func path(_ uuid: String, _ revision: Int) -> String {
        "\(folder.albums)/\(uuid).\(revision)\(Self.suffix)"
    }

    /// The revisions of the files, by the identifiers of the albums. Empty if none can be read.
    var revisions: [String: [Int]] {
        var revisions: [String: [Int]] = [:]
        for name in (try? DurableFile.names(in: folder.albums)) ?? [] where name.hasSuffix(Self.suffix) {
            let parts = name.dropLast(Self.suffix.count).split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, AssetRecord.isIdentifier(String(parts[0])), let revision = Int(parts[1]),
                (1...CatalogueAccess.numbers).contains(revision)
            else { continue }
            revisions[String(parts[0]), default: []].append(revision)
        }
        return revisions
    }

    /// The newest version that can be read.
    func newest(of uuid: String, _ revisions: [Int]) -> SavedAlbum? {
        for revision in revisions.sorted(by: >) {
            if let data = try? Data(contentsOf: URL(fileURLWithPath: path(uuid, revision))),
                let contents = try? JSONDecoder().decode(AlbumContents.self, from: data)
            {
                return SavedAlbum(uuid: uuid, revision: revision, contents: contents)
            }
        }
        return nil
    }

    /// Writes a revision, and removes the others.
    func write(_ contents: AlbumContents, _ uuid: String, revision: Int, replacing others: [Int]) throws {
        try folder.makeInside(folder.albums)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let path = path(uuid, revision)
        // Of a process that died.
        unlink(path + StagingFolder.partialSuffix)
        try DurableFile.write(try encoder.encode(contents), to: path)
        try DurableFile.syncFolder(folder.albums)
        for other in others where other != revision { unlink(self.path(uuid, other)) }
    }

    func remove(_ uuid: String, _ revisions: [Int]) throws(FileError) {
        for revision in revisions where unlink(path(uuid, revision)) != 0 && errno != ENOENT {
            // The album would come back from it.
            throw FileError(path(uuid, revision))
        }
        try DurableFile.syncFolder(folder.albums)
    }

    /// Keeps files that nobody can read, under another name.
    func setAside(_ uuid: String, _ revisions: [Int]) {
        for revision in revisions { rename(path(uuid, revision), path(uuid, revision) + ".damaged") }
    }
}

extension LibraryStore {
    /// Makes the catalogue's albums and their files agree: see ``AlbumFiles``.
    ///
    /// What cannot be written now is written by the next start.
    func reconcileAlbums(in catalogue: Catalogue) throws {
        if catalogue.isInMemory { return try catalogue.write { try importAlbums(AlbumFiles(folder: folder), $0) } }
        let files = AlbumFiles(folder: folder)
        let isUpToDate = try catalogue.read { access in
            guard try access.deletedAlbums().isEmpty else { return false }
            return files.revisions == (try access.albumRevisions()).mapValues { [$0] }
        }
        if isUpToDate { return }
        do {
            try catalogue.write { try reconcile(files, $0) }
        } catch let error as FileError where error.number != ESTALE {
            return
        }
    }

    private func reconcile(_ files: AlbumFiles, _ access: CatalogueAccess) throws {
        var found = files.revisions
        for uuid in try access.deletedAlbums() {
            // One that cannot be removed is remembered, and keeps no other album from being written.
            if let revisions = found.removeValue(forKey: uuid), (try? files.remove(uuid, revisions)) == nil { continue }
            try access.forgetDeletedAlbum(uuid)
        }
        for uuid in try importAlbums(files, access) { files.setAside(uuid, found.removeValue(forKey: uuid) ?? []) }
        let changed = try access.albumRevisions().filter { found[$0.key] != [$0.value] }
        // What is lost in the catalogue would be lost for good once the album's file is written.
        if !changed.isEmpty { try access.checkMembers() }
        for (uuid, revision) in changed {
            guard let contents = try access.contents(ofAlbum: uuid) else { continue }
            try files.write(contents, uuid, revision: revision, replacing: found[uuid] ?? [])
        }
    }

    /// Takes the albums of which a file has a newer version.
    ///
    /// - Returns: the albums that are not in the catalogue, and whose files cannot be read.
    @discardableResult
    private func importAlbums(_ files: AlbumFiles, _ access: CatalogueAccess) throws -> [String] {
        let known = try access.albumRevisions()
        let deleted = try access.deletedAlbums()
        var unreadable: [String] = []
        var newer: [SavedAlbum] = []
        for (uuid, revisions) in files.revisions
        where revisions.max() ?? 0 > known[uuid] ?? 0 && !deleted.contains(uuid) {
            if let album = files.newest(of: uuid, revisions) {
                if album.revision > known[uuid] ?? 0 { newer.append(album) }
            } else if known[uuid] == nil {
                unreadable.append(uuid)
            }
        }
        for album in newer.sorted(by: { $0.contents.order < $1.contents.order }) {
            try access.importAlbum(album.uuid, revision: album.revision, album.contents, exists: folder.has)
        }
        return unreadable
    }
}
