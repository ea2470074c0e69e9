import Foundation
import SQLite

/// An album's entry in the catalogue.
struct AlbumRecord: Sendable, Equatable {
    var uuid: String
    var title: String
    /// Grows with each change of the album, so that the newer of two versions is known.
    var revision: Int
    /// Without hidden assets, and with one of each burst.
    var count = 0
    /// Of the oldest asset.
    var startDate: Date?
    /// Of the newest asset.
    var endDate: Date?
}

/// An album with what is in it, as it is outside of the catalogue.
struct AlbumContents: Sendable, Equatable, Codable {
    /// An asset, by its identifier, and by its main file if a catalogue is lost and the files get new identifiers.
    struct Entry: Sendable, Equatable, Codable {
        var identifier: String
        var file: String?
    }

    var title: String
    /// Albums that were made earlier have a smaller one.
    var order: Int64
    /// In the order of the album.
    var assets: [Entry]
}

/// An album that is read from elsewhere than the catalogue.
struct SavedAlbum: Sendable {
    var uuid: String
    var revision: Int
    var contents: AlbumContents
}

/// A change of what is in an album.
enum AlbumEdit: Sendable {
    case remove([String])
    /// Moves what is in the album already, before an asset or to the end; the rest is added there.
    case place([String], before: String?)
    /// Adds at the end what is not in the album yet.
    case add([String])

    func apply(to assets: [String]) -> [String] {
        switch self {
        case .remove(let gone):
            let gone = Set(gone)
            return assets.filter { !gone.contains($0) }
        case .place(let placed, let next):
            let moved = Set(placed)
            // What comes next may itself be among them.
            let follower = next.flatMap { assets.firstIndex(of: $0) }.flatMap { start in
                assets[start...].first { !moved.contains($0) }
            }
            var rest = assets.filter { !moved.contains($0) }
            let index = follower.flatMap { rest.firstIndex(of: $0) } ?? rest.count
            rest.insert(contentsOf: Self.unique(placed), at: index)
            return rest
        case .add(let added):
            return Self.unique(assets + added)
        }
    }

    private static func unique(_ assets: [String]) -> [String] {
        var known: Set<String> = []
        return assets.filter { known.insert($0).inserted }
    }
}
