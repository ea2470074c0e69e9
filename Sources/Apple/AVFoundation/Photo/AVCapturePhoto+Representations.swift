import CaptureEngine
import CoreVideo
import Foundation
import PhotoCoding

extension AVCapturePhoto {
    /// The photo as a file, with its metadata; `nil` when a pixel format was requested.
    public func fileDataRepresentation() -> Data? {
        switch content {
        case .file(let data, _), .raw(_, let data, _): data
        case .pixels, .nothing: nil
        }
    }

    /// The photo as a file with the metadata, depth and matte that the customizer returns. The pixels are not
    /// compressed again.
    ///
    /// - Returns: `nil` when a pixel format was requested, or the file cannot be made.
    public func fileDataRepresentation(with customizer: any AVCapturePhotoFileDataRepresentationCustomizer) -> Data? {
        let packaging: PhotoPackaging
        switch content {
        case .file(_, let own), .raw(_, _, let own): packaging = own
        case .pixels, .nothing: return nil
        }
        var parts = packaging.parts
        parts.metadata = parts.metadata.replaced(by: customizer.replacementMetadata(for: self) ?? [:])
        parts.depth = parts.depth == nil ? nil : customizer.replacementDepthData(for: self)?.map
        if parts.portraitMatte != nil {
            parts.portraitMatte = customizer.replacementPortraitEffectsMatte(for: self)?.mattingImage
        }
        do {
            return try packaging.package(parts)
        } catch {
            return nil
        }
    }

    /// The photo as an image in the sensor's orientation; a compressed photo is decoded.
    ///
    /// - Returns: `nil` for RAW photos.
    public func cgImageRepresentation() -> CGImage? {
        switch content {
        case .file(_, let packaging): PhotoImage.image(of: packaging)
        case .pixels(let buffer): PhotoImage.image(of: buffer)
        case .raw, .nothing: nil
        }
    }

    /// The preview as an image; `nil` when none was requested.
    public func previewCGImageRepresentation() -> CGImage? {
        previewPixelBuffer.flatMap { PhotoImage.image(of: $0) }
    }
}

extension PhotoMetadata {
    /// Metadata with only what `dictionary` holds, and what describes the pixels themselves.
    fileprivate func replaced(by dictionary: [String: Any]) -> PhotoMetadata {
        var metadata = PhotoMetadata()
        metadata.pixelWidth = pixelWidth
        metadata.pixelHeight = pixelHeight
        metadata.orientation = orientation
        metadata.merge(dictionary)
        return metadata
    }
}
