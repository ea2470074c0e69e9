internal import CLinux
import CaptureEngine
import Glibc

/// Wakes a thread that waits in `poll`: the reading end becomes readable, once and permanently.
final class WakePipe: Sendable {
    let readEnd: Int32
    private let writeEnd: Int32

    init() throws(CaptureError) {
        var ends: [Int32] = [-1, -1]
        guard linux_pipe_cloexec(&ends) == 0 else {
            throw CaptureError(.deviceFailed, "no pipe can be made: \(String(cString: strerror(errno)))")
        }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    func wake() {
        var byte: UInt8 = 1
        _ = write(writeEnd, &byte, 1)
    }
}
