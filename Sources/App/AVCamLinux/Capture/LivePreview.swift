import AVCamCore
import AVFoundation
import Locking

/// Gets pictures for a window from a preview source, at the size in pixels at which the window shows them.
@MainActor
package final class LivePreview: PreviewTarget {
    /// A picture for the screen: BGRA, opaque, rows from the top.
    package final class Picture: Sendable {
        // Nothing writes to it anymore.
        private let buffer: CVPixelBuffer

        nonisolated init(_ buffer: CVPixelBuffer) {
            self.buffer = buffer
            CVPixelBufferLockBaseAddress(buffer, .readOnly)
        }

        deinit { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }

        package var width: Int { CVPixelBufferGetWidth(buffer) }
        package var height: Int { CVPixelBufferGetHeight(buffer) }
        package var bytesPerRow: Int { CVPixelBufferGetBytesPerRow(buffer) }
        /// Valid as long as the picture lives.
        package var pixels: UnsafeRawPointer? { CVPixelBufferGetBaseAddress(buffer).map { UnsafeRawPointer($0) } }
    }

    private let layer = AVCaptureVideoPreviewLayer()
    private let newest = Mutex<Picture?>(nil)
    private let onPicture: @MainActor (Picture) -> Void

    /// The size of the area to fill, in pixels.
    package var size = PictureSize(width: 0, height: 0) {
        didSet {
            if size != oldValue {
                layer.bounds = CGRect(x: 0, y: 0, width: CGFloat(size.width), height: CGFloat(size.height))
            }
        }
    }

    /// Whether the picture covers the area; otherwise all of it is shown, with bars beside it.
    package var isFilling = true {
        didSet { layer.videoGravity = isFilling ? .resizeAspectFill : .resizeAspect }
    }

    /// Whether pictures are made.
    package var isPaused = false {
        didSet { if isPaused != oldValue { handlePictures() } }
    }

    /// - Parameter onPicture: gets the newest picture; earlier ones that it has no time for are skipped.
    package init(onPicture: @escaping @MainActor (Picture) -> Void) {
        self.onPicture = onPicture
        layer.videoGravity = .resizeAspectFill
        handlePictures()
    }

    /// Where the picture that is captured is, in pixels; it extends beyond the area if parts are cut off. Empty without
    /// a camera.
    package var pictureRect: CGRect {
        guard layer.connection?.inputPorts.first?.formatDescription != nil else { return .zero }
        let view = layer.recordedView
        return layer.layerRectConverted(
            fromMetadataOutputRect: CGRect(x: (1 - view) / 2, y: (1 - view) / 2, width: view, height: view))
    }

    package func setSession(_ session: AVCaptureSession, onConnected: @escaping @Sendable () -> Void) {
        // Setting the session blocks while the session opens its devices.
        DispatchQueue.global(qos: .userInitiated).async { [layer] in
            layer.session = session
            onConnected()
        }
    }

    private func handlePictures() {
        guard !isPaused else { return layer.setPictureHandler(nil) }
        layer.setPictureHandler { [weak self, newest] buffer in
            let isFirst = newest.withLock { newest in
                defer { newest = Picture(buffer) }
                return newest == nil
            }
            guard isFirst else { return }
            DispatchQueue.main.async { self?.show() }
        }
    }

    private func show() {
        let picture = newest.withLock { newest in
            defer { newest = nil }
            return newest
        }
        if let picture, !isPaused { onPicture(picture) }
    }
}
