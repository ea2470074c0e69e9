import Foundation
import Photos

/// Observes a library. Handles its changes one after the other, on a queue of its own.
final class LibraryObserver: NSObject, PHPhotoLibraryChangeObserver, Sendable {
    private let queue: DispatchQueue
    private let onChange: @Sendable () -> Void

    init(qos: DispatchQoS, onChange: @escaping @Sendable () -> Void) {
        queue = DispatchQueue(label: "LibraryObserver", qos: qos)
        self.onChange = onChange
    }

    func libraryChanged() { queue.async(execute: onChange) }

    func photoLibraryDidChange(_ changeInstance: PHChange) { libraryChanged() }
}
