import Foundation
import Locking

/// Says which members a program uses that compile and have no effect on Linux: once for each, on standard error.
///
/// Only where the program asks for something that it does not get: a status bar that is to be hidden is not reported, as
/// there is none. On in debug builds; `AVCAM_REPORT_NO_EFFECT` with the value `1` or `0` decides for any build.
package final class NoEffectReport: Sendable {
    /// That of the process; a test gives its task another one.
    @TaskLocal package static var current = NoEffectReport(
        isOn: isWanted(in: ProcessInfo.processInfo.environment, isDebugBuild: isDebugBuild)
    ) { FileHandle.standardError.write(Data(($0 + "\n").utf8)) }

    private let isOn: Bool
    private let write: @Sendable (String) -> Void
    private let reported = Mutex(Set<String>())

    /// - `write`: gets each line, without its end, on the thread that used the member.
    package init(isOn: Bool = true, write: @escaping @Sendable (String) -> Void) {
        (self.isOn, self.write) = (isOn, write)
    }

    /// Reports a member to the report of the moment. Called from any thread.
    ///
    /// - `member`: as Apple's documentation writes it, with its type: `UIWindow.windowLevel`.
    /// - `reason`: the rest of the sentence, without a full stop.
    package static func add(_ member: String, _ reason: String) { current.add(member, reason) }

    private func add(_ member: String, _ reason: String) {
        guard isOn, reported.withLock({ $0.insert(member).inserted }) else { return }
        write("\(member) has no effect on Linux: \(reason).")
    }

    package static func isWanted(in environment: [String: String], isDebugBuild: Bool) -> Bool {
        switch environment["AVCAM_REPORT_NO_EFFECT"] {
        case "1": true
        case "0": false
        default: isDebugBuild
        }
    }

    private static var isDebugBuild: Bool {
        #if DEBUG
            true
        #else
            false
        #endif
    }
}
