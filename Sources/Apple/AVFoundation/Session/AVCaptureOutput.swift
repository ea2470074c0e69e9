import CaptureEngine
import Foundation
import Locking

/// Where a session's media goes. Source: Apple, AVCaptureOutput.
open class AVCaptureOutput: NSObject, @unchecked Sendable {  // subclasses keep their state in Mutexes
    private let attachment = Mutex(WeakSession())

    override init() {}

    /// The session that the output was added to.
    weak var session: AVCaptureSession? {
        get { attachment.withLock { $0.session } }
        set { attachment.withLock { $0.session = newValue } }
    }

    /// The connections that lead to the output.
    public var connections: [AVCaptureConnection] {
        session?.connections.filter { $0.output === self } ?? []
    }

    /// The first connection of that kind of media; `nil` when there is none.
    public func connection(with mediaType: AVMediaType) -> AVCaptureConnection? {
        connections.first { $0.mediaType == mediaType }
    }

    /// Why data never reached a delegate. Source: Apple, AVCaptureOutput.DataDroppedReason.
    public enum DataDroppedReason: Int, Sendable {
        case none = 0
        case lateData = 1
        case outOfBuffers = 2
        case discontinuity = 3

        init(_ reason: DropReason) {
            self =
                switch reason {
                case .late: .lateData
                case .outOfBuffers: .outOfBuffers
                case .discontinuity: .discontinuity
                }
        }
    }

    // MARK: What a subclass says of itself to the session

    /// The kinds of media that it takes, in the order in which connections are made.
    var acceptedMediaTypes: [AVMediaType] { [] }

    /// What takes the media of a connection now; `nil` while the output wants none.
    func sink(for connection: AVCaptureConnection) -> (any FrameSink)? { nil }

    /// Called after the output's connections, or the session's state, changed. No lock is held.
    func sessionDidChange() {}
}
