import CoreMedia

/// How to make a photo from its frames: everything that ``PhotoRenderer`` needs besides the pixels.
///
/// It can be stored, so that another process can make the photo later.
package struct PhotoRecipe: Codable, Sendable {
    /// What several frames are used for.
    package enum Priority: Int, Codable, Sendable, Comparable {
        /// One frame, unchanged.
        case speed = 1
        /// A few frames are merged, unless one is good enough: in good light, or compressed by the camera.
        case balanced = 2
        /// All available frames are merged.
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
    /// The index of the photo's own frame; the others are only merged with it.
    package var reference = 0
    /// The sensitivity of the frames, which determines their noise; `nil` if unknown.
    package var iso: Float?
    /// Whether a photo taken right after the start waits for frames to merge. `.balanced` waits only if the sensitivity
    /// is known.
    package var isWorthWaiting: Bool { priority == .quality || iso != nil }
    /// The photo's size; `nil` means that of the frames.
    package var size: Size?
    /// The size of the thumbnail inside the file; `nil` means none.
    package var thumbnail: Size?
    /// Its orientation says how to rotate the pixels; they are not rotated.
    package var metadata = PhotoMetadata()

    package init() {}
}
