import CaptureEngine
import CoreMedia
import Dispatch
import Foundation
import Locking
import PixelCoding
import QuartzCore

extension AVCaptureVideoPreviewLayer {
    /// Calls `handler` with a picture of each frame as a screen shows it: in BGRA, at the size of the layer's
    /// ``bounds``, which count as pixels here, fitted according to ``videoGravity``, rotated and mirrored according to
    /// the ``connection``.
    ///
    /// Frames that come while a picture is being made are skipped, and so are frames for which there is no memory
    /// because `handler` keeps more than three pictures. Linux only.
    ///
    /// - Parameter handler: called on its own queue; `nil` ends the calls.
    package func setPictureHandler(_ handler: (@Sendable (CVPixelBuffer) -> Void)?) {
        guard let handler else { return setFrameHandler(nil) }
        let pictures = PreviewPictures(handler)
        setFrameHandler { [weak self] frame in
            if let self { pictures.take(frame, for: self) }
        }
    }

    fileprivate func canvas(scale: CGFloat) -> FramePainter.Canvas {
        let connection = self.connection
        return FramePainter.Canvas(
            width: Int((bounds.width * scale).rounded()), height: Int((bounds.height * scale).rounded()),
            fit: videoGravity.fit,
            rotation: Int(connection?.videoRotationAngle ?? 0), isMirrored: connection?.isVideoMirrored ?? false)
    }
}

extension AVCaptureVideoPreviewLayer: LiveLayer {
    package func showPictures(scale: CGFloat, _ handler: (@Sendable (LayerPicture) -> Void)?) {
        guard let handler else { return setFrameHandler(nil) }
        let pictures = PreviewPictures(scale: scale) { picture in
            if let picture = LayerPicture(picture) { handler(picture) }
        }
        setFrameHandler { [weak self] frame in
            if let self { pictures.take(frame, for: self) }
        }
        // A layer that comes onto the screen shows the last frame, even if no more come.
        if let latest = sink.latest { pictures.take(latest, for: self) }
    }
}

extension LayerPicture {
    /// The pixels of a picture that nobody changes any more.
    fileprivate init?(_ picture: CVPixelBuffer) {
        let held = HeldPicture(picture)
        guard let pixels = CVPixelBufferGetBaseAddress(picture) else { return nil }
        self.init(
            pixels: UnsafeRawPointer(pixels), width: CVPixelBufferGetWidth(picture),
            height: CVPixelBufferGetHeight(picture), bytesPerRow: CVPixelBufferGetBytesPerRow(picture), owner: held)
    }
}

/// Keeps a picture readable, and from being reused.
private final class HeldPicture: Sendable {
    private let picture: CVPixelBuffer

    init(_ picture: CVPixelBuffer) {
        self.picture = picture
        CVPixelBufferLockBaseAddress(picture, .readOnly)
    }

    deinit { CVPixelBufferUnlockBaseAddress(picture, .readOnly) }
}

extension AVLayerVideoGravity {
    fileprivate var fit: FramePainter.Fit {
        switch self {
        case .resizeAspectFill: .filling
        case .resize: .stretched
        default: .inside
        }
    }
}

/// Paints the newest frame, one at a time, away from the camera's thread.
private final class PreviewPictures: Sendable {
    private struct State {
        var next: CMSampleBuffer?
        var isPainting = false
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "AVCaptureVideoPreviewLayer", qos: .userInteractive)
    // Used on the queue only.
    nonisolated(unsafe) private let painter = FramePainter()
    private let handler: @Sendable (CVPixelBuffer) -> Void
    private let scale: CGFloat

    init(scale: CGFloat = 1, _ handler: @escaping @Sendable (CVPixelBuffer) -> Void) {
        self.scale = scale
        self.handler = handler
    }

    func take(_ frame: CMSampleBuffer, for layer: AVCaptureVideoPreviewLayer) {
        let isIdle = state.withLock { state in
            state.next = frame
            defer { state.isPainting = true }
            return !state.isPainting
        }
        guard isIdle else { return }
        queue.async { [self, weak layer] in
            while let frame = next() {
                // Skips frames that cannot be drawn; no camera delivers such frames.
                guard let layer, let pixels = frame.imageBuffer,
                    let picture = try? painter.picture(of: pixels, on: layer.canvas(scale: scale))
                else { continue }
                handler(picture)
            }
        }
    }

    private func next() -> CMSampleBuffer? {
        state.withLock { state in
            defer { state.next = nil }
            if state.next == nil { state.isPainting = false }
            return state.next
        }
    }
}
