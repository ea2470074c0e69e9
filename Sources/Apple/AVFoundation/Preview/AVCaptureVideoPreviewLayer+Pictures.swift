import CaptureEngine
import CoreMedia
import Dispatch
import Foundation
import Locking
import PixelCoding

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

    fileprivate var canvas: FramePainter.Canvas {
        let connection = self.connection
        return FramePainter.Canvas(
            width: Int(bounds.width), height: Int(bounds.height), fit: videoGravity.fit,
            rotation: Int(connection?.videoRotationAngle ?? 0), isMirrored: connection?.isVideoMirrored ?? false)
    }
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

    init(_ handler: @escaping @Sendable (CVPixelBuffer) -> Void) {
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
                    let picture = try? painter.picture(of: pixels, on: layer.canvas)
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
