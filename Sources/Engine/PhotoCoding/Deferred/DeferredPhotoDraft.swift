import CaptureEngine
import CoreMedia
import Locking

/// A photo that is about to be stored: it has its place in the store, but its frames are still in memory.
///
/// Until the frames are written the place is locked, and the store counts the photo as one of its own. If the process
/// dies before that, the place is removed by the next sweep, and the proxy is the photo.
package final class DeferredPhotoDraft: Sendable {
    let id: DeferredPhotoID
    /// Of all files, in bytes.
    let size: Int64
    /// `nil` once the frames are written: the store then decides who may process them.
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

    /// Writes the frames. They are on disk when this returns.
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

    /// Gives up the place of a draft that will not be written.
    func remove() {
        place.withLock { $0.take() }?.remove()
    }
}
