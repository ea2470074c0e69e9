import AVFoundation
import Foundation
import Photos
import UIKitCore

/// Adds an image to the photo library, and returns at once. Source: Apple, UIImageWriteToSavedPhotosAlbum.
///
/// Linux: nobody can be told when it is there, as there are no selectors: the target, the selector and the context are
/// `nil`. What fails is reported on standard error.
public func UIImageWriteToSavedPhotosAlbum(
    _ image: UIImage, _ completionTarget: Any?, _ completionSelector: Never?,
    _ contextInfo: UnsafeMutableRawPointer?
) {
    saveToLibrary("image") { _ = PHAssetChangeRequest.creationRequestForAsset(from: image) }
}

/// Adds a movie file to the photo library. As ``UIImageWriteToSavedPhotosAlbum(_:_:_:_:)``.
public func UISaveVideoAtPathToSavedPhotosAlbum(
    _ videoPath: String, _ completionTarget: Any?, _ completionSelector: Never?,
    _ contextInfo: UnsafeMutableRawPointer?
) {
    let file = URL(fileURLWithPath: videoPath)
    saveToLibrary(videoPath) { _ = PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: file) }
}

/// Whether a file is a movie that the library takes.
public func UIVideoAtPathIsCompatibleWithSavedPhotosAlbum(_ videoPath: String) -> Bool {
    !AVURLAsset(url: URL(fileURLWithPath: videoPath)).tracks(withMediaType: .video).isEmpty
}

private func saveToLibrary(_ what: String, _ change: @escaping @Sendable () -> Void) {
    PHPhotoLibrary.shared().performChanges(change) { isSaved, error in
        guard !isSaved else { return }
        let reason = error.map { $0.localizedDescription } ?? "The library gives no reason."
        FileHandle.standardError.write(Data("The \(what) was not saved: \(reason)\n".utf8))
    }
}
