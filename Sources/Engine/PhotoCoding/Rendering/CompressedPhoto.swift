import CaptureEngine
import Foundation

/// A photo's compressed pixels. Files made from them can differ in their metadata and auxiliary pictures.
package protocol CompressedPhoto: Sendable {
    /// - Parameters:
    ///   - auxiliaries: pictures that belong to this one; left out of files that cannot hold them.
    ///   - isFirst: whether the metadata are those of the recipe by which the photo was compressed.
    /// - Throws: ``CaptureError`` `encodeFailed`.
    func file(
        metadata: PhotoMetadata, auxiliaries: [AuxiliaryPicture], isFirst: Bool
    ) throws(CaptureError) -> Data
}

extension CompressedPhoto {
    /// A file with other metadata, or other pictures besides the main one.
    package func file(
        metadata: PhotoMetadata, auxiliaries: [AuxiliaryPicture] = []
    ) throws(CaptureError) -> Data {
        try file(metadata: metadata, auxiliaries: auxiliaries, isFirst: false)
    }
}
