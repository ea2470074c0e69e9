import CoreLocation
import Foundation
import MediaCoding

/// One asset as the catalogue knows it.
struct AssetRecord: Sendable, Equatable {
    /// Where something was, as the catalogue keeps it.
    struct Place: Sendable, Equatable {
        var latitude: Double
        var longitude: Double
        var altitude: Double
        /// Negative when the altitude is not known.
        var verticalAccuracy: Double
        var horizontalAccuracy: Double
    }

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
    var place: Place?
    var burstIdentifier: String?
    /// Whether it is the first of its burst.
    var representsBurst = false
    /// What the asset's proxy is waiting for; `nil` when nothing is to be done.
    var deferredID: DeferredPhotoID?
    /// The store that has the frames.
    var deferredStore: String?
    var resources: [ResourceRecord] = []
}

extension AssetRecord.Place {
    init(_ location: CLLocation) {
        self.init(
            latitude: location.coordinate.latitude, longitude: location.coordinate.longitude,
            altitude: location.altitude, verticalAccuracy: location.verticalAccuracy,
            horizontalAccuracy: location.horizontalAccuracy)
    }

    /// - Parameter date: when it was there.
    func location(at date: Date) -> CLLocation {
        CLLocation(
            coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: altitude,
            horizontalAccuracy: horizontalAccuracy, verticalAccuracy: verticalAccuracy, timestamp: date)
    }
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
