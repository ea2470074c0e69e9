import CaptureEngine
import Foundation
import PhotoCoding

/// Makes a photo's file again with other metadata, depth or matte, without compressing the pixels again.
struct PhotoPackaging: Sendable {
    /// What may differ from one file of a photo to the next.
    struct Parts: Sendable {
        var metadata: PhotoMetadata
        var depth: DepthMap?
        var portraitMatte: CVPixelBuffer?
    }

    let parts: Parts
    /// Puts the parts around the photo's pixels.
    let package: @Sendable (Parts) throws(CaptureError) -> Data

    init(parts: Parts, package: @escaping @Sendable (Parts) throws(CaptureError) -> Data) {
        self.parts = parts
        self.package = package
    }
}
