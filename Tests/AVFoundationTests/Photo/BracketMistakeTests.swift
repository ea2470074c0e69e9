import AVFoundation
import TestSupport
import Testing

/// Invalid settings for a bracket.
enum BracketMistake: String, Mistake {
    case noExposures, exposuresOfTwoKinds, holdingTheLens
    case tooMany, biasTooDark, exposureTooLong, isoTooHigh, flash, constantColor, livePhoto

    private static let making =
        "*** +[AVCapturePhotoBracketSettings photoBracketSettingsWithRawPixelFormatType:rawFileType:processedFormat:"
        + "processedFileType:bracketedSettings:]"
    private static let capturing = "*** -[AVCapturePhotoOutput capturePhotoWithSettings:delegate:]"

    var reason: String {
        switch self {
        case .noExposures: "\(Self.making) bracketedSettings must not be empty"
        case .exposuresOfTwoKinds: "\(Self.making) bracketedSettings must all be of the same class"
        case .holdingTheLens:
            "*** -[AVCapturePhotoBracketSettings setLensStabilizationEnabled:] Not supported - use "
                + "-[AVCapturePhotoOutput isLensStabilizationDuringBracketedCaptureSupported]"
        case .tooMany:
            "\(Self.capturing) settings.bracketedSettings.count must not exceed maxBracketedCapturePhotoCount"
        case .biasTooDark:
            "\(Self.capturing) exposureTargetBias must be between minExposureTargetBias and maxExposureTargetBias"
        case .exposureTooLong:
            "\(Self.capturing) exposureDuration must be between minExposureDuration and maxExposureDuration"
        case .isoTooHigh: "\(Self.capturing) ISO must be between minISO and maxISO"
        case .flash: "\(Self.capturing) settings.flashMode must be AVCaptureFlashModeOff for a bracket"
        case .constantColor: "\(Self.capturing) settings.constantColorEnabled must be NO for a bracket"
        case .livePhoto: "\(Self.capturing) settings.livePhotoMovieFileURL must be nil for a bracket"
        }
    }

    func make() throws {
        let settings = AVCapturePhotoBracketSettings(
            rawPixelFormatType: 0, processedFormat: nil, bracketedSettings: exposures)
        switch self {
        case .holdingTheLens: settings.isLensStabilizationEnabled = true
        case .flash: settings.flashMode = .on
        case .constantColor: settings.isConstantColorEnabled = true
        case .livePhoto: settings.livePhotoMovieFileURL = URL(fileURLWithPath: "/tmp/none.mov")
        default: break
        }
        let output = AVCapturePhotoOutput()
        let session = try MistakeScene.session(outputs: [output])
        output.isConstantColorEnabled = self == .constantColor
        withExtendedLifetime(session) { output.capturePhoto(with: settings, delegate: PhotoDelegate()) }
    }

    private var exposures: [AVCaptureBracketedStillImageSettings] {
        switch self {
        case .noExposures: []
        case .exposuresOfTwoKinds: [bias(0), manual()]
        case .tooMany: (0..<6).map { _ in bias(0) }
        case .biasTooDark: [bias(-20)]
        case .exposureTooLong: [manual(CMTime(value: 3600, timescale: 1))]
        case .isoTooHigh: [manual(iso: 1_000_000)]
        case .holdingTheLens, .flash, .constantColor, .livePhoto: [bias(0)]
        }
    }

    private func bias(_ bias: Float) -> AVCaptureBracketedStillImageSettings {
        AVCaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: bias)
    }

    private func manual(
        _ duration: CMTime = AVCaptureDevice.currentExposureDuration, iso: Float = AVCaptureDevice.currentISO
    ) -> AVCaptureBracketedStillImageSettings {
        AVCaptureManualExposureBracketedStillImageSettings.manualExposureSettings(
            exposureDuration: duration, iso: iso)
    }
}

@Suite struct BracketMistakeTests {
    @Test(arguments: BracketMistake.allCases)
    func stopsTheProcess(_ mistake: BracketMistake) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
            try mistake.make()
        }
        try mistake.expectReason(in: result)
    }
}
