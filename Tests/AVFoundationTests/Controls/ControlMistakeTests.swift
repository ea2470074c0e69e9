import AVFoundation
import TestSupport
import Testing

enum ControlMistake: String, Mistake {
    case stepOfNothing, noValues, valueBeyondTheRange, valueBeyondTheSteps, valueBeyondTheList
    case noChoices, noTitles, choiceThatThereIsNot
    case addingWhereThereIsNoButton, addingToASecondSession, addingTooMany, hearingOfControlsNowhere

    private static let picking =
        "*** -[AVCaptureIndexPicker initWithLocalizedTitle:symbolName:numberOfIndexes:localizedTitleTransform:]"
    private static let adding = "*** -[AVCaptureSession addControl:]"

    var reason: String {
        switch self {
        case .stepOfNothing:
            "*** -[AVCaptureSlider initWithLocalizedTitle:symbolName:minValue:maxValue:step:] step must be greater than 0"
        case .noValues: "*** -[AVCaptureSlider initWithLocalizedTitle:symbolName:values:] values must not be empty"
        case .valueBeyondTheRange, .valueBeyondTheSteps, .valueBeyondTheList:
            "*** -[AVCaptureSlider setValue:] The value 1.5 is out of range"
        case .noChoices, .noTitles: "\(Self.picking) numberOfIndexes must be greater than 0"
        case .choiceThatThereIsNot: "*** -[AVCaptureIndexPicker setSelectedIndex:] The index 3 is out of range"
        case .addingWhereThereIsNoButton: "\(Self.adding) Controls are not supported - use -supportsControls"
        case .addingToASecondSession: "\(Self.adding) The control was already added to a session"
        case .addingTooMany: "\(Self.adding) The session has maxControlsCount controls already"
        case .hearingOfControlsNowhere: "*** -[AVCaptureSession setControlsDelegate:queue:] NULL queue passed"
        }
    }

    func make() throws {
        switch self {
        case .stepOfNothing: _ = AVCaptureSlider("Step", symbolName: "dial", in: 0...1, step: 0)
        case .noValues: _ = AVCaptureSlider("List", symbolName: "dial", values: [])
        case .valueBeyondTheRange: slider.value = 1.5
        case .valueBeyondTheSteps: AVCaptureSlider("Step", symbolName: "dial", in: 0...1, step: 0.1).value = 1.5
        case .valueBeyondTheList: AVCaptureSlider("List", symbolName: "dial", values: [1, 0]).value = 1.5
        case .noChoices: _ = AVCaptureIndexPicker("Pick", symbolName: "dial", numberOfIndexes: 0)
        case .noTitles: _ = AVCaptureIndexPicker("Pick", symbolName: "dial", localizedIndexTitles: [])
        case .choiceThatThereIsNot:
            AVCaptureIndexPicker("Pick", symbolName: "dial", numberOfIndexes: 3).selectedIndex = 3
        case .addingWhereThereIsNoButton:
            setenv("AVCAM_DEVICES", "none", 1)
            AVCaptureSession().addControl(slider)
        case .addingToASecondSession: try addToTwoSessions()
        case .addingTooMany:
            let session = try MistakeScene.session()
            for _ in 0...session.maxControlsCount { session.addControl(slider) }
        case .hearingOfControlsNowhere: try MistakeScene.session().setControlsDelegate(ControlsListener(), queue: nil)
        }
    }

    private var slider: AVCaptureSlider { AVCaptureSlider("Any", symbolName: "dial", in: 0...1) }

    private func addToTwoSessions() throws {
        let slider = self.slider
        let first = try MistakeScene.session()
        first.addControl(slider)
        let second = try MistakeScene.session("front")
        withExtendedLifetime(first) { second.addControl(slider) }
    }
}

private final class ControlsListener: NSObject, AVCaptureSessionControlsDelegate {
    func sessionControlsDidBecomeActive(_ session: AVCaptureSession) {}
    func sessionControlsWillEnterFullscreenAppearance(_ session: AVCaptureSession) {}
    func sessionControlsWillExitFullscreenAppearance(_ session: AVCaptureSession) {}
    func sessionControlsDidBecomeInactive(_ session: AVCaptureSession) {}
}

@Suite struct ControlMistakeTests {
    @Test(arguments: ControlMistake.allCases)
    func stopsTheProcess(_ mistake: ControlMistake) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
            try mistake.make()
        }
        try mistake.expectReason(in: result)
    }
}
