import Foundation

/// Is notified of changes in the library.
///
/// Source: Apple, PHPhotoLibraryChangeObserver.
public protocol PHPhotoLibraryChangeObserver: NSObjectProtocol {
    /// Called on a queue of the library after changes by this program or another, or by somebody who copies files into
    /// the library's folder.
    func photoLibraryDidChange(_ changeInstance: PHChange)
}
