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
            }),
        reading: Reading(
            fileExtensions: ["heic", "heif"],
            recognizes: { start in
                // Source: ISO/IEC 23008-12, annex B (brands).
                start.count == 12 && start[4..<8].elementsEqual("ftyp".utf8)
                    && ["heic", "heix", "mif1", "hevc"].contains(String(decoding: start[8...], as: UTF8.self))
            },
            facts: { HEIFFileHeader($0)?.facts },
            decode: { (bytes, limits) throws(CaptureError) in try StillDecoder.heif(bytes, limits) }))
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
