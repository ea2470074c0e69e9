import CaptureEngine
import Foundation
import Locking

/// Where a session gets its media from. Source: Apple, AVCaptureInput.
open class AVCaptureInput: NSObject, @unchecked Sendable {  // subclasses hold immutable values and Mutexes
    private let sessionReference = Mutex(WeakSession())

    /// The streams of the input, one for each kind of media.
    open var ports: [Port] { [] }

    weak var session: AVCaptureSession? {
        get { sessionReference.withLock { $0.session } }
        set { sessionReference.withLock { $0.session = newValue } }
    }

    override init() {}
}

/// A box for what a Mutex cannot hold by itself.
struct WeakSession {
    weak var session: AVCaptureSession?
}

extension AVCaptureInput {
    /// One stream of an input. Source: Apple, AVCaptureInput.Port.
    public final class Port: NSObject, @unchecked Sendable {  // `enabled` is a Mutex, the rest is immutable
        private weak var owner: AVCaptureInput?
        private let enabled = Mutex(true)
        public let mediaType: AVMediaType
        public let sourceDeviceType: AVCaptureDevice.DeviceType?
        public let sourceDevicePosition: AVCaptureDevice.Position
        let device: AVCaptureDevice

        init(owner: AVCaptureInput, device: AVCaptureDevice) {
            self.owner = owner
            self.device = device
            mediaType = device.mediaType
            sourceDeviceType = device.deviceType
            sourceDevicePosition = device.position
        }

        public var input: AVCaptureInput {
            guard let owner else { raiseException("*** -[AVCaptureInputPort input] The port's input no longer exists") }
            return owner
        }

        /// The format in which the port's media comes now.
        public var formatDescription: CMFormatDescription? { device.activeFormat.formatDescription }

        /// The clock of the samples' timestamps.
        public var clock: CMClock? { CMClockGetHostTimeClock() }

        /// Whether media flows from this port.
        public var isEnabled: Bool {
            get { enabled.withLock { $0 } }
            set {
                enabled.withLock { $0 = newValue }
                owner?.session?.routesChanged()
            }
        }
    }
}

/// A device as the input of a session. Source: Apple, AVCaptureDeviceInput.
public final class AVCaptureDeviceInput: AVCaptureInput, @unchecked Sendable {  // immutable once made
    public let device: AVCaptureDevice
    private var port: Port?

    /// - Throws: ``AVError`` `deviceNotConnected` when the device is gone. Linux: whether this user may open it shows when
    ///   the session starts.
    public init(device: AVCaptureDevice) throws {
        guard device.isConnected else {
            throw AVError(
                .deviceNotConnected,
                userInfo: [
                    NSLocalizedDescriptionKey: "\(device.localizedName) is not connected", AVErrorDeviceKey: device,
                ])
        }
        self.device = device
        super.init()
        port = Port(owner: self, device: device)
    }

    public override var ports: [Port] { port.map { [$0] } ?? [] }

    /// The ports of that kind; `nil` takes any. Source: Apple, ports(for:sourceDeviceType:sourceDevicePosition:).
    public func ports(
        for mediaType: AVMediaType?, sourceDeviceType: AVCaptureDevice.DeviceType?,
        sourceDevicePosition: AVCaptureDevice.Position
    ) -> [Port] {
        ports.filter {
            (mediaType == nil || $0.mediaType == mediaType)
                && (sourceDeviceType == nil || $0.sourceDeviceType == sourceDeviceType)
                && (sourceDevicePosition == .unspecified || $0.sourceDevicePosition == sourceDevicePosition)
        }
    }
}
