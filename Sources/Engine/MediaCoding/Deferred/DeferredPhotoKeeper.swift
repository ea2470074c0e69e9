import Foundation
import Locking

/// Writes photos into their stores behind the back of the one who takes them.
///
/// One photo at a time. So few may wait that their memory is bounded; who comes with one more waits. A process that ends
/// by `exit` ends when all is written.
enum DeferredPhotoKeeper {
    /// How many photos may be written or wait for it.
    static let capacity = 2
    private static let work = Monitor((begun: 0, ended: 0))
    private static let queue = DispatchQueue(label: "DeferredPhotoKeeper", qos: .utility)
    /// Registers for the end of the process, once.
    private static let staysUntilDone: Void = {
        atexit { DeferredPhotoKeeper.wait() }
    }()

    /// Has `write` called, some time; blocks while too much is waiting already.
    static func keep(_ write: @escaping @Sendable () -> Void) {
        _ = staysUntilDone
        _ = work.wait { work -> Bool? in
            guard work.begun - work.ended < capacity else { return nil }
            work.begun += 1
            return true
        }
        queue.async {
            write()
            work.withLock { $0.ended += 1 }
        }
    }

    static var isIdle: Bool { work.withLock { $0.begun == $0.ended } }

    /// Blocks until all is written that is there now; what comes meanwhile is not waited for.
    static func wait() {
        let last = work.withLock { $0.begun }
        _ = work.wait { $0.ended >= last ? true : nil }
    }
}
