import CaptureEngine
import CoreMedia
import Locking

/// A photo that is about to be kept: it has its place in the store, and its frames are in memory still.
///
/// Until the frames are written the place is held, and the store counts the photo as one that it has. When the process
/// dies before that, the place is swept away, and the photo's proxy is the photo.
package final class DeferredPhotoDraft: Sendable {
    let id: DeferredPhotoID
    /// Of all files, in bytes.
    let size: Int64
    /// `nil` once the frames are written: who may process them then is the store's to say.
    private let place: Mutex<DeferredPhotoFolder?>
    private let frames: [CMSampleBuffer]
    private let photo: StoredPhoto

    init(_ photo: StoredPhoto, frames: [CMSampleBuffer], id: DeferredPhotoID, place: DeferredPhotoFolder) {
        self.id = id
        self.frames = frames
        self.photo = photo
        size = photo.size
        self.place = Mutex(place)
    }

    /// Writes the frames. They are safe when this returns.
    ///
    /// - Throws: ``CaptureError`` `diskFull`, `fileUnwritable`. Nothing is left behind then.
    func write() throws(CaptureError) {
        guard let place = place.withLock({ $0 }) else { return }
        defer { self.place.withLock { $0 = nil } }
        do throws(CaptureError) {
            for (index, frame) in photo.frames.enumerated() { try frame.write(frames[index], to: place.frame(index)) }
            try place.write(photo, to: DeferredPhotoFolder.photo)
            try place.publish()
        } catch {
            place.remove()
            throw error
        }
    }

    /// Gives up the place of a draft that is not to be written.
    func remove() {
        place.withLock { $0.take() }?.remove()
    }
}
