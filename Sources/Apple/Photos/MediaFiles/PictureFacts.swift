import CoreLocation
import Foundation

/// What the header of a picture says.
struct PictureFacts: Sendable {
    /// As the picture is to be shown, turned upright.
    private(set) var width = 0
    private(set) var height = 0
    /// As EXIF counts them: 1 is upright, 5 to 8 lie on the side.
    private(set) var orientation = 1
    private(set) var creationDate: Date?
    private(set) var location: CLLocation?
    /// EXIF's ImageUniqueID.
    private(set) var uniqueID: String?
    /// What all photos of one burst have in common.
    private(set) var burstIdentifier: String?
    var hasDepth = false
    private(set) var shot = ShotDetails()

    /// Takes over a size as it is stored; the orientation has to be known by then.
    mutating func setSize(_ width: Int, _ height: Int) {
        (self.width, self.height) = orientation >= 5 ? (height, width) : (width, height)
    }

    /// Takes over what EXIF says.
    ///
    /// - Parameter turns: whether the orientation counts; in HEIF it is said elsewhere.
    mutating func read(_ tags: TIFFTags, turns: Bool = true) {
        if turns, let value = tags.number(.orientation), (1...8).contains(value) { orientation = Int(value) }
        creationDate = tags.creationDate
        location = tags.location
        uniqueID = tags.text(.imageUniqueID)
        burstIdentifier = tags.burstIdentifier
        shot = ShotDetails(tags)
    }
}

extension PictureFacts {
    /// Reads the header of a picture; `nil` when it is none.
    init?(_ source: some ByteSource) {
        let facts = JPEGHeader(source)?.facts ?? HEIFHeader(source)?.facts ?? DNGHeader(source)?.facts
        guard let facts else { return nil }
        self = facts
    }
}
