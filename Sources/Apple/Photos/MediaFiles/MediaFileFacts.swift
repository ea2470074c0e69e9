import CoreLocation
import Foundation
import PhotoCoding

/// What the catalogue stores about a picture or movie; read from the first bytes, without decoding.
struct MediaFileFacts: Equatable {
    var format: MediaFileFormat
    /// The size when shown upright; 0 if unknown.
    var pixelWidth = 0
    var pixelHeight = 0
    /// In seconds; 0 for a picture.
    var duration = 0.0
    /// When it was taken, according to the file.
    var creationDate: Date?
    /// Where it was taken, according to the file.
    var location: CLLocation?
    /// The pending photo, if this is a proxy.
    var deferredID: DeferredPhotoID?
    var burstIdentifier: String?
    var hasDepth = false

    /// - Returns: `nil` if the bytes are not a picture or movie of a kind that the library keeps, or end before their
    ///   description does.
    init?(_ source: some ByteSource, formats: [MediaFileFormat] = MediaFileFormat.all) {
        let start = source.bytes(at: 0, count: 12)
        guard let format = formats.first(where: { $0.recognizes(start) }) else { return nil }
        self.format = format
        switch format.content {
        case .photo(let photo):
            guard let facts = photo.reading.facts(source) else { return nil }
            take(facts)
        case .drawing:
            pixelWidth = source.integer(at: 16, width: 4) ?? 0
            pixelHeight = source.integer(at: 20, width: 4) ?? 0
        case .movie:
            guard let header = MovieHeader(source) else { return nil }
            (pixelWidth, pixelHeight) = (header.uprightWidth, header.uprightHeight)
            duration = header.duration
            creationDate = header.creationDate
            location = MovieDetails(source, readsTracks: false)?.location
        }
    }

    private mutating func take(_ facts: PictureFacts) {
        (pixelWidth, pixelHeight) = (facts.width, facts.height)
        creationDate = facts.creationDate
        location = facts.location.map { CLLocation($0, at: facts.creationDate) }
        deferredID = facts.uniqueID.flatMap { DeferredPhotoID($0) }
        (burstIdentifier, hasDepth) = (facts.burstIdentifier, facts.hasDepth)
    }

    /// The subtypes of an asset whose main file this is.
    func subtypes(isLive: Bool) -> PHAssetMediaSubtype {
        var subtypes: PHAssetMediaSubtype = []
        if isLive { subtypes.insert(.photoLive) }
        if hasDepth { subtypes.insert(.photoDepthEffect) }
        return subtypes
    }
}

extension CLLocation {
    /// The place in a file. Files do not give the accuracy of the altitude.
    fileprivate convenience init(_ location: PhotoMetadata.Location, at date: Date?) {
        self.init(
            coordinate: CLLocationCoordinate2D(latitude: location.latitude, longitude: location.longitude),
            altitude: location.altitude ?? 0, horizontalAccuracy: location.horizontalAccuracy ?? 0,
            verticalAccuracy: location.altitude == nil ? -1 : 0, timestamp: date ?? Date(timeIntervalSince1970: 0))
    }
}
