import Foundation
import PhotoCoding

/// One request of a change block, as a value.
enum AssetChange: Sendable {
    case create(NewAsset)
    case update(uuid: String, AssetEdits)
    case delete(uuid: String)
    case createAlbum(uuid: String, title: String, [AlbumEdit])
    /// Of the oldest album of this title, which is made with the identifier if it is missing.
    case fillAlbum(uuid: String, title: String, [AlbumEdit])
    /// `nil` leaves the title unchanged.
    case updateAlbum(uuid: String, title: String?, [AlbumEdit])
    case deleteAlbum(uuid: String)
}

extension AssetChange {
    /// What becomes of the content of an asset that there is already.
    var content: ContentChange? { if case .update(_, let edits) = self { edits.content } else { nil } }

    /// Also by deleting an asset that is in one.
    var mayChangeAlbums: Bool {
        switch self {
        case .create, .update: false
        case .delete, .createAlbum, .fillAlbum, .updateAlbum, .deleteAlbum: true
        }
    }
}

struct NewAsset: Sendable {
    var uuid: String
    var resources: [NewResource]
    var creationDate: Date?
    var isFavorite = false
    var isHidden = false
    /// `nil`: as the file says.
    var place: AssetRecord.Place??

    /// Whether part of it is in no file of the app's.
    var hasData: Bool { resources.contains { if case .data = $0.content { true } else { false } } }

    /// The photo that its proxy stands for; `nil` when there is no proxy.
    var deferredID: DeferredPhotoID? {
        for resource in resources where resource.type == .photoProxy {
            switch resource.content {
            case .data(let data): return MediaFileFacts(data)?.deferredID
            case .file(let url, _): return (try? FileBytes(path: url.path)).flatMap { MediaFileFacts($0) }?.deferredID
            }
        }
        return nil
    }
}

struct NewResource: Sendable {
    enum Content: Sendable {
        case data(Data)
        case file(URL, moves: Bool)
    }

    var type: PHAssetResourceType
    var content: Content
    var originalFilename: String?
    var uniformTypeIdentifier: String?

    /// `nil` if its file is not to be moved.
    var movedPath: String? { if case .file(let url, moves: true) = content { url.path } else { nil } }
}

/// The changes to an asset; `nil` leaves a value unchanged.
struct AssetEdits: Sendable {
    var creationDate: Date?
    var isFavorite: Bool?
    var isHidden: Bool?
    /// `.some(nil)` removes the place.
    var place: AssetRecord.Place??
    var content: ContentChange?
}
