import Foundation

/// Told when something in the library is different.
///
/// Source: Apple, PHPhotoLibraryChangeObserver.
public protocol PHPhotoLibraryChangeObserver: NSObjectProtocol {
    /// Called on a queue of the library after changes of this program, of another one, or of somebody who copies files
    /// into the library's folder.
    func photoLibraryDidChange(_ changeInstance: PHChange)
}
