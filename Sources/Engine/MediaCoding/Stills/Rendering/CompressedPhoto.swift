import CaptureEngine
import Foundation

/// A photo's compressed pixels, of which files can be made that differ in what they say beside them.
package enum CompressedPhoto: Sendable {
    /// A whole file, with the metadata of its recipe.
    case jpeg(Data)
    case heic(HEIFPhoto.Picture)

    /// - Parameters:
    ///   - isFirst: whether the metadata are those of the recipe by which the photo was compressed.
    ///   - auxiliaries: pictures that belong to this one; JPEG files cannot hold them.
    /// - Throws: ``CaptureError`` `encodeFailed`.
    package func file(
        metadata: PhotoMetadata, auxiliaries: [AuxiliaryPicture] = [], isFirst: Bool = false
    ) throws(CaptureError) -> Data {
        switch self {
        case .jpeg(let file): isFirst ? file : try Self.repackaged(file, metadata)
        case .heic(let picture): try picture.file(metadata: metadata, auxiliaries: auxiliaries)
        }
    }

    /// The same file with other metadata, and with the thumbnail that it has.
    private static func repackaged(_ file: Data, _ metadata: PhotoMetadata) throws(CaptureError) -> Data {
        let thumbnail = file.withUnsafeBytes { EmbeddedPictures.thumbnail(ofJPEG: $0).map { Data($0) } }
        return try JPEGPhoto.file(of: file, metadata: metadata, thumbnail: thumbnail)
    }
}
