import CaptureEngine
import Foundation

extension PhotoFileFormat {
    package static let heic = PhotoFileFormat(
        id: .heic, type: "public.heic",
        encoding: .picture(
            PictureEncoding(codec: "hvc1", mostBits: 10, holdsAuxiliaries: true, holdsThumbnail: true) {
                photo throws(CaptureError) in
                try HEIFPhoto.compress(
                    photo.picture, quality: photo.recipe.quality, bitDepth: photo.recipe.bitDepth,
                    thumbnail: photo.recipe.thumbnail?.dimensions)
            }))
}

extension PhotoFileFormat.ID {
    package static let heic = Self(rawValue: "heic")
}

extension HEIFPhoto.Picture: CompressedPhoto {
    package func file(
        metadata: PhotoMetadata, auxiliaries: [AuxiliaryPicture], isFirst: Bool
    ) throws(CaptureError) -> Data {
        try file(metadata: metadata, auxiliaries: auxiliaries)
    }
}
