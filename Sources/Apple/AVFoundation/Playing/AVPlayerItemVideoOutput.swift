import CaptureEngine
import Foundation
import Locking
import PixelCoding

/// Who gets what an item plays. Source: Apple, AVPlayerItemOutput.
open class AVPlayerItemOutput: NSObject, @unchecked Sendable {  // the state is in Mutexes
    private struct State {
        weak var item: AVPlayerItem?
    }

    private let state = Mutex(State())

    override init() { super.init() }

    var item: AVPlayerItem? { state.withLock { $0.item } }

    func attach(to item: AVPlayerItem?) { state.withLock { $0.item = item } }

    /// Where the item is at a moment of the host's clock, in seconds.
    open func itemTime(forHostTime hostTimeInSeconds: CFTimeInterval) -> CMTime {
        item?.time(at: CMTime(seconds: hostTimeInSeconds, preferredTimescale: 1_000_000_000)) ?? .invalid
    }
}

/// Gives the pictures of an item as pixel buffers, when their time has come; as they are stored, not turned.
/// Source: Apple, AVPlayerItemVideoOutput.
open class AVPlayerItemVideoOutput: AVPlayerItemOutput, @unchecked Sendable {  // the state is in a Mutex
    private struct Delegate: @unchecked Sendable {  // called on its queue only
        weak var object: (any AVPlayerItemOutputPullDelegate)?
    }

    private struct State {
        /// The newest picture, and whether it was copied.
        var latest: (pixels: CVPixelBuffer, time: CMTime)?
        var isNew = false
        var wantsNews = false
        var delegate = Delegate()
        var queue: DispatchQueue?
    }

    private let state = Mutex(State())
    private let pixelFormat: OSType?
    // Used under `converting` only.
    private let converting = Mutex(FrameConverter(capacity: 8))

    /// - Parameter pixelBufferAttributes: a `kCVPixelBufferPixelFormatTypeKey` of those that an ``AVAssetReader`` can
    ///   make; `nil` for what is nearest to the file.
    public init(pixelBufferAttributes: [String: any Sendable]? = nil) {
        let wanted = pixelBufferAttributes?[kCVPixelBufferPixelFormatTypeKey as String]
        pixelFormat = (wanted as? OSType) ?? (wanted as? Int).map { OSType($0) }
    }

    func take(_ pixels: CVPixelBuffer, at time: CMTime) {
        let news = state.withLock { state -> (DispatchQueue?, Delegate)? in
            (state.latest, state.isNew) = ((pixels, time), true)
            guard state.wantsNews else { return nil }
            state.wantsNews = false
            return (state.queue, state.delegate)
        }
        guard let (queue, delegate) = news else { return }
        (queue ?? .main).async { [self] in delegate.object?.outputMediaDataWillChange(self) }
    }

    /// Whether there is a picture that was not copied yet.
    open func hasNewPixelBuffer(forItemTime itemTime: CMTime) -> Bool {
        state.withLock { state in state.isNew && state.latest.map { $0.time <= itemTime } == true }
    }

    /// The picture that is shown.
    ///
    /// - Parameters:
    ///   - itemTime: now, or a little later.
    ///   - outItemTimeForDisplay: when it came.
    /// - Returns: `nil` if it was copied already.
    open func copyPixelBuffer(
        forItemTime itemTime: CMTime, itemTimeForDisplay outItemTimeForDisplay: UnsafeMutablePointer<CMTime>?
    ) -> CVPixelBuffer? {
        let picture = state.withLock { state -> (pixels: CVPixelBuffer, time: CMTime)? in
            guard state.isNew, let latest = state.latest, latest.time <= itemTime else { return nil }
            state.isNew = false
            return latest
        }
        guard let picture else { return nil }
        outItemTimeForDisplay?.pointee = picture.time
        guard let pixelFormat, CVPixelBufferGetPixelFormatType(picture.pixels) != pixelFormat else {
            return picture.pixels
        }
        return converting.withLock { converter in
            try? converter.convert(picture.pixels, to: FrameConverter.Target(pixelFormat: pixelFormat))
        }
    }

    /// Who is told of new pictures, see ``requestNotificationOfMediaDataChange(withAdvanceInterval:)``.
    open func setDelegate(_ delegate: (any AVPlayerItemOutputPullDelegate)?, queue delegateQueue: DispatchQueue?) {
        let delegate = Delegate(object: delegate)
        state.withLock { ($0.delegate, $0.queue) = (delegate, delegateQueue) }
    }

    open weak var delegate: (any AVPlayerItemOutputPullDelegate)? { state.withLock { $0.delegate }.object }

    open var delegateQueue: DispatchQueue? { state.withLock { $0.queue } }

    /// Has the delegate told of the next picture. Linux: when it comes, whatever the interval.
    open func requestNotificationOfMediaDataChange(withAdvanceInterval interval: TimeInterval) {
        state.withLock { $0.wantsNews = true }
    }
}

/// Is told that pictures come. Source: Apple, AVPlayerItemOutputPullDelegate.
public protocol AVPlayerItemOutputPullDelegate: AnyObject {
    func outputMediaDataWillChange(_ sender: AVPlayerItemOutput)
}

extension AVPlayerItemOutputPullDelegate {
    public func outputMediaDataWillChange(_ sender: AVPlayerItemOutput) {}
}
