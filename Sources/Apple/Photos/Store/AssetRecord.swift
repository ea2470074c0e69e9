import Foundation

/// One asset as the catalogue knows it.
struct AssetRecord: Sendable, Equatable {
    var uuid: String
    var mediaType: PHAssetMediaType
    var mediaSubtypes: PHAssetMediaSubtype = []
    var pixelWidth = 0
    var pixelHeight = 0
    var duration = 0.0
    var creationDate: Date
    var modificationDate: Date
    var isFavorite = false
    var isHidden = false
    var resources: [ResourceRecord] = []
}

/// One file of an asset.
struct ResourceRecord: Sendable, Equatable {
    var type: PHAssetResourceType
    /// The name in the library's folder.
    var filename: String
    /// The name that the file had before.
    var originalFilename: String
    var uniformTypeIdentifier: String
}

extension PHAssetResourceType {
    /// The name of a file that is not in its place yet, without extension.
    var stagingName: String {
        switch self {
        case .photo: "photo"
        case .video: "video"
        case .pairedVideo: "pairedVideo"
        case .alternatePhoto: "alternatePhoto"
        case .photoProxy: "photoProxy"
        default: "other"
        }
    }

    /// What the library can keep.
    static let supported: [PHAssetResourceType] = [.photo, .video, .pairedVideo, .alternatePhoto, .photoProxy]

    /// Reads ``stagingName``.
    init?(stagingName name: some StringProtocol) {
        guard let type = Self.supported.first(where: { $0.stagingName == name }) else { return nil }
        self = type
    }
}
