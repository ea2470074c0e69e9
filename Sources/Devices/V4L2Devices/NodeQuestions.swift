import CaptureEngine
import Locking

/// Asks nodes on threads of their own, because a driver may hang in the kernel, where nothing ends its thread.
///
/// | what happens | what becomes of it |
/// | --- | --- |
/// | the driver answers in time | its answer |
/// | it does not | none, and the thread is left to itself |
/// | it is asked while it hangs | none, at once |
/// | it answers late | the answer is discarded, and the next question is asked |
final class NodeQuestions: Sendable {
    private enum Progress<Answer: Sendable>: Sendable {
        case asked, answered(Answer), givenUp
    }

    private let timeout: Duration
    /// How many threads hang at each node, by its path. No entry is zero; one is negative for the moment in which a thread has
    /// returned before it was counted.
    let hanging = Monitor<[String: Int]>([:])

    /// - Parameter timeout: how long to wait for an answer; by default, as long as two USB requests take to time out each.
    init(timeout: Duration = .seconds(10)) { self.timeout = timeout }

    /// Calls `question` on a thread of its own.
    ///
    /// - Parameter path: the node's.
    /// - Returns: `nil` if the driver does not answer.
    func ask<Answer: Sendable>(_ path: String, _ question: @escaping @Sendable () -> Answer) -> Answer? {
        if hanging.withLock({ $0[path, default: 0] }) > 0 { return nil }
        let progress = Monitor(Progress<Answer>.asked)
        let thread = try? SourceThread("v4l2-question") { [self] _ in
            let answer = question()
            let isLate = progress.withLock { progress in
                if case .givenUp = progress { return true }
                progress = .answered(answer)
                return false
            }
            if isLate { note(path, isHanging: false) }
        }
        guard let thread else { return question() }
        let answer = progress.wait(timeout: timeout) { progress -> Answer? in
            if case .answered(let answer) = progress { answer } else { nil }
        }
        if let answer {
            thread.join()
            return answer
        }
        // It may have come since.
        let late = progress.withLock { progress -> Answer? in
            if case .answered(let answer) = progress { return answer }
            progress = .givenUp
            return nil
        }
        if late == nil { note(path, isHanging: true) }
        _ = thread.end(within: .zero)
        return late
    }

    /// Counts a thread that hangs at a node, or that is back.
    func note(_ path: String, isHanging: Bool) {
        hanging.withLock { hanging in
            let count = hanging[path, default: 0] + (isHanging ? 1 : -1)
            hanging[path] = count == 0 ? nil : count
        }
    }
}
