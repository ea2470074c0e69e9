import CoreMedia

/// What shall be made of a photo's frames: everything that ``PhotoRenderer`` has to know beside the pixels.
///
/// It can be stored, so that a photo can be made by another process later.
package struct PhotoRecipe: Codable, Sendable {
    /// What several frames are used for.
    package enum Priority: Int, Codable, Sendable, Comparable {
        /// One frame as it is.
        case speed = 1
        /// A few frames are merged, unless one is good enough: in good light, or as the camera has compressed it.
        case balanced = 2
        /// As many frames as there are, are merged.
        case quality = 3

        package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    /// A size in pixels.
    package struct Size: Codable, Sendable, Hashable {
        package var width: Int32
        package var height: Int32

        package init(_ dimensions: CMVideoDimensions) {
            width = dimensions.width
            height = dimensions.height
        }

        package var dimensions: CMVideoDimensions { CMVideoDimensions(width: width, height: height) }
    }

    /// The kind of file. The name is older than RAW formats, and recipes are stored.
    package var codec = PhotoFileFormat.ID.jpeg
    /// 0…1.
    package var quality = 0.9
    /// 8 or 10 bits a sample, as far as the format has them.
    package var bitDepth = 8
    package var priority = Priority.speed
    /// Which of the frames is the moment of the photo; the others are only there to be merged with it.
    package var reference = 0
    /// The sensitivity at which the frames were made, which tells how noisy they are; `nil` when unknown.
    package var iso: Float?
    /// Whether a photo at once after the start waits for frames to merge: for a balance only where there is noise for certain.
    package var isWorthWaiting: Bool { priority == .quality || iso != nil }
    /// The photo's size; `nil` is that of the frames.
    package var size: Size?
    /// The size of the picture inside the file; `nil` is none.
    package var thumbnail: Size?
    /// Its orientation says how the pixels are to be turned; they are not turned.
    package var metadata = PhotoMetadata()

    package init() {}
}
