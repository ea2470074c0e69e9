import Foundation

/// What an app said of a new asset and is in none of its files. It lies beside them in the staging folder, for the run that
/// saves them if this one cannot.
struct StagedDetails: Codable, Equatable {
    /// An album that gets the asset.
    struct Album: Codable, Equatable {
        var uuid: String
        /// `nil` if the album is not made when it is missing.
        var title: String?
        /// Whether an album of this title will do.
        var isAnyOfTitle = false
    }

    /// A place is said; `nil` in it removes the file's.
    struct Place: Codable, Equatable {
        var place: AssetRecord.Place?
    }

    private static let filename = "asset.details"

    var creationDate: Date?
    var isFavorite = false
    var isHidden = false
    var place: Place?
    var albums: [Album] = []
    /// By the types' names in a staging folder.
    var originalFilenames: [String: String] = [:]

    /// - Parameter changes: those that fill its albums, too.
    init(of asset: NewAsset, in changes: [AssetChange] = []) {
        creationDate = asset.creationDate
        isFavorite = asset.isFavorite
        isHidden = asset.isHidden
        place = asset.place.map { Place(place: $0) }
        albums = changes.compactMap { change in
            switch change {
            case .createAlbum(let uuid, let title, let edits) where edits.contains { $0.adds(asset.uuid) }:
                Album(uuid: uuid, title: title)
            case .fillAlbum(let uuid, let title, let edits) where edits.contains { $0.adds(asset.uuid) }:
                Album(uuid: uuid, title: title, isAnyOfTitle: true)
            case .updateAlbum(let uuid, _, let edits) where edits.contains { $0.adds(asset.uuid) }:
                Album(uuid: uuid)
            default: nil
            }
        }
        for resource in asset.resources {
            var name = resource.originalFilename
            if name == nil, case .file(let url, moves: false) = resource.content { name = url.lastPathComponent }
            originalFilenames[resource.type.stagingName] = name
        }
    }

    private init() {}

    /// - Returns: `nil` if nothing was said, or it cannot be read.
    init?(in folder: String) {
        guard let data = FileManager.default.contents(atPath: folder + "/" + Self.filename),
            let details = try? JSONDecoder().decode(Self.self, from: data)
        else { return nil }
        self = details
    }

    /// Whether a file in a staging folder is this one.
    static func isDetails(_ name: String) -> Bool { name == filename }

    /// Without them the asset is still whole, so nothing fails if they cannot be written.
    func write(in folder: String) {
        if self == Self() { return }
        _ = FileManager.default.createFile(
            atPath: folder + "/" + Self.filename, contents: try? JSONEncoder().encode(self))
    }
}

extension AlbumEdit {
    fileprivate func adds(_ asset: String) -> Bool {
        switch self {
        case .remove: false
        case .place(let assets, _), .add(let assets): assets.contains(asset)
        }
    }
}

extension LibraryStore {
    /// Adds an asset to the albums that it was meant for, and of which there may be newer ones meanwhile.
    func fillAlbums(of details: StagedDetails, with asset: String, _ access: CatalogueAccess) throws {
        for album in details.albums {
            if try access.changeAlbum(album.uuid, title: nil, edits: [.add([asset])]) { continue }
            guard let title = album.title else { continue }
            var uuid = album.uuid
            if album.isAnyOfTitle, let known = try access.album(titled: title) {
                uuid = known
            } else {
                try access.insertAlbum(uuid, title: title)
            }
            _ = try access.changeAlbum(uuid, title: nil, edits: [.add([asset])])
        }
    }
}
