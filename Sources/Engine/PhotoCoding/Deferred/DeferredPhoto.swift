import CaptureEngine
import CoreMedia
import Foundation

/// A photo whose processing was deferred; no other process has it while this object lives.
package final class DeferredPhoto {
    /// The asset that a photo belongs to.
    package struct Owner: Codable, Sendable, Hashable {
        /// The path of the library's folder.
        package var library: String
        /// `nil`: the library could not take the photo's proxy, and gets the photo when it can.
        package var asset: String?

        package init(library: String, asset: String?) {
            self.library = library
            self.asset = asset
        }
    }

    package let id: DeferredPhotoID
    private let place: DeferredPhotoFolder

    init(id: DeferredPhotoID, place: DeferredPhotoFolder) {
        self.id = id
        self.place = place
    }

    /// The asset that shows the photo's proxy; `nil` if the proxy was never saved.
    ///
    /// - Throws: ``CaptureError`` `fileUnreadable` if this cannot be determined now.
    package func owner() throws(CaptureError) -> Owner? {
        do {
            return try place.read(Owner.self, from: DeferredPhotoFolder.owner)
        } catch  where error.code == .fileDamaged {
            return nil
        }
    }

    /// Makes the final file. Its frames are read from the disk as they are needed.
    ///
    /// - Throws: ``CaptureError`` `fileDamaged` if the frames are damaged, `fileUnreadable` if they cannot be read now;
    ///   and what ``PhotoRenderer`` throws.
    package func render() throws(CaptureError) -> Data {
        let photo = try place.read(StoredPhoto.self, from: DeferredPhotoFolder.photo)
        let format = photo.recipe.codec
        guard PhotoFileFormat.all[format]?.picture != nil else {
            throw CaptureError(.fileDamaged, "a photo cannot be made in the format '\(format.rawValue)'")
        }
        return try PhotoRenderer.render(frames: try frames(of: photo), recipe: photo.recipe)
    }

    /// The stored frames. Changes to their pixels are not stored.
    package func frames() throws(CaptureError) -> [CMSampleBuffer] {
        try frames(of: try place.read(StoredPhoto.self, from: DeferredPhotoFolder.photo))
    }

    private func frames(of photo: StoredPhoto) throws(CaptureError) -> [CMSampleBuffer] {
        var frames: [CMSampleBuffer] = []
        for (index, frame) in photo.frames.enumerated() { frames.append(try frame.read(place.frame(index))) }
        return frames
    }

    /// Removes the photo from the store.
    package func remove() { place.remove() }
}
