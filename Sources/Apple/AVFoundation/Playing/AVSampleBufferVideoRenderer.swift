import CoreMedia
import Foundation

/// What a display layer shows, apart from its looks: takes the samples. Source: Apple, AVSampleBufferVideoRenderer.
///
/// Get it from ``AVSampleBufferDisplayLayer/sampleBufferRenderer``. Any thread may use it. Linux: it shows nothing once its
/// layer is gone.
public final class AVSampleBufferVideoRenderer: NSObject, @unchecked Sendable {  // never changed; see the layer
    private weak var layer: AVSampleBufferDisplayLayer?

    init(_ layer: AVSampleBufferDisplayLayer) { self.layer = layer }

    public var status: AVQueuedSampleBufferRenderingStatus { layer?.status ?? .unknown }

    /// Why ``status`` is `failed`.
    public var error: (any Error)? { layer?.error }

    /// Whether ``flush()`` is needed before samples are shown again.
    public var requiresFlushToResumeDecoding: Bool { status == .failed }

    /// Whether there is room for another sample.
    public var isReadyForMoreMediaData: Bool { layer?.isReadyForMoreMediaData ?? false }

    /// Shows a sample when its time has come; samples come in the order in which they are shown.
    public func enqueue(_ sampleBuffer: CMSampleBuffer) { layer?.enqueue(sampleBuffer) }

    /// Forgets what waits for its time; what is shown stays.
    public func flush() { layer?.flush() }

    /// - Parameters:
    ///   - removeDisplayedImage: whether nothing is shown anymore.
    ///   - handler: called when that is done, on the calling thread.
    @preconcurrency public func flush(
        removingDisplayedImage removeDisplayedImage: Bool, completionHandler handler: (@Sendable () -> Void)? = nil
    ) {
        if removeDisplayedImage { layer?.flushAndRemoveImage() } else { layer?.flush() }
        handler?()
    }

    /// Has a block called whenever there is room.
    @preconcurrency public func requestMediaDataWhenReady(
        on queue: DispatchQueue, using block: @escaping @Sendable () -> Void
    ) {
        layer?.requestMediaDataWhenReady(on: queue, using: block)
    }

    public func stopRequestingMediaData() { layer?.stopRequestingMediaData() }
}
