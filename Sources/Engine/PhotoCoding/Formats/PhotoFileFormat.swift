import CaptureEngine
import CoreMedia
import CoreVideo
import Foundation

/// One kind of photo file: how one is made, recognized and read back.
///
/// To add one, write a value in a file of its own beside this one, and an entry in ``all``.
package struct PhotoFileFormat: Sendable {
    /// How the file is made.
    package enum Encoding: Sendable {
        case picture(PictureEncoding)
        /// Of a sensor's mosaic.
        case raw(@Sendable (RawPhoto) throws(CaptureError) -> Data)
    }

    /// Of a picture that any program can show.
    package struct PictureEncoding: Sendable {
        /// The codec of the pixels: its four characters in Apple's API.
        package let codec: String
        /// The most bits per sample that the file can hold.
        package let mostBits: Int
        /// Whether a picture that the camera has compressed as JPEG goes into the file unchanged.
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

    /// How files are recognized and read back, also those of other programs.
    package struct Reading: Sendable {
        /// What their names end in; the first is given to new ones.
        package let fileExtensions: [String]
        /// Whether a file that begins with such bytes is one: the first 12, if there are so many.
        package let recognizes: @Sendable ([UInt8]) -> Bool
        /// Reads what stands before the pixels; `nil` for a file that ends before its size is known.
        package let facts: @Sendable (any ByteSource) -> PictureFacts?
        /// Decodes a file of any origin upright, for a screen: opaque `kCVPixelFormatType_32BGRA`.
        package let decode: @Sendable (UnsafeRawBufferPointer, StillLimits) throws(CaptureError) -> CVPixelBuffer

        package init(
            fileExtensions: [String], recognizes: @escaping @Sendable ([UInt8]) -> Bool,
            facts: @escaping @Sendable (any ByteSource) -> PictureFacts?,
            decode: @escaping @Sendable (UnsafeRawBufferPointer, StillLimits) throws(CaptureError) -> CVPixelBuffer
        ) {
            self.fileExtensions = fileExtensions
            self.recognizes = recognizes
            self.facts = facts
            self.decode = decode
        }
    }

    package struct ID: RawRepresentable, Hashable, Codable, Sendable {
        /// It is part of stored recipes, so it never changes.
        package let rawValue: String

        package init(rawValue: String) { self.rawValue = rawValue }
    }

    package let id: ID
    /// The uniform type identifier.
    package let type: String
    package let encoding: Encoding
    package let reading: Reading

    package init(id: ID, type: String, encoding: Encoding, reading: Reading) {
        self.id = id
        self.type = type
        self.encoding = encoding
        self.reading = reading
    }

    /// The formats that photos can have, and can be read back from; of those that fit, the first is taken.
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

    /// The format of a file, recognized by its first bytes; `nil` if it is none of these.
    package func format(of file: some ByteSource) -> PhotoFileFormat? {
        let start = file.bytes(at: 0, count: 12)
        return first { $0.reading.recognizes(start) }
    }

    /// The facts in a photo's header; `nil` if it is not a photo, or ends before its size is known.
    package func facts(of file: some ByteSource) -> PictureFacts? { format(of: file)?.reading.facts(file) }

    /// - Throws: ``CaptureError`` `formatUnsupported` if none of them has that identifier, or it is a format for RAW
    ///   photos.
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
    /// Whether that is known to have no fault.
    package let isCameraPictureWhole: Bool
    package let recipe: PhotoRecipe
}

/// What a RAW photo's file is made of.
package struct RawPhoto: Sendable {
    package let mosaic: CVPixelBuffer
    package let color: RawColor
    /// The size of the part around the center that programs should show; `nil` for all.
    package let shown: CMVideoDimensions?
    /// What the camera made of the same exposure, in the orientation of the mosaic: of the part that is shown.
    package let preview: CVPixelBuffer
    package let metadata: PhotoMetadata

    package init(
        mosaic: CVPixelBuffer, color: RawColor, shown: CMVideoDimensions? = nil, preview: CVPixelBuffer,
        metadata: PhotoMetadata
    ) {
        self.mosaic = mosaic
        self.color = color
        self.shown = shown
        self.preview = preview
        self.metadata = metadata
    }
}
