import Foundation
import Photos

/// A photo library, with what the app wants of it beyond Apple's API.
///
/// What reads files blocks for as long as that takes.
package protocol LibraryPlatform: Sendable {
    var library: PHPhotoLibrary { get }

    /// Why nothing can be saved, with a sentence that says what to do; `nil` when it can.
    var obstacle: (any Error)? { get }

    /// Opens the library ahead of the first change, when it is there. What goes wrong is told by the change.
    func prepare()

    /// A place for a movie that is to be saved when it is complete.
    ///
    /// - Throws: when the library cannot be written.
    func makeRecordingPlace() throws -> any MoviePlace

    /// What `PHAsset.fetchAssets(with:)` gives, from this library.
    func assets(_ options: PHFetchOptions) -> PHFetchResult<PHAsset>

    /// `nil` when there is no such asset.
    func asset(_ identifier: String) -> PHAsset?

    /// Whether an asset shows a first version, which the final photo replaces soon.
    func isProxy(_ asset: PHAsset) -> Bool

    /// Where the files of an asset are, the one that it is about first; none when it is gone.
    func urls(of asset: PHAsset) -> [URL]

    /// - Throws: `PHPhotosError` when the item is gone.
    func files(of item: MediaItem) throws -> MediaFiles

    /// What the files say of themselves.
    ///
    /// - Throws: `PHPhotosError` when the item is gone.
    func details(of item: MediaItem) throws -> MediaDetails
}
