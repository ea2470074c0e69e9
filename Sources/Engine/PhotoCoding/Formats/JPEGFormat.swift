import CaptureEngine
import Foundation
import TurboJPEG

extension PhotoFileFormat {
    package static let jpeg = PhotoFileFormat(
        id: .jpeg, type: "public.jpeg",
        encoding: .picture(
            PictureEncoding(codec: "jpeg", keepsCameraPicture: true, holdsThumbnail: true) {
                photo throws(CaptureError) in try JPEGFile(photo)
            }),
        reading: Reading(
            fileExtensions: ["jpg", "jpeg"], recognizes: { $0.starts(with: [0xFF, 0xD8, 0xFF]) },
            facts: { JPEGFileHeader($0)?.facts },
            decode: { (bytes, limits) throws(CaptureError) in
                try StillDecoder.jpeg(bytes, orientation: EmbeddedPictures.orientation(ofJPEG: bytes), limits)
            }))
}

extension PhotoFileFormat.ID {
    package static let jpeg = Self(rawValue: "jpeg")
}

/// A whole file, with the metadata of its recipe.
private struct JPEGFile: CompressedPhoto {
    let data: Data

    init(_ photo: UncompressedPhoto) throws(CaptureError) {
        let recipe = photo.recipe
        let thumbnail = recipe.thumbnail?.dimensions
        if let picture = photo.cameraPicture, photo.isCameraPictureWhole || Self.isWhole(picture) {
            data = try JPEGPhoto.file(
                of: picture, showing: photo.picture, metadata: recipe.metadata, thumbnail: thumbnail)
        } else {
            data = try JPEGPhoto.encode(
                photo.picture, quality: recipe.quality, metadata: recipe.metadata, thumbnail: thumbnail)
        }
    }

    /// A picture that lost a part in a damaged file is compressed again: then at least the photo's file is whole.
    private static func isWhole(_ picture: Data) -> Bool {
        guard var decompressor = try? JPEGDecompressor() else { return false }
        return picture.withUnsafeBytes { decompressor.isWhole($0) && JPEGScanCheck.holds($0) }
    }

    func file(
        metadata: PhotoMetadata, auxiliaries: [AuxiliaryPicture], isFirst: Bool
    ) throws(CaptureError) -> Data {
        if isFirst { return data }
        let thumbnail = data.withUnsafeBytes { EmbeddedPictures.thumbnail(ofJPEG: $0).map { Data($0) } }
        return try JPEGPhoto.file(of: data, metadata: metadata, thumbnail: thumbnail)
    }
}
