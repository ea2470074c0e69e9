import Foundation
import Locking

/// Writes photos into their stores in the background.
///
/// One photo at a time. Only a few may be pending, which bounds their memory; the caller of one more waits. A process
/// that ends with `exit` ends when everything is written.
enum DeferredPhotoKeeper {
    /// How many photos may be pending, including the one being written.
    static let capacity = 2
    private static let work = Monitor((begun: 0, ended: 0))
    private static let queue = DispatchQueue(label: "DeferredPhotoKeeper", qos: .utility)
    /// Registers for the end of the process, once.
    private static let staysUntilDone: Void = {
        atexit { DeferredPhotoKeeper.wait() }
    }()

    /// Schedules `write`; blocks while too many are pending.
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

    /// Blocks until everything pending now is written; does not wait for what is added meanwhile.
    static func wait() {
        let last = work.withLock { $0.begun }
        _ = work.wait { $0.ended >= last ? true : nil }
    }
}
