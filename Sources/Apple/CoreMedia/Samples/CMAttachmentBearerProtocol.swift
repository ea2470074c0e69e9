import CoreVideo
import MissingFoundation

/// Something that can have attachments. Source: Apple, CMAttachmentBearerProtocol.
public protocol CMAttachmentBearerProtocol {
    /// The attachments, which can be changed through it.
    var attachments: CMAttachmentBearerAttachments { get }

    /// Copies the attachments that propagate.
    func propagateAttachments<T>(to destination: T) where T: CMAttachmentBearerProtocol
}

/// The current attachments of one object. Source: Apple, CMAttachmentBearerAttachments.
///
/// Any thread may read and change them.
public struct CMAttachmentBearerAttachments {
    /// Whether an attachment is copied with its bearer. Source: Apple, CMAttachmentBearerAttachments.Mode.
    public enum Mode: CMAttachmentMode, Sendable {
        case shouldNotPropagate = 0
        case shouldPropagate = 1
    }

    /// An attachment. Source: Apple, CMAttachmentBearerAttachments.Value.
    public enum Value {
        case shouldNotPropagate(Any)
        case shouldPropagate(Any)

        public var value: Any {
            switch self {
            case .shouldNotPropagate(let value), .shouldPropagate(let value): value
            }
        }

        public var mode: Mode {
            switch self {
            case .shouldNotPropagate: .shouldNotPropagate
            case .shouldPropagate: .shouldPropagate
            }
        }
    }

    fileprivate let bearer: any AttachmentBearing

    /// `nil` removes it.
    public subscript(key: String) -> Value? {
        get {
            bearer.storedAttachments[key].map { value, mode in
                mode == .shouldPropagate ? .shouldPropagate(value) : .shouldNotPropagate(value)
            }
        }
        nonmutating set {
            let new = newValue.map { CVAttachments([key: $0.value], mode: $0.mode.stored) }
            bearer.changeAttachments { attachments in
                if let new { attachments.merge(new) } else { attachments[key] = nil }
            }
        }
    }

    /// `nil` removes it.
    public subscript(key: CMSampleBuffer.AttachmentKey) -> Value? {
        get { self[key.rawValue] }
        nonmutating set { self[key.rawValue] = newValue }
    }

    /// Those that are copied with their bearer.
    public var propagated: [String: Any] { bearer.storedAttachments.values(.shouldPropagate) }

    /// Those that stay with their bearer.
    public var nonPropagated: [String: Any] { bearer.storedAttachments.values(.shouldNotPropagate) }

    /// Attaches every value with the same mode, and replaces values with the same keys.
    public func merge(_ attachments: [String: Any], mode: Mode) {
        let new = CVAttachments(attachments, mode: mode.stored)
        bearer.changeAttachments { $0.merge(new) }
    }

    public func removeAll() { bearer.changeAttachments { $0.removeAll() } }
}

extension CMAttachmentBearerAttachments.Mode {
    fileprivate var stored: CVAttachmentMode { self == .shouldPropagate ? .shouldPropagate : .shouldNotPropagate }
}

extension CMSampleBuffer {
    /// The name of an attachment. Source: Apple, CMSampleBuffer.AttachmentKey.
    ///
    /// Linux: only those that outputs attach. Any other is found by its text.
    public struct AttachmentKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: CFString

        public init(rawValue: CFString) { self.rawValue = rawValue }

        public static let droppedFrameReason = AttachmentKey(rawValue: kCMSampleBufferAttachmentKey_DroppedFrameReason)
        public static let cameraIntrinsicMatrix = AttachmentKey(
            rawValue: kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix)
    }
}

extension CMSampleBuffer: CMAttachmentBearerProtocol {
    public var attachments: CMAttachmentBearerAttachments { CMAttachmentBearerAttachments(bearer: self) }

    public func propagateAttachments<T>(to destination: T) where T: CMAttachmentBearerProtocol {
        CMPropagateAttachments(self, destination: destination as AnyObject)
    }
}

extension CMBlockBuffer: CMAttachmentBearerProtocol {
    public var attachments: CMAttachmentBearerAttachments { CMAttachmentBearerAttachments(bearer: self) }

    public func propagateAttachments<T>(to destination: T) where T: CMAttachmentBearerProtocol {
        CMPropagateAttachments(self, destination: destination as AnyObject)
    }
}

extension CVBuffer: CMAttachmentBearerProtocol {
    public var attachments: CMAttachmentBearerAttachments { CMAttachmentBearerAttachments(bearer: self) }

    public func propagateAttachments<T>(to destination: T) where T: CMAttachmentBearerProtocol {
        CMPropagateAttachments(self, destination: destination as AnyObject)
    }
}
