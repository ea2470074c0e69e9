import Foundation
import Photos

/// One photo or movie of the library, as the viewer shows it.
package struct MediaItem: Sendable, Identifiable {
    package enum Kind: Sendable {
        case photo
        case livePhoto
        case movie
    }

    package let asset: PHAsset
    let platform: any LibraryPlatform
    /// The asset's `localIdentifier`.
    package let id: String
    package let kind: Kind
    package let creationDate: Date
    /// In seconds; 0 for a photo.
    package let duration: TimeInterval
    /// In pixels, upright; 0 when the library cannot read it.
    package let pixelWidth: Int
    package let pixelHeight: Int
    /// Whether it is a proxy, which the final photo will replace soon.
    package let isProxy: Bool
    private let modificationDate: Date

    init(_ asset: PHAsset, in platform: any LibraryPlatform) {
        self.asset = asset
        self.platform = platform
        id = asset.localIdentifier
        kind =
            switch asset.playbackStyle {
            case .video, .videoLooping: .movie
            case .livePhoto: .livePhoto
            default: .photo
            }
        creationDate = asset.creationDate ?? .distantPast
        modificationDate = asset.modificationDate ?? .distantPast
        duration = asset.duration
        (pixelWidth, pixelHeight) = (asset.pixelWidth, asset.pixelHeight)
        isProxy = platform.isProxy(asset)
    }
}

// A changed asset is not equal to the old one, because its picture has to be made again.
extension MediaItem: Hashable {
    package static func == (first: MediaItem, second: MediaItem) -> Bool {
        first.id == second.id && first.modificationDate == second.modificationDate && first.isProxy == second.isProxy
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// The difference between two lists: from ``position`` on, ``removed`` items were replaced by ``inserted`` ones.
package struct MediaItemSplice: Equatable, Sendable {
    package let position: Int
    package let removed: Int
    package let inserted: [MediaItem]

    /// - Returns: `nil` when the lists are the same.
    package init?(from old: [MediaItem], to new: [MediaItem]) {
        let same = zip(old, new).prefix { $0 == $1 }.count
        if same == old.count && same == new.count { return nil }
        let shorter = min(old.count, new.count) - same
        let tail = zip(old.reversed(), new.reversed()).prefix(shorter).prefix { $0 == $1 }.count
        position = same
        removed = old.count - same - tail
        inserted = Array(new[same..<new.count - tail])
    }
}
