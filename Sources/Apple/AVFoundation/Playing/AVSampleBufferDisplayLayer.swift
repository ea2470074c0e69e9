import CaptureEngine
import Foundation
import Locking
import MissingFoundation
import PixelCoding
import QuartzCore

/// Whether a layer or renderer can show samples. Source: Apple, AVQueuedSampleBufferRenderingStatus.
public enum AVQueuedSampleBufferRenderingStatus: Int, Sendable {
    /// Nothing has come yet.
    case unknown = 0
    case rendering = 1
    /// See ``AVSampleBufferDisplayLayer/error``.
    case failed = 2
}

/// Shows sample buffers: each when the host's clock, or a timebase, reaches its time, and at once if that has passed.
/// Source: Apple, AVSampleBufferDisplayLayer.
///
/// Linux: samples hold pixels, as those of a camera or a reader; compressed ones fail.
open class AVSampleBufferDisplayLayer: CALayer, @unchecked Sendable {  // the state is in Mutexes
    /// A sample could not be shown; see ``error``. The object is the layer.
    public static let didFailToDecodeNotification = NSNotification.Name(
        "AVSampleBufferDisplayLayerFailedToDecodeNotification")

    /// So many wait for their time, then it asks for no more.
    private static let capacity = 8

    private struct Look {
        var gravity = AVLayerVideoGravity.resizeAspect
        var shown: ShownPicture?
        /// Paints, while somebody sees the layer.
        var pictures: LayerPictures?
        var handler: (@Sendable (LayerPicture?) -> Void)?
        var scale: CGFloat = 1
    }

    private struct Samples {
        var status = AVQueuedSampleBufferRenderingStatus.unknown
        var error: (any Error)?
        /// In their order.
        var waiting: [CMSampleBuffer] = []
        /// Whether somebody sleeps until the first is due.
        var isTimed = false
        /// Rises when nobody waits for the first one anymore.
        var waitNumber = 0
        var request: MediaRequest?
        var timebase: CMTimebase?
        /// Told when the timebase jumps or runs at another rate.
        var tokens = Tokens()
        var renderer: AVSampleBufferVideoRenderer?

        /// What waits is not shown.
        mutating func forget() {
            (waiting, isTimed) = ([], false)
            waitNumber += 1
        }
    }

    private struct Tokens: @unchecked Sendable {  // only handed back to the notification center
        var list: [any NSObjectProtocol] = []
    }

    private let look = Mutex(Look())
    private let samples = Mutex(Samples())
    /// All is shown on it, in its order.
    private let queue = DispatchQueue(label: "AVSampleBufferDisplayLayer", qos: .userInteractive)
    private let clock = CaptureWorld.current.clock

    /// A layer that shows nothing yet.
    public override init() { super.init() }

    /// A copy of another layer's looks, for an animation; it shows nothing.
    public override init(layer: Any) {
        super.init(layer: layer)
        if let other = layer as? AVSampleBufferDisplayLayer { videoGravity = other.videoGravity }
    }

    /// Linux: always `nil`, as there are no archives of layers.
    public required init?(coder: NSCoder) { nil }

    deinit { for token in samples.withLock({ $0.tokens }).list { NotificationCenter.default.removeObserver(token) } }

    // MARK: Samples

    /// What takes the samples, for programs that do not want to hold the layer on other threads.
    open var sampleBufferRenderer: AVSampleBufferVideoRenderer {
        samples.withLock { samples in
            let renderer = samples.renderer ?? AVSampleBufferVideoRenderer(self)
            samples.renderer = renderer
            return renderer
        }
    }

    /// Observable.
    open var status: AVQueuedSampleBufferRenderingStatus { samples.withLock { $0.status } }

    /// Why ``status`` is `failed`. Observable.
    open var error: (any Error)? { samples.withLock { $0.error } }

    /// Shows a sample when its time has come; samples come in the order in which they are shown.
    open func enqueue(_ sampleBuffer: CMSampleBuffer) {
        guard status != .failed else { return }
        guard sampleBuffer.imageBuffer != nil else { return fail() }
        if status == .unknown { mayChange(\.status) { samples.withLock { $0.status = .rendering } } }
        let isImmediate = sampleBuffer.isDisplayedImmediately
        samples.withLock { samples in
            if isImmediate { samples.forget() }
            samples.waiting.append(sampleBuffer)
        }
        queue.async { [self] in
            if isImmediate { showNext() }
            showWhatIsDue()
        }
    }

    private func fail() {
        let error = AVError(
            .decoderNotFound,
            userInfo: [NSLocalizedDescriptionKey: "The sample holds no pixels, and nothing here decodes it"])
        mayChange(\.status) {
            willChangeValue(for: \.error)
            samples.withLock { ($0.status, $0.error, $0.waiting) = (.failed, error, []) }
            didChangeValue(for: \.error)
        }
        NotificationCenter.default.post(name: Self.didFailToDecodeNotification, object: self)
    }

    /// Forgets what waits for its time; what is shown stays. A layer that failed shows again what comes now.
    open func flush() {
        mayChange(\.status) {
            willChangeValue(for: \.error)
            samples.withLock { samples in
                samples.forget()
                samples.error = nil
                if samples.status == .failed { samples.status = .unknown }
            }
            didChangeValue(for: \.error)
        }
        askForMedia()
    }

    /// Also shows nothing anymore.
    open func flushAndRemoveImage() {
        flush()
        queue.async { [self] in show(nil) }
    }

    /// Whether there is room for another sample.
    open var isReadyForMoreMediaData: Bool {
        samples.withLock { $0.waiting.count < Self.capacity && $0.status != .failed }
    }

    /// Has a block called whenever there is room: it enqueues until ``isReadyForMoreMediaData`` is `false`, or ends this.
    @preconcurrency open func requestMediaDataWhenReady(
        on queue: DispatchQueue, using block: @escaping @Sendable () -> Void
    ) {
        samples.withLock { $0.request = MediaRequest(queue: queue, block: block) }
        askForMedia()
    }

    open func stopRequestingMediaData() { samples.withLock { $0.request = nil } }

    private func askForMedia() {
        let request = samples.withLock { samples -> MediaRequest? in
            guard samples.waiting.count < Self.capacity, let request = samples.request else { return nil }
            samples.request?.mustAskAgain = request.isAsking
            samples.request?.isAsking = true
            return request.isAsking ? nil : request
        }
        guard let request else { return }
        request.queue.async { [weak self] in
            request.block()
            guard let self else { return }
            let mustAskAgain = samples.withLock { samples in
                samples.request?.isAsking = false
                return samples.request?.mustAskAgain ?? false
            }
            if mustAskAgain { askForMedia() }
        }
    }

    // MARK: Time

    /// Whose time decides when a sample is shown; `nil`, the default, for the host's clock. While a timebase stands still, so does
    /// the layer.
    open var controlTimebase: CMTimebase? {
        get { samples.withLock { $0.timebase } }
        set {
            let tokens = newValue.map { timebase in
                Tokens(
                    list: [kCMTimebaseNotification_EffectiveRateChanged, kCMTimebaseNotification_TimeJumped].map {
                        name in
                        NotificationCenter.default.addObserver(
                            forName: NSNotification.Name(name), object: timebase, queue: nil
                        ) { [weak self] _ in self?.timeHasMoved() }
                    })
            }
            let old = samples.withLock { samples in
                defer { (samples.timebase, samples.tokens) = (newValue, tokens ?? Tokens()) }
                return samples.tokens
            }
            for token in old.list { NotificationCenter.default.removeObserver(token) }
            timeHasMoved()
        }
    }

    private func timeHasMoved() {
        samples.withLock { samples in
            samples.isTimed = false
            samples.waitNumber += 1
        }
        queue.async { [self] in showWhatIsDue() }
    }

    private func showWhatIsDue() {
        while true {
            let (timebase, waitNumber) = samples.withLock { ($0.timebase, $0.waitNumber) }
            let now = timebase?.time ?? clock.now
            var hasMoved = false
            let due = samples.withLock { samples -> CMTime? in
                guard let first = samples.waiting.first, !samples.isTimed else { return nil }
                let time = first.presentationTimeStamp
                hasMoved = samples.waitNumber != waitNumber
                if !hasMoved, time.isNumeric, time > now { samples.isTimed = true }
                return time
            }
            guard let due else { return }
            // The time that was read is that of before.
            if hasMoved { continue }
            guard due.isNumeric, due > now else { showNext(); continue }
            let rate = timebase?.effectiveRate ?? 1
            // One that stands still says when it runs again.
            return rate > 0 ? wait((due - now).seconds / rate) : ()
        }
    }

    private func wait(_ seconds: Double) {
        let waitNumber = samples.withLock { $0.waitNumber }
        queue.asyncAfter(deadline: .now() + seconds) { [weak self] in
            guard let self else { return }
            let isCurrent = samples.withLock { samples in
                guard samples.waitNumber == waitNumber else { return false }
                samples.isTimed = false
                return true
            }
            if isCurrent { showWhatIsDue() }
        }
    }

    private func showNext() {
        let next = samples.withLock { samples -> CMSampleBuffer? in
            guard !samples.waiting.isEmpty else { return nil }
            // A sample that is shown at once may have been waited for.
            samples.isTimed = false
            samples.waitNumber += 1
            return samples.waiting.removeFirst()
        }
        if let pixels = next?.imageBuffer { show(ShownPicture(pixels: pixels, turn: ShownPicture.Turn())) }
        askForMedia()
    }

    // MARK: Looks

    /// How the picture fills the layer; `.resizeAspect` by default.
    open var videoGravity: AVLayerVideoGravity {
        get { look.withLock { $0.gravity } }
        set {
            look.withLock { $0.gravity = newValue }
            repaint()
        }
    }

    open override var bounds: CGRect {
        get { super.bounds }
        set {
            let isResized = super.bounds.size != newValue.size
            super.bounds = newValue
            if isResized { repaint() }
        }
    }

    private func show(_ picture: ShownPicture?) {
        let handler = look.withLock { look in
            look.shown = picture
            return look.handler
        }
        if picture == nil { handler?(nil) } else { repaint() }
    }

    private func repaint() {
        let (shown, pictures) = look.withLock { ($0.shown, $0.pictures) }
        guard let shown, let pictures else { return }
        pictures.take(shown.pixels) { [weak self] in
            guard let self else { return nil }
            let (gravity, scale) = look.withLock { ($0.gravity, $0.scale) }
            return shown.canvas(bounds.size, gravity, scale: scale)
        }
    }
}

extension AVSampleBufferDisplayLayer: LiveLayer {
    package func showPictures(scale: CGFloat, _ handler: (@Sendable (LayerPicture?) -> Void)?) {
        let pictures = handler.map { handler in
            LayerPictures("AVSampleBufferDisplayLayer") { picture in
                if let picture = LayerPicture(picture) { handler(picture) }
            }
        }
        look.withLock { ($0.pictures, $0.handler, $0.scale) = (pictures, handler, scale) }
        repaint()
    }
}

extension NSNotification.Name {
    /// Source: Apple, AVSampleBufferDisplayLayer.
    public static let AVSampleBufferDisplayLayerFailedToDecode =
        AVSampleBufferDisplayLayer.didFailToDecodeNotification
}

extension CMSampleBuffer {
    /// Whether it is shown when it comes, whatever its time is.
    fileprivate var isDisplayedImmediately: Bool {
        guard let attachments = CMSampleBufferGetSampleAttachmentsArray(self, createIfNecessary: false) else {
            return false
        }
        let first = attachments.first as? [String: Any]
        return first?[kCMSampleAttachmentKey_DisplayImmediately as String] as? Bool ?? false
    }
}
