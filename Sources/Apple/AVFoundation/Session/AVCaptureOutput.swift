import CaptureEngine
import DeviceKinds
import Foundation
import Locking

/// Where a session's media goes. Source: Apple, AVCaptureOutput.
open class AVCaptureOutput: NSObject, @unchecked Sendable {  // subclasses keep their state in Mutexes
    let world = CaptureWorld.current
    private let attachment = Mutex(WeakSession())
    private let defersStart = Mutex(false)
    private let lost = Mutex<[AVCaptureConnection]>([])

    override init() {}

    /// Whether the output can get its media later than the others: always.
    public var isDeferredStartSupported: Bool { true }

    /// Whether the output gets its media only with the session's deferred start, so that the preview comes sooner;
    /// `false` by default. It takes effect at the next start.
    public var isDeferredStartEnabled: Bool {
        get { defersStart.withLock { $0 } }
        set { defersStart.withLock { $0 = newValue } }
    }

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

    /// The connections that the output lost because a device could not be opened and the session rolled back; empty
    /// once the output is connected or added again. The program made no mistake.
    var lostConnections: [AVCaptureConnection] {
        get { lost.withLock { $0 } }
        set { lost.withLock { $0 = newValue } }
    }

    /// Why data never reached a delegate. Source: Apple, AVCaptureOutput.DataDroppedReason.
    public enum DataDroppedReason: Int, Sendable {
        /// It was not dropped.
        case none = 0
        /// The delegate was still busy with what came before.
        case lateData = 1
        /// Every buffer was in use.
        case outOfBuffers = 2
        /// The device lost or damaged it.
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

    // MARK: What a subclass tells the session about itself

    /// The kinds of media that it takes, in the order in which connections are made.
    var acceptedMediaTypes: [AVMediaType] { [] }

    /// Whether it takes photos. A session has only one kind of output that does.
    var takesPhotos: Bool { false }

    /// What takes the media of a connection now; `nil` while the output wants none.
    func sink(for connection: AVCaptureConnection) -> (any FrameSink)? { nil }

    /// Called after the output's connections, or the session's state, changed. No lock is held.
    func sessionDidChange() {}
}
