import Foundation
import Photos

/// Hears of changes of a library, and works on them one after the other, away from whoever makes them.
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
