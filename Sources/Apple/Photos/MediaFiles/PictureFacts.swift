import CoreLocation
import Foundation

/// The header of a picture.
struct PictureFacts: Sendable {
    /// When shown upright.
    private(set) var width = 0
    private(set) var height = 0
    /// In EXIF's numbers: 1 is upright, 5 to 8 lie on their side.
    private(set) var orientation = 1
    private(set) var creationDate: Date?
    private(set) var location: CLLocation?
    /// EXIF's ImageUniqueID.
    private(set) var uniqueID: String?
    /// Shared by all photos of one burst.
    private(set) var burstIdentifier: String?
    var hasDepth = false
    private(set) var shot = ShotDetails()

    /// Sets the size from the stored one; the orientation must be known by then.
    mutating func setSize(_ width: Int, _ height: Int) {
        (self.width, self.height) = orientation >= 5 ? (height, width) : (width, height)
    }

    /// Adds the EXIF data.
    ///
    /// - Parameter turns: whether to use the orientation; HEIF has it elsewhere.
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
    /// Reads the header of a picture; `nil` if it is not one.
    init?(_ source: some ByteSource) {
        let facts = JPEGHeader(source)?.facts ?? HEIFHeader(source)?.facts ?? DNGHeader(source)?.facts
        guard let facts else { return nil }
        self = facts
    }
}
