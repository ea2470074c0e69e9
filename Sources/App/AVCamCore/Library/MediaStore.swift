import Foundation
import Photos

/// Where photos and movies go: the photo library, or, on the lock screen, the session's own folder.
package protocol MediaStore: Sendable {
    /// Why nothing can be saved, with a sentence that says what to do; `nil` when it can.
    var obstacle: (any Error)? { get }

    /// A picture of what was saved last, at once and after each change; `nil` when there is nothing.
    var thumbnails: AsyncStream<CGImage?> { get }

    /// Saves a photo with what belongs to it. The movie of a Live Photo is moved.
    ///
    /// - Throws: an error with a sentence that names the folder; nothing is saved then, and the movie is where it was.
    @discardableResult
    func save(_ photo: Photo) async throws -> SavedMedia

    /// Moves a movie into the store.
    ///
    /// - Throws: as ``save(_:)``; the movie is where it was then.
    @discardableResult
    func save(_ movie: Movie) async throws -> SavedMedia

    /// A hidden place for a movie that is to be saved when it is complete, and that survives a crash.
    ///
    /// - Throws: when the store cannot be written.
    func makeRecordingPlace() async throws -> any MoviePlace
}

/// Where a movie is recorded before it is saved; it goes with the object.
package protocol MoviePlace: AnyObject, Sendable {
    /// A file that is not there yet.
    var url: URL { get }
}

/// What was saved, and where.
package struct SavedMedia: Sendable {
    /// The asset's `localIdentifier`.
    package let identifier: String
    /// The asset's files, the one that it is about first.
    package let urls: [URL]

    package init(identifier: String, urls: [URL]) {
        self.identifier = identifier
        self.urls = urls
    }
}
