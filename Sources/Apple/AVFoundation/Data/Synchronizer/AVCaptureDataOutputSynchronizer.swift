import CaptureEngine
import Foundation
import Locking

/// Delivers data of several outputs that belong to the same moment to one delegate.
///
/// The data of the first output are held until each other output has delivered data of that time or a later one, or is
/// known to have none. Data of other outputs from other times are delivered separately, in order. While an output
/// belongs to a synchronizer its own delegate is not called.
///
/// Linux: when an output falls six moments behind, the others no longer
/// wait for it.
/// Source: Apple, AVCaptureDataOutputSynchronizer.
public final class AVCaptureDataOutputSynchronizer: NSObject, @unchecked Sendable {  // immutable but for Mutexes
    /// The outputs, the leading one first.
    public let dataOutputs: [AVCaptureOutput]

    private let synchronization: DataSynchronization

    /// - Parameter dataOutputs: video data, audio data, depth data and metadata outputs, each once and in no other synchronizer;
    ///   anything else is a programmer's mistake.
    public init(dataOutputs: [AVCaptureOutput]) {
        let method = "*** -[AVCaptureDataOutputSynchronizer initWithDataOutputs:]"
        if dataOutputs.isEmpty { raiseException("\(method) dataOutputs must not be empty") }
        if Set(dataOutputs.map(ObjectIdentifier.init)).count < dataOutputs.count {
            raiseException("\(method) An output may be there once only")
        }
        let deliveries = dataOutputs.map { output -> any SynchronizableDelivery in
            guard let delivery = (output as? any SynchronizableOutput)?.synchronizableDelivery else {
                raiseException("\(method) Unsupported output: \(type(of: output))")
            }
            if delivery.synchronization != nil {
                raiseException("\(method) The output belongs to another synchronizer already")
            }
            return delivery
        }
        self.dataOutputs = dataOutputs
        synchronization = DataSynchronization(dataOutputs)
        super.init()
        synchronization.synchronizer = self
        for delivery in deliveries { delivery.synchronization = synchronization }
    }

    deinit {
        for output in dataOutputs {
            (output as? any SynchronizableOutput)?.synchronizableDelivery.synchronization = nil
            output.session?.routesChanged()
        }
    }

    /// Sets the delegate that gets the data, and the serial queue for its calls. Pass `nil` for both to stop.
    public func setDelegate(
        _ delegate: (any AVCaptureDataOutputSynchronizerDelegate)?, queue delegateCallbackQueue: DispatchQueue?
    ) {
        if delegate != nil, delegateCallbackQueue == nil {
            raiseException("*** -[AVCaptureDataOutputSynchronizer setDelegate:queue:] NULL queue passed")
        }
        synchronization.setDelegate(delegate, queue: delegateCallbackQueue)
        for output in dataOutputs { output.session?.routesChanged() }
    }

    /// The delegate; held weakly.
    public var delegate: (any AVCaptureDataOutputSynchronizerDelegate)? { synchronization.delegate }

    public var delegateCallbackQueue: DispatchQueue? { synchronization.queue }
}

/// Gets data that belong together, on the queue that was set with the delegate.
///
/// Source: Apple, AVCaptureDataOutputSynchronizerDelegate.
public protocol AVCaptureDataOutputSynchronizerDelegate: NSObjectProtocol {
    /// The data of one moment.
    func dataOutputSynchronizer(
        _ synchronizer: AVCaptureDataOutputSynchronizer,
        didOutput synchronizedDataCollection: AVCaptureSynchronizedDataCollection)
}

/// An output whose data can be synchronized with those of others.
protocol SynchronizableOutput: AVCaptureOutput {
    var synchronizableDelivery: any SynchronizableDelivery { get }
}

/// Passes its data to a synchronization, if there is one, instead of to its own delegate.
protocol SynchronizableDelivery: AnyObject {
    var synchronization: DataSynchronization? { get set }
}
