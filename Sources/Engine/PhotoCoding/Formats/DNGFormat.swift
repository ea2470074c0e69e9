import CaptureEngine

extension PhotoFileFormat {
    package static let dng = PhotoFileFormat(
        id: .dng, type: "com.adobe.raw-image",
        encoding: .raw { photo throws(CaptureError) in
            try DNGPhoto.encode(
                photo.mosaic, metadata: photo.metadata, colour: photo.colour, preview: photo.preview)
        })
}

extension PhotoFileFormat.ID {
    package static let dng = Self(rawValue: "dng")
}
