import CaptureEngine
import Foundation
import Locking
import PhotoCoding

/// Delivers a proxy at once and leaves the frames to the store of photos that are processed later.
///
/// The store has a place for the photo before the delegate hears of the proxy, so that a library in which it is saved
/// waits for the final one. The frames are written when the delegate has returned, so that one that writes the proxy
/// has the disk for itself.
struct DeferredDelivery {
    /// How long the frames wait for a delegate that is busy with the proxy: until then they are in memory alone.
    private static let patience = Duration.milliseconds(100)

    private let request: PhotoRequest
    private let development: PhotoDevelopment
    private let store: DeferredPhotoStore

    init(_ request: PhotoRequest, _ development: PhotoDevelopment, store: DeferredPhotoStore = .shared) {
        self.request = request
        self.development = development
        self.store = store
    }

    /// - Returns: `false` when the store has no room: the photo is to be made now.
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
        let isDelivered = Monitor(false)
        request.call { _, _, _ in isDelivered.withLock { $0 = true } }
        let output = request.output
        output.changeReadiness { $0.keepingCount += 1 }
        store.keep(draft, after: { _ = isDelivered.wait(timeout: Self.patience) { $0 ? true : nil } }) { [exposure] in
            // Before the readiness says that there is room for the next photo.
            exposure.returnAll()
            output.changeReadiness { $0.keepingCount -= 1 }
        }
        return true
    }
}
