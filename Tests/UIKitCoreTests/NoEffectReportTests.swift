import Locking
import Testing

@testable import UIKitCore

/// What is said of members without effect.
@Suite struct NoEffectReportTests {
    private func lines(isOn: Bool = true, _ work: () -> Void) -> [String] {
        let lines = Mutex<[String]>([])
        NoEffectReport.$current.withValue(NoEffectReport(isOn: isOn) { line in lines.withLock { $0.append(line) } }) {
            work()
        }
        return lines.withLock { $0 }
    }

    @Test func eachMemberIsReportedOnce() {
        let all = lines {
            for _ in 0..<3 { NoEffectReport.add("UIWindow.windowLevel", "the desktop orders windows") }
            NoEffectReport.add("Glass.interactive(_:)", "glass does not move")
        }
        #expect(
            all == [
                "UIWindow.windowLevel has no effect on Linux: the desktop orders windows.",
                "Glass.interactive(_:) has no effect on Linux: glass does not move.",
            ])
    }

    @Test func nothingIsReportedWhereItIsOff() {
        #expect(lines(isOn: false) { NoEffectReport.add("UIWindow.windowLevel", "the desktop orders windows") } == [])
    }

    @Test(arguments: [
        ([:], true, true), ([:], false, false), (["AVCAM_REPORT_NO_EFFECT": "1"], false, true),
        (["AVCAM_REPORT_NO_EFFECT": "0"], true, false), (["AVCAM_REPORT_NO_EFFECT": ""], true, true),
    ])
    func aVariableDecidesAndElseTheBuild(_ environment: [String: String], _ isDebugBuild: Bool, _ isWanted: Bool) {
        #expect(NoEffectReport.isWanted(in: environment, isDebugBuild: isDebugBuild) == isWanted)
    }
}
