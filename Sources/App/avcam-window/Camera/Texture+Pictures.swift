import AVCamCore
import AVCamLinux
import Foundation
import GtkSupport
import CoreGraphics

extension LivePicture {
    /// Draws from the picture's own memory, which returns to its pool when it is no longer shown.
    convenience init?(_ picture: LivePreview.Picture) {
        guard let pixels = picture.pixels else { return nil }
        self.init(
            pixels: pixels, width: picture.width, height: picture.height, bytesPerRow: picture.bytesPerRow,
            owner: picture)
    }
}

extension Texture {
    convenience init?(_ image: CGImage) {
        guard let data = image.dataProvider?.data else { return nil }
        let bytes = PictureBytes(data)
        self.init(
            pixels: bytes.start, width: image.width, height: image.height, bytesPerRow: image.bytesPerRow,
            owner: bytes)
    }
}

/// Bytes at a fixed address.
nonisolated private final class PictureBytes: @unchecked Sendable {  // written in init only
    let start: UnsafeRawPointer

    init(_ data: Data) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: data.count, alignment: 16)
        data.copyBytes(to: copy)
        start = UnsafeRawPointer(copy.baseAddress!)
    }

    deinit { start.deallocate() }
}
