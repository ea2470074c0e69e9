import Foundation
import TestSupport

/// A user who is not root: permissions and limits on threads do not count for root.
enum Somebody {
    /// Words that start a program as this user.
    static let prefix = geteuid() == 0 ? ["setpriv", "--reuid=54321", "--regid=54321", "--clear-groups"] : []

    /// Whether this user may run the program, wherever it was built. In continuous integration as root the tests run in
    /// any case, and fail if not.
    static let mayRunTheProgram: Bool = {
        if SmallDisk.isRequired { return true }
        let run = try? Tool.run("timeout", ["9"] + prefix + ["test", "-x", AVCamProgram.path])
        return run?.status == 0
    }()
}
