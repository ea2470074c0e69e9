import Foundation
import Photos

/// Where photos and movies go: the photo library, or, on the lock screen, the session's own folder.
package protocol MediaStore: Sendable {
    /// Why nothing can be saved, with a sentence that says what to do; `nil` when saving works.
    var obstacle: (any Error)? { get }

    /// A picture of the last item saved: at once and after each change; `nil` when there is none.
    var thumbnails: AsyncStream<CGImage?> { get }

    /// Saves a photo with its RAW file and movie. The movie of a Live Photo is moved.
    ///
    /// - Throws: an error with a sentence that names the folder. Nothing is saved then, and the movie stays where it
    ///   was.
    @discardableResult
    func save(_ photo: Photo) async throws -> SavedMedia

    /// Moves a movie into the store.
    ///
    /// - Throws: as ``save(_:)``. The movie stays where it was then.
    @discardableResult
    func save(_ movie: Movie) async throws -> SavedMedia

    /// A hidden place for recording a movie that will be saved when it is complete. It survives a crash.
    ///
    /// - Throws: an error when the store cannot be written.
    func makeRecordingPlace() async throws -> any MoviePlace
}

/// Where a movie is recorded before it is saved. When the object is released, an empty place is removed; a movie that
/// is still in it stays, and is saved later.
package protocol MoviePlace: AnyObject, Sendable {
    /// A file that does not exist yet.
    var url: URL { get }
}

/// What was saved, and where.
package struct SavedMedia: Sendable {
    /// The asset's `localIdentifier`.
    package let identifier: String
    /// The asset's files, the primary one first.
    package let urls: [URL]

    package init(identifier: String, urls: [URL]) {
        self.identifier = identifier
        self.urls = urls
    }
}
