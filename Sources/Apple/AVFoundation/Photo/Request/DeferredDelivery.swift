import CaptureEngine
import Foundation
import Locking
import PhotoCoding

/// Delivers a proxy at once and leaves the frames to the store of deferred photos.
///
/// The store reserves a place for the photo before the delegate gets the proxy, so that a library that saves the proxy
/// waits for the final photo. The frames are written after the delegate has returned, so that they do not compete for
/// the disk with a delegate that writes the proxy.
struct DeferredDelivery {
    /// How long the frames wait for a delegate that is busy with the proxy; until they are written they are only in
    /// memory.
    private static let timeout = Duration.milliseconds(100)

    private let request: PhotoRequest
    private let development: PhotoDevelopment
    private let store: DeferredPhotoStore

    init(_ request: PhotoRequest, _ development: PhotoDevelopment, store: DeferredPhotoStore = .shared) {
        self.request = request
        self.development = development
        self.store = store
    }

    /// - Returns: `false` when the store has no room, so that the photo must be made now.
    func deliver(_ exposure: PhotoExposure) throws(CaptureError) -> Bool {
        let id = DeferredPhotoID()
        let recipe = development.finalRecipe(for: exposure)
        let draft: DeferredPhotoDraft
        do throws(CaptureError) {
            draft = try store.begin(frames: exposure.frames, recipe: recipe, id: id)
        } catch {
            return false
        }
        do throws(CaptureError) {
            request.deliver(proxy: try development.proxy(of: exposure, id))
        } catch {
            store.abandon(draft)
            throw error
        }
        // The request failed meanwhile, so nobody has this proxy.
        guard request.isOpen(.photos) else {
            store.abandon(draft)
            exposure.returnAll()
            return true
        }
        let isDelivered = Monitor(false)
        request.call(of: .photos) { _, _, _ in isDelivered.withLock { $0 = true } }
        let output = request.output
        output.changeReadiness { $0.keepingCount += 1 }
        store.keep(draft, after: { _ = isDelivered.wait(timeout: Self.timeout) { $0 ? true : nil } }) { [exposure] in
            // Before the readiness announces room for the next photo.
            exposure.returnAll()
            output.changeReadiness { $0.keepingCount -= 1 }
        }
        return true
    }
}
