import CaptureEngine
import Foundation
import Locking

/// Gives every block of sound to a delegate: linear PCM as the microphone delivers it.
///
/// Source: Apple, AVCaptureAudioDataOutput.
public final class AVCaptureAudioDataOutput: AVCaptureOutput, @unchecked Sendable {  // the state is in `delivery`
    private let delivery = AudioDelivery()

    public override init() {
        super.init()
        delivery.output = self
    }

    override var acceptedMediaTypes: [AVMediaType] { [.audio] }

    override func sink(for connection: AVCaptureConnection) -> (any FrameSink)? {
        delivery.delegate == nil ? nil : delivery
    }

    /// Sets who gets the sound, and the serial queue on which. Both `nil` ends it.
    ///
    /// Source: Apple, AVCaptureAudioDataOutput.setSampleBufferDelegate(_:queue:).
    public func setSampleBufferDelegate(
        _ sampleBufferDelegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)?,
        queue sampleBufferCallbackQueue: DispatchQueue?
    ) {
        if sampleBufferDelegate != nil, sampleBufferCallbackQueue == nil {
            raiseException("*** -[AVCaptureAudioDataOutput setSampleBufferDelegate:queue:] NULL queue passed")
        }
        delivery.setDelegate(sampleBufferDelegate, queue: sampleBufferCallbackQueue)
        session?.routesChanged()
    }

    public var sampleBufferDelegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)? { delivery.delegate }
    public var sampleBufferCallbackQueue: DispatchQueue? { delivery.queue }
}

/// Gets the sound, on the queue that was given with it. Source: Apple, AVCaptureAudioDataOutputSampleBufferDelegate.
public protocol AVCaptureAudioDataOutputSampleBufferDelegate: NSObjectProtocol {
    /// A block of sound.
    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
}

extension AVCaptureAudioDataOutputSampleBufferDelegate {
    public func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {}
}

/// Hands sound over to the delegate's queue. None is dropped: a second of it is small.
final class AudioDelivery: FrameSink, @unchecked Sendable {  // `state` is a Mutex; `output` is set once, in its init
    private struct State: @unchecked Sendable {  // the delegate is called on its queue only
        weak var delegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)?
        var queue: DispatchQueue?
    }

    private let state = Mutex(State())
    weak var output: AVCaptureAudioDataOutput?

    var delegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)? { state.withLock { $0 }.delegate }
    var queue: DispatchQueue? { state.withLock { $0.queue } }

    func setDelegate(_ delegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)?, queue: DispatchQueue?) {
        state.withLock { $0 = State(delegate: delegate, queue: queue) }
    }

    func consume(_ sample: CMSampleBuffer, from route: CaptureGraph.Route) {
        queue?.async { [weak self] in
            guard let self, let output, let delegate, let connection = output.connection(with: .audio) else { return }
            delegate.captureOutput(output, didOutput: sample, from: connection)
        }
    }

    func missedFrame(at timestamp: CMTime, reason: DropReason, from route: CaptureGraph.Route) {}

    func routeEnded(_ route: CaptureGraph.Route, error: CaptureError?) {}
}
