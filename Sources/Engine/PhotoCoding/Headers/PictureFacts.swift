import Foundation

/// What the header of a photo says; without decoding.
package struct PictureFacts: Sendable {
    /// When shown upright.
    package private(set) var width = 0
    package private(set) var height = 0
    /// In EXIF's numbers: 1 is upright, 5 to 8 lie on their side.
    package private(set) var orientation = 1
    package private(set) var creationDate: Date?
    package private(set) var location: PhotoMetadata.Location?
    /// EXIF's ImageUniqueID.
    package private(set) var uniqueID: String?
    /// Shared by all photos of one burst.
    package private(set) var burstIdentifier: String?
    package var hasDepth = false
    package private(set) var shot = ShotDetails()

    package init() {}

    /// Sets the size from the stored one; the orientation must be known by then.
    package mutating func setSize(_ width: Int, _ height: Int) {
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
