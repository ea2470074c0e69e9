import CoreLocation
import Foundation
import PhotoCoding

/// An asset's entry in the catalogue.
struct AssetRecord: Sendable, Equatable {
    /// A location, as the catalogue stores it.
    struct Place: Sendable, Equatable, Codable {
        var latitude: Double
        var longitude: Double
        var altitude: Double
        /// Negative if the altitude is unknown.
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
    /// Whether it shows an edited version.
    var isEdited = false
    var place: Place?
    var burstIdentifier: String?
    /// Whether it is the first of its burst.
    var representsBurst = false
    /// The pending photo for which the asset's proxy stands in; `nil` if nothing is pending.
    var deferredID: DeferredPhotoID?
    /// The store that has its frames.
    var deferredStore: String?
    var resources: [ResourceRecord] = []

    /// A new identifier; later ones are larger. With random ones, each step of a scan would change pages all over the
    /// catalogue's index: 2.3 GB were written for 300,000 files.
    ///
    /// Source: RFC 9562, 5.7 (version 7: milliseconds since 1970, then random bits).
    static func newUUID(at date: Date = Date()) -> String {
        var bytes = UUID().uuid
        let milliseconds = UInt64(max(date.timeIntervalSince1970, 0) * 1000)
        func byte(_ shift: Int) -> UInt8 { UInt8(truncatingIfNeeded: milliseconds >> shift) }
        (bytes.0, bytes.1, bytes.2) = (byte(40), byte(32), byte(24))
        (bytes.3, bytes.4, bytes.5) = (byte(16), byte(8), byte(0))
        bytes.6 = bytes.6 & 0x0F | 0x70
        return UUID(uuid: bytes).uuidString
    }
}

extension AssetRecord.Place {
    init(_ location: CLLocation) {
        self.init(
            latitude: location.coordinate.latitude, longitude: location.coordinate.longitude,
            altitude: location.altitude, verticalAccuracy: location.verticalAccuracy,
            horizontalAccuracy: location.horizontalAccuracy)
    }

    /// - Parameter date: the time of the location.
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
    /// The file's original name.
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

    /// The types of which a new asset can be made.
    static let supported: [PHAssetResourceType] = [.photo, .video, .pairedVideo, .alternatePhoto, .photoProxy]

    /// The types that an asset can have.
    static let kept = supported + ofEdit

    private static let ofEdit: [PHAssetResourceType] = [
        .fullSizePhoto, .fullSizeVideo, .adjustmentData, .adjustmentBasePhoto, .adjustmentBaseVideo,
    ]

    /// Whether it exists because the asset was edited.
    var isOfEdit: Bool { Self.ofEdit.contains(self) }

    /// Whether it is the result of an edit, which the asset shows.
    var isEdited: Bool { self == .fullSizePhoto || self == .fullSizeVideo }

    /// Whether it is an earlier result, with which the last edit began.
    var isEarlierEdit: Bool { self == .adjustmentBasePhoto || self == .adjustmentBaseVideo }

    /// Parses ``stagingName``.
    init?(stagingName name: some StringProtocol) {
        guard let type = Self.supported.first(where: { $0.stagingName == name }) else { return nil }
        self = type
    }
}
