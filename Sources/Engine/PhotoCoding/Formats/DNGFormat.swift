import CaptureEngine

extension PhotoFileFormat {
    package static let dng = PhotoFileFormat(
        id: .dng, type: "com.adobe.raw-image",
        encoding: .raw { photo throws(CaptureError) in
            try DNGPhoto.encode(
                photo.mosaic, metadata: photo.metadata, color: photo.color, shown: photo.shown, preview: photo.preview)
        },
        reading: Reading(
            fileExtensions: ["dng"],
            // Source: TIFF 6.0, section 2.
            recognizes: { $0.starts(with: [0x49, 0x49, 42, 0]) || $0.starts(with: [0x4D, 0x4D, 0, 42]) },
            facts: { DNGFileHeader($0)?.facts },
            decode: { (bytes, limits) throws(CaptureError) in
                guard let found = EmbeddedPictures.largestJPEG(inTIFF: bytes) else {
                    throw CaptureError(.fileUnreadable, "The raw file has no preview to show")
                }
                guard let crop = DNGFileHeader(bytes)?.userCrop(ofPreview: found.size) else {
                    return try StillDecoder.jpeg(found.picture, orientation: found.orientation, limits)
                }
                let whole = try StillDecoder.jpeg(found.picture, orientation: .up, StillLimits(maxPixelSize: nil))
                let part = try StillGeometry.part(
                    of: whole, at: crop.origin(in: whole.pixelSize), size: crop.size(in: whole.pixelSize))
                return try StillGeometry.upright(part, found.orientation, maxPixelSize: limits.maxPixelSize)
            }))
}

extension PhotoFileFormat.ID {
    package static let dng = Self(rawValue: "dng")
}
