import PhotoCoding

extension AVCapturePhotoSettings {
    /// The processed photo's file; `nil` when the photo is pixels, or RAW only.
    var pictureFormat: PhotoFileFormat? {
        guard let codec else { return nil }
        return PhotoFileFormat.all.first { $0.picture?.codec == codec.rawValue && $0.has(processedFileType) }
    }

    /// The RAW photo's file.
    var rawFormat: PhotoFileFormat? {
        PhotoFileFormat.all.first { $0.raw != nil && $0.has(rawFileType) }
    }
}

extension PhotoFileFormat {
    /// Whether the file has that type; `nil` matches any.
    fileprivate func has(_ type: AVFileType?) -> Bool { type.map { $0.rawValue == self.type } ?? true }
}
