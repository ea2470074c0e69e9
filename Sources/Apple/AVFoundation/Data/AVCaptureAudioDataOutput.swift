import CaptureEngine
import Foundation
import Locking

/// Delivers every block of sound to a delegate: linear PCM as the microphone delivers it.
///
/// Source: Apple, AVCaptureAudioDataOutput.
public final class AVCaptureAudioDataOutput: AVCaptureOutput, SynchronizableOutput,
    @unchecked Sendable  // the state is in `delivery`
{
    private let delivery = AudioDelivery()

    var synchronizableDelivery: any SynchronizableDelivery { delivery }

    /// An output without a delegate: no sound flows to it yet.
    public override init() {
        super.init()
        delivery.output = self
    }

    override var acceptedMediaTypes: [AVMediaType] { [.audio] }

    override func sink(for connection: AVCaptureConnection) -> (any FrameSink)? {
        delivery.isWanted ? delivery : nil
    }

    /// Sets the delegate that gets the sound, and the serial queue for its calls. Pass `nil` for both to stop.
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

    /// The best settings for an ``AVAssetWriter`` that writes the connected microphone's sound: AAC with the microphone's
    /// sample rate and channels, as in an ``AVCaptureMovieFileOutput``.
    ///
    /// - Returns: `nil` without a microphone, and for file types in which no AAC can be written.
    public func recommendedAudioSettingsForAssetWriter(
        writingTo outputFileType: AVFileType
    ) -> [String: Any]? {
        let device = connection(with: .audio)?.inputPorts.first?.device
        guard outputFileType.canHold(kAudioFormatMPEG4AAC),
            let description = device?.activeFormat.formatDescription,
            let format = description.audioStreamBasicDescription
        else { return nil }
        return [
            AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: format.mSampleRate,
            AVNumberOfChannelsKey: Int(format.mChannelsPerFrame),
            AVEncoderBitRateKey: MovieConfiguration.Audio(format: description).bitRate,
        ]
    }

    /// The delegate; held weakly.
    public var sampleBufferDelegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)? { delivery.delegate }

    public var sampleBufferCallbackQueue: DispatchQueue? { delivery.queue }
}

/// Gets the sound, on the queue that was set with the delegate. Source: Apple,
/// AVCaptureAudioDataOutputSampleBufferDelegate.
public protocol AVCaptureAudioDataOutputSampleBufferDelegate: NSObjectProtocol {
    /// A block of sound: linear PCM, some hundredths of a second, in its own `formatDescription`.
    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
}

extension AVCaptureAudioDataOutputSampleBufferDelegate {
    /// The method is optional: does nothing.
    public func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {}
}

extension AVCaptureAudioDataOutputSampleBufferDelegate where Self: AVCaptureVideoDataOutputSampleBufferDelegate {
    /// For a class that conforms to both protocols, which share this method. It is optional in both: does nothing.
    public func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {}
}

/// Passes sound to the delegate's queue. None is dropped: a second of it is small.
final class AudioDelivery: FrameSink, SynchronizableDelivery, @unchecked Sendable {  // a Mutex; `output` set once
    private struct State: @unchecked Sendable {  // the delegate is called on its queue only
        weak var delegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)?
        var queue: DispatchQueue?
        weak var synchronization: DataSynchronization?
    }

    private let state = Mutex(State())
    weak var output: AVCaptureAudioDataOutput?

    var delegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)? { state.withLock { $0 }.delegate }
    var queue: DispatchQueue? { state.withLock { $0.queue } }

    func setDelegate(_ delegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)?, queue: DispatchQueue?) {
        state.withLock { state in
            state.delegate = delegate
            state.queue = queue
        }
    }

    var isWanted: Bool { state.withLock { $0.synchronization?.hasDelegate ?? ($0.delegate != nil) } }

    var synchronization: DataSynchronization? {
        get { state.withLock { $0 }.synchronization }
        set { state.withLock { $0.synchronization = newValue } }
    }

    func consume(_ sample: CMSampleBuffer, from route: CaptureGraph.Route) {
        let target = state.withLock { state in state.synchronization.map(\.queue) ?? state.queue }
        target?.async { [weak self] in
            guard let self, let output, let connection = output.connection(with: .audio) else { return }
            if let synchronization {
                let data = AVCaptureSynchronizedSampleBufferData(sample)
                synchronization.add(data, from: output, at: data.timestamp)
            } else {
                delegate?.captureOutput(output, didOutput: sample, from: connection)
            }
        }
    }

    func missedFrame(at timestamp: CMTime, reason: DropReason, from route: CaptureGraph.Route) {}

    func routeEnded(_ route: CaptureGraph.Route, error: CaptureError?) {}
}
