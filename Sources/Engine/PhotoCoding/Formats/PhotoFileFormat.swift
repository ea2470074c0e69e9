import CaptureEngine
import CoreVideo
import Foundation

/// One kind of photo file: everything that differs from format to format.
///
/// A new one is a value in a file of its own beside this, and an entry in ``all``.
package struct PhotoFileFormat: Sendable {
    /// How the file is made.
    package enum Encoding: Sendable {
        case picture(PictureEncoding)
        /// Of a sensor's mosaic.
        case raw(@Sendable (RawPhoto) throws(CaptureError) -> Data)
    }

    /// Of a picture that everybody can look at.
    package struct PictureEncoding: Sendable {
        /// The codec of the pixels: its four characters in Apple's API.
        package let codec: String
        /// The most bits a sample that the file can have.
        package let mostBits: Int
        /// Whether a picture that the camera has compressed as JPEG is put into the file as it is.
        package let keepsCameraPicture: Bool
        /// Whether depth and mattes have a place in the file.
        package let holdsAuxiliaries: Bool
        package let holdsThumbnail: Bool
        /// The costly part of making a file.
        package let compress: @Sendable (UncompressedPhoto) throws(CaptureError) -> any CompressedPhoto

        package init(
            codec: String, mostBits: Int = 8, keepsCameraPicture: Bool = false, holdsAuxiliaries: Bool = false,
            holdsThumbnail: Bool = false,
            compress: @escaping @Sendable (UncompressedPhoto) throws(CaptureError) -> any CompressedPhoto
        ) {
            self.codec = codec
            self.mostBits = mostBits
            self.keepsCameraPicture = keepsCameraPicture
            self.holdsAuxiliaries = holdsAuxiliaries
            self.holdsThumbnail = holdsThumbnail
            self.compress = compress
        }
    }

    package struct ID: RawRepresentable, Hashable, Codable, Sendable {
        /// Stands in recipes that are stored, so it never changes.
        package let rawValue: String

        package init(rawValue: String) { self.rawValue = rawValue }
    }

    package let id: ID
    /// The uniform type identifier.
    package let type: String
    package let encoding: Encoding

    package init(id: ID, type: String, encoding: Encoding) {
        self.id = id
        self.type = type
        self.encoding = encoding
    }

    /// What photos can be made as; of those that fit, the first is taken.
    package static let all: [PhotoFileFormat] = [.heic, .jpeg, .dng]

    /// `nil` for a RAW format.
    package var picture: PictureEncoding? {
        switch encoding {
        case .picture(let picture): picture
        case .raw: nil
        }
    }

    /// `nil` for the format of a picture.
    package var raw: (@Sendable (RawPhoto) throws(CaptureError) -> Data)? {
        switch encoding {
        case .picture: nil
        case .raw(let encode): encode
        }
    }
}

extension [PhotoFileFormat] {
    package subscript(id: PhotoFileFormat.ID) -> PhotoFileFormat? { first { $0.id == id } }

    /// - Throws: ``CaptureError`` `formatUnsupported` when none of them is that one, or it is for RAW photos.
    func picture(_ id: PhotoFileFormat.ID) throws(CaptureError) -> PhotoFileFormat.PictureEncoding {
        guard let picture = self[id]?.picture else {
            throw CaptureError(.formatUnsupported, "Photos cannot be made in the format '\(id.rawValue)'")
        }
        return picture
    }
}

/// What a photo's file is made of.
package struct UncompressedPhoto {
    package let picture: CVPixelBuffer
    /// The same picture as the camera has compressed it; `nil` when it has not, or the pixels were changed since.
    package let cameraPicture: Data?
    package let recipe: PhotoRecipe
}

/// What a RAW photo's file is made of.
package struct RawPhoto: Sendable {
    package let mosaic: CVPixelBuffer
    package let colour: RawColour
    /// What the camera made of the same exposure, in the orientation of the mosaic.
    package let preview: CVPixelBuffer
    package let metadata: PhotoMetadata

    package init(mosaic: CVPixelBuffer, colour: RawColour, preview: CVPixelBuffer, metadata: PhotoMetadata) {
        self.mosaic = mosaic
        self.colour = colour
        self.preview = preview
        self.metadata = metadata
    }
}
