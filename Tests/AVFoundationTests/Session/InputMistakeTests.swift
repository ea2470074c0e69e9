import AVFoundation
import TestSupport
import Testing

enum InputMistake: String, Mistake {
    case framesTooShort, ambisonics, windNoiseRemoval, inputOfAPortThatOutlivedIt

    var reason: String {
        switch self {
        case .framesTooShort:
            "*** -[AVCaptureDeviceInput setVideoMinFrameDurationOverride:] Unsupported frame duration - use "
                + "-activeFormat.videoSupportedFrameRateRanges to discover valid ranges"
        case .ambisonics:
            "*** -[AVCaptureDeviceInput setMultichannelAudioMode:] Not supported - use "
                + "-isMultichannelAudioModeSupported:"
        case .windNoiseRemoval:
            "*** -[AVCaptureDeviceInput setWindNoiseRemovalEnabled:] Not supported - use -isWindNoiseRemovalSupported"
        case .inputOfAPortThatOutlivedIt: "*** -[AVCaptureInputPort input] The port's input no longer exists"
        }
    }

    func make() throws {
        switch self {
        case .framesTooShort:
            try MistakeScene.input().videoMinFrameDurationOverride = CMTime(value: 1, timescale: 1000)
        case .ambisonics: try MistakeScene.input("microphone").multichannelAudioMode = .firstOrderAmbisonics
        case .windNoiseRemoval: try MistakeScene.input("microphone").isWindNoiseRemovalEnabled = true
        case .inputOfAPortThatOutlivedIt:
            let port = try MistakeScene.input().ports[0]
            _ = port.input
        }
    }
}

@Suite struct InputMistakeTests {
    @Test(arguments: InputMistake.allCases)
    func stopsTheProcess(_ mistake: InputMistake) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
            try mistake.make()
        }
        try mistake.expectReason(in: result)
    }
}
