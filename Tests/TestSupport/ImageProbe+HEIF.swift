import Foundation

/// Looks at HEIF files with libheif's tools: another reader, and another HEVC decoder.
extension ImageProbe {
    /// Decodes the picture of an HEIC file as it is shown: rotated, cropped, and in full-range BT.601, whatever matrix
    /// and range it states.
    ///
    /// - Throws: `Tool.Failure` when libheif refuses the file.
    package static func decodeHEIF(_ data: Data) throws -> DecodedPicture {
        let folder = try TemporaryFolder()
        return try withExtendedLifetime(folder) {
            let file = try folder.file("photo.heic", contents: data)
            let picture = folder.file("photo.y4m")
            try Tool.output("heif-convert", [file.path, picture.path])
            return try self.picture(fromY4M: try Data(contentsOf: picture))
        }
    }

    /// Decodes the auxiliary picture of a kind, as it is shown.
    ///
    /// - Parameter name: the part of its URN that libheif names the file by: "depth", "urn:com:apple:…".
    package static func decodeAuxiliary(_ name: String, of data: Data) throws -> DecodedPicture {
        let folder = try TemporaryFolder()
        return try withExtendedLifetime(folder) {
            let file = try folder.file("photo.heic", contents: data)
            try Tool.output("heif-convert", ["--with-aux", file.path, folder.file("photo.y4m").path])
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            guard let found = names.first(where: { $0.contains(name) && $0.hasSuffix("y4m") }) else {
                throw Tool.Failure(description: "libheif finds no \(name) but \(names)")
            }
            return try self.picture(fromY4M: try Data(contentsOf: folder.file(found)))
        }
    }

    /// What `heif-info` says about a file.
    package static func heifInfo(_ file: URL) throws -> String {
        String(decoding: try Tool.output("heif-info", [file.path]), as: UTF8.self)
    }

    /// The boxes of a file as `heif-info` finds them.
    package static func heifBoxes(_ file: URL) throws -> String {
        String(decoding: try Tool.output("heif-info", ["-d", file.path]), as: UTF8.self)
    }
}
