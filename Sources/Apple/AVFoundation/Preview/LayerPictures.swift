import CaptureEngine
import CoreMedia
import Dispatch
import Locking
import PixelCoding
import QuartzCore

/// Paints the newest of a layer's pictures, one at a time, away from the thread that they come on.
final class LayerPictures: Sendable {
    typealias Canvas = @Sendable () -> FramePainter.Canvas?

    private struct State {
        var next: (pixels: CVPixelBuffer, canvas: Canvas)?
        var isPainting = false
    }

    private let state = Mutex(State())
    private let queue: DispatchQueue
    // Used on the queue only.
    nonisolated(unsafe) private let painter = FramePainter()
    private let handler: @Sendable (CVPixelBuffer) -> Void

    /// - Parameters:
    ///   - name: of the queue, for debuggers.
    ///   - handler: called on that queue. Pictures for which there is no memory, because it keeps more than three, are
    ///     skipped.
    init(_ name: String, _ handler: @escaping @Sendable (CVPixelBuffer) -> Void) {
        queue = DispatchQueue(label: name, qos: .userInteractive)
        self.handler = handler
    }

    /// - Parameters:
    ///   - pixels: what is shown; skipped if another comes while one is painted.
    ///   - canvas: asked for when it is painted; `nil` to leave it out.
    func take(_ pixels: CVPixelBuffer, on canvas: @escaping Canvas) {
        let isIdle = state.withLock { state in
            state.next = (pixels, canvas)
            defer { state.isPainting = true }
            return !state.isPainting
        }
        guard isIdle else { return }
        queue.async { [self] in
            while let (pixels, canvas) = next() {
                // Skips pictures that cannot be drawn; no camera or decoder delivers such.
                guard let canvas = canvas(), let picture = try? painter.picture(of: pixels, on: canvas)
                else { continue }
                handler(picture)
            }
        }
    }

    private func next() -> (CVPixelBuffer, Canvas)? {
        state.withLock { state in
            defer { state.next = nil }
            if state.next == nil { state.isPainting = false }
            return state.next
        }
    }
}

extension LayerPicture {
    /// The pixels of a picture that nobody changes anymore.
    init?(_ picture: CVPixelBuffer) {
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
    var fit: FramePainter.Fit {
        switch self {
        case .resizeAspectFill: .filling
        case .resize: .stretched
        default: .inside
        }
    }
}
