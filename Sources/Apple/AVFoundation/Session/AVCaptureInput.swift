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

/// A box, because a Mutex cannot hold a weak reference by itself.
struct WeakSession {
    weak var session: AVCaptureSession?
}

extension AVCaptureInput {
    /// One stream of an input. Source: Apple, AVCaptureInput.Port.
    public final class Port: NSObject, @unchecked Sendable {  // `enabled` is a Mutex, the rest is immutable
        fileprivate(set) weak var owner: AVCaptureInput?
        private let enabled = Mutex(true)
        public let mediaType: AVMediaType
        public let sourceDeviceType: AVCaptureDevice.DeviceType?
        public let sourceDevicePosition: AVCaptureDevice.Position
        /// `nil` for a port of metadata that a program makes.
        let device: AVCaptureDevice?
        private let constant: (format: CMFormatDescription, clock: CMClock)?

        /// - Parameters:
        ///   - mediaType: `nil` for what the device captures.
        ///   - position: `nil` for the device's own.
        init(
            owner: AVCaptureInput, device: AVCaptureDevice, mediaType: AVMediaType? = nil,
            position: AVCaptureDevice.Position? = nil
        ) {
            self.owner = owner
            self.device = device
            self.mediaType = mediaType ?? device.mediaType
            sourceDeviceType = device.deviceType
            sourceDevicePosition = position ?? device.position
            constant = nil
        }

        /// A port of timed metadata.
        init(metadata format: CMFormatDescription, _ clock: CMClock) {
            (mediaType, constant, device) = (.metadata, (format, clock), nil)
            (sourceDeviceType, sourceDevicePosition) = (nil, .unspecified)
        }

        func belong(to owner: AVCaptureInput) { self.owner = owner }

        /// The input that the port belongs to; reading it after the input was released stops the process.
        public var input: AVCaptureInput {
            guard let owner else { raiseException("*** -[AVCaptureInputPort input] The port's input no longer exists") }
            return owner
        }

        /// The format in which the port's media comes now.
        public var formatDescription: CMFormatDescription? {
            guard let device else { return constant?.format }
            let format = mediaType == .depthData ? device.activeDepthDataFormat : device.activeFormat
            return format?.formatDescription
        }

        /// Posted when ``formatDescription`` has changed, and when a session runs the input for the first time; the object
        /// is the port.
        public static let formatDescriptionDidChangeNotification = NSNotification.Name(
            "AVCaptureInputPortFormatDescriptionDidChangeNotification")

        func tellFormat() {
            NotificationCenter.default.post(name: Self.formatDescriptionDidChangeNotification, object: self)
        }

        /// The clock of the samples' timestamps.
        public var clock: CMClock? { constant?.clock ?? CMClockGetHostTimeClock() }

        /// Whether media flows from this port.
        public var isEnabled: Bool {
            get { enabled.withLock { $0 } }
            set {
                guard let session = owner?.session else { return enabled.withLock { $0 = newValue } }
                session.changingActivity(where: { $0 === self }) { enabled.withLock { $0 = newValue } }
                session.routesChanged()
            }
        }
    }
}

extension AVCaptureInput.Port {
    /// The frame duration that the input asks for; `nil` leaves it to the device.
    var frameDurationOverride: CMTime? {
        let duration = (owner as? AVCaptureDeviceInput)?.videoMinFrameDurationOverride
        return duration.flatMap { $0.isValid ? $0 : nil }
    }
}

extension NSNotification.Name {
    /// The format of a port's media has changed; the object is the ``AVCaptureInput/Port``.
    /// Source: Apple, NSNotification.Name.AVCaptureInputPortFormatDescriptionDidChange.
    public static let AVCaptureInputPortFormatDescriptionDidChange =
        AVCaptureInput.Port.formatDescriptionDidChangeNotification
}
