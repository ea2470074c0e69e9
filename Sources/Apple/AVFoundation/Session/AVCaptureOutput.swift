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
    ///
    /// Source: Apple, AVCaptureOutput.isDeferredStartSupported.
    public var isDeferredStartSupported: Bool { true }

    /// Whether the output gets its media only with the session's deferred start, so that the preview comes sooner;
    /// `false` at first. It counts from the next start on.
    ///
    /// Source: Apple, AVCaptureOutput.isDeferredStartEnabled.
    public var isDeferredStartEnabled: Bool {
        get { defersStart.withLock { $0 } }
        set { defersStart.withLock { $0 = newValue } }
    }

    /// The session that the output was added to.
    weak var session: AVCaptureSession? {
        get { attachment.withLock { $0.session } }
        set { attachment.withLock { $0.session = newValue } }
    }

    /// The connections that lead to the output. Source: Apple, AVCaptureOutput.connections.
    public var connections: [AVCaptureConnection] {
        session?.connections.filter { $0.output === self } ?? []
    }

    /// The first connection of that kind of media; `nil` when there is none.
    ///
    /// Source: Apple, AVCaptureOutput.connection(with:).
    public func connection(with mediaType: AVMediaType) -> AVCaptureConnection? {
        connections.first { $0.mediaType == mediaType }
    }

    /// The connections that a device took from the output, as it could not be opened and the session went back to how it
    /// was before; none once the output is connected or added again. The program did its part.
    var lostConnections: [AVCaptureConnection] {
        get { lost.withLock { $0 } }
        set { lost.withLock { $0 = newValue } }
    }

    /// Why data never reached a delegate. Source: Apple, AVCaptureOutput.DataDroppedReason.
    public enum DataDroppedReason: Int, Sendable {
        /// It was not dropped. Source: Apple, AVCaptureOutput.DataDroppedReason.none.
        case none = 0
        /// The delegate was still busy with what came before. Source: Apple, AVCaptureOutput.DataDroppedReason.lateData.
        case lateData = 1
        /// Every buffer was held by somebody. Source: Apple, AVCaptureOutput.DataDroppedReason.outOfBuffers.
        case outOfBuffers = 2
        /// The device lost or damaged it. Source: Apple, AVCaptureOutput.DataDroppedReason.discontinuity.
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
