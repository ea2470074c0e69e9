import Foundation
import Photos

/// A photo library, with what the app needs from it beyond Apple's API.
///
/// Methods that read files block until they have.
package protocol LibraryPlatform: Sendable {
    var library: PHPhotoLibrary { get }

    /// Why nothing can be saved, with a sentence that says what to do; `nil` when saving works.
    var obstacle: (any Error)? { get }

    /// Opens the library before the first change, if there is one. An error is reported by that change.
    func prepare()

    /// A place for recording a movie that will be saved when it is complete.
    ///
    /// - Throws: an error when the library cannot be written.
    func makeRecordingPlace() throws -> any MoviePlace

    /// The result of `PHAsset.fetchAssets(with:)` for this library.
    func assets(_ options: PHFetchOptions) -> PHFetchResult<PHAsset>

    /// Makes a request, inside a change block, to add to the album of this title. It is made if there is none when the
    /// change is performed.
    func additionRequest(forAlbumTitled title: String) -> PHAssetCollectionChangeRequest

    /// `nil` when there is no such asset.
    func asset(_ identifier: String) -> PHAsset?

    /// Whether an asset shows a proxy, which the final photo will replace soon.
    func isProxy(_ asset: PHAsset) -> Bool

    /// The files of an asset, the primary one first; empty when it is gone.
    func urls(of asset: PHAsset) -> [URL]

    /// - Throws: `PHPhotosError` when the item is gone.
    func files(of item: MediaItem) throws -> MediaFiles

    /// The details, read from the files.
    ///
    /// - Throws: `PHPhotosError` when the item is gone.
    func details(of item: MediaItem) throws -> MediaDetails
}
