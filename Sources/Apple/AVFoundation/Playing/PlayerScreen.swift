import CaptureEngine
import Foundation
import Locking
import PixelCoding

/// A picture of a player, and how it is shown.
struct ShownPicture: Sendable {
    struct Turn: Sendable {
        /// Clockwise degrees.
        var rotation = 0
        /// After the rotation.
        var isMirrored = false
        /// In points, before the rotation; zero if pixels are square.
        var size = CGSize.zero
    }

    let pixels: CVPixelBuffer
    let turn: Turn

    /// The size in which it is shown, upright.
    var size: CGSize {
        let stored = CGSize(width: CVPixelBufferGetWidth(pixels), height: CVPixelBufferGetHeight(pixels))
        let size = turn.size.width > 0 && turn.size.height > 0 ? turn.size : stored
        return turn.rotation % 180 == 0 ? size : CGSize(width: size.height, height: size.width)
    }

    /// Whether its pixels are as wide as they are high.
    private var hasSquarePixels: Bool {
        let (width, height) = (Double(CVPixelBufferGetWidth(pixels)), Double(CVPixelBufferGetHeight(pixels)))
        guard turn.size.width > 0, turn.size.height > 0 else { return true }
        return abs(turn.size.width / turn.size.height / (width / height) - 1) < 0.005
    }

    func canvas(_ bounds: CGSize, _ gravity: AVLayerVideoGravity, scale: CGFloat) -> FramePainter.Canvas {
        var bounds = CGSize(width: bounds.width * scale, height: bounds.height * scale)
        var fit = gravity.fit
        if !hasSquarePixels, fit == .inside {
            bounds = AVMakeRect(aspectRatio: size, insideRect: CGRect(origin: .zero, size: bounds)).size
            fit = .stretched
        }
        return FramePainter.Canvas(
            width: Int(bounds.width.rounded()), height: Int(bounds.height.rounded()), fit: fit, rotation: turn.rotation,
            isMirrored: turn.isMirrored)
    }
}

/// Where a player shows its pictures: what was shown last, and who looks.
final class PlayerScreen: Sendable {
    private struct State {
        var latest: ShownPicture?
        var watchers: [ObjectIdentifier: @Sendable (ShownPicture?) -> Void] = [:]
    }

    private let state = Mutex(State())

    var isWatched: Bool { state.withLock { !$0.watchers.isEmpty } }

    var latest: ShownPicture? { state.withLock { $0.latest } }

    /// - Parameter picture: `nil` when there is nothing to show.
    func show(_ picture: ShownPicture?) {
        let watchers = state.withLock { state in
            state.latest = picture
            return Array(state.watchers.values)
        }
        for watcher in watchers { watcher(picture) }
    }

    /// - Parameters:
    ///   - watcher: stands for who looks.
    ///   - handler: called with each picture, on any thread; `nil` for no more.
    func watch(_ watcher: AnyObject, _ handler: (@Sendable (ShownPicture?) -> Void)?) {
        let key = ObjectIdentifier(watcher)
        state.withLock { $0.watchers[key] = handler }
    }
}
