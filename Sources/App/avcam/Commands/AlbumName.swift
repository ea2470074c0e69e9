import ArgumentParser
import Photos

/// The title of an album, as the user types it.
struct AlbumName {
    /// In bytes. A longer title is a mistake.
    private static let maximumLength = 255

    var title: String

    init(argument: String) throws {
        let isBlank = argument.allSatisfy(\.isWhitespace)
        guard !isBlank, argument.utf8.count <= Self.maximumLength, Text.harmless(argument) == argument else {
            throw ValidationError(
                "an album needs a name of 1 to \(Self.maximumLength) bytes that is not blank, without line breaks and other"
                    + " control characters.")
        }
        title = argument
    }

    /// - Throws: ``Failure`` if there is no such album.
    func album(in library: PHPhotoLibrary) throws -> PHAssetCollection {
        guard let album = try library.album(titled: title) else {
            throw Failure(
                .noInput,
                "There is no album \(title) in the photo library; avcam library albums lists those that there are.")
        }
        return album
    }
}
