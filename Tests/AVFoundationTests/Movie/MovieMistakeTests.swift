import AVFoundation
import TestSupport
import Testing

enum MovieMistake: String, Mistake {
    case recordingWithoutAConnection, recordingToTheNet
    case settingsOfAnotherConnection, unknownSetting, unknownCodec, codecThatIsNone
    case turnsOfSound, spatialVideo
    case enablingSwitchingOfARealCamera, switchingOfARealCamera, switchingThatIsUnsupported,
        conditionsWithoutRestriction

    private static let recording = "*** -[AVCaptureMovieFileOutput startRecordingToOutputFileURL:recordingDelegate:]"
    private static let setting = "*** -[AVCaptureMovieFileOutput setOutputSettings:forConnection:]"
    private static let switching =
        "*** -[AVCaptureMovieFileOutput setPrimaryConstituentDeviceSwitchingBehaviorForRecording:"
        + "restrictedSwitchingBehaviorConditions:]"

    var reason: String {
        switch self {
        case .recordingWithoutAConnection: "\(Self.recording) No active/enabled connections"
        case .recordingToTheNet: "\(Self.recording) https://example.org/none.mov is not a file URL"
        case .settingsOfAnotherConnection: "\(Self.setting) The connection does not belong to the receiver"
        case .unknownSetting:
            "\(Self.setting) Sharpness is not supported - use -supportedOutputSettingsKeysForConnection:"
        case .unknownCodec: "\(Self.setting) apcn is not supported - use -availableVideoCodecTypes"
        case .codecThatIsNone: "\(Self.setting) 7 is not supported - use -availableVideoCodecTypes"
        case .turnsOfSound:
            "*** -[AVCaptureMovieFileOutput setRecordsVideoOrientationAndMirroringChanges:"
                + "asMetadataTrackForConnection:] The connection is not a video connection of the receiver"
        case .spatialVideo:
            "*** -[AVCaptureMovieFileOutput setSpatialVideoCaptureEnabled:] Not supported - use "
                + "-isSpatialVideoCaptureSupported"
        case .enablingSwitchingOfARealCamera:
            "*** -[AVCaptureMovieFileOutput setPrimaryConstituentDeviceSwitchingBehaviorForRecordingEnabled:] Not "
                + "supported without a virtual device"
        case .switchingOfARealCamera, .switchingThatIsUnsupported:
            "\(Self.switching) Not supported without a virtual device"
        case .conditionsWithoutRestriction:
            "\(Self.switching) Conditions may only be passed with the restricted behavior"
        }
    }

    func make() throws {
        let output = AVCaptureMovieFileOutput()
        switch self {
        case .recordingWithoutAConnection:
            output.startRecording(to: URL(fileURLWithPath: "/tmp/none.mov"), recordingDelegate: MovieDelegate())
        case .turnsOfSound:
            let session = try MistakeScene.soundSession(output)
            defer { withExtendedLifetime(session) {} }
            output.setRecordsVideoOrientationAndMirroringChangesAsMetadataTrack(true, for: session.connections[0])
        case .switchingThatIsUnsupported, .conditionsWithoutRestriction:
            let session = try MistakeScene.session("back-dual-wide", outputs: [output])
            withExtendedLifetime(session) { chooseSwitching(output) }
        default:
            let session = try MistakeScene.session(outputs: [output])
            withExtendedLifetime(session) { make(with: output) }
        }
    }

    private func make(with output: AVCaptureMovieFileOutput) {
        let connection = output.connections[0]
        switch self {
        case .recordingToTheNet:
            if let url = URL(string: "https://example.org/none.mov") {
                output.startRecording(to: url, recordingDelegate: MovieDelegate())
            }
        case .settingsOfAnotherConnection: AVCaptureMovieFileOutput().setOutputSettings([:], for: connection)
        case .unknownSetting: output.setOutputSettings(["Sharpness": 1], for: connection)
        case .codecThatIsNone: output.setOutputSettings([AVVideoCodecKey: 7], for: connection)
        case .unknownCodec: output.setOutputSettings([AVVideoCodecKey: AVVideoCodecType.proRes422], for: connection)
        case .spatialVideo: output.isSpatialVideoCaptureEnabled = true
        case .enablingSwitchingOfARealCamera:
            output.isPrimaryConstituentDeviceSwitchingBehaviorForRecordingEnabled = true
        default: chooseSwitching(output)
        }
    }

    private func chooseSwitching(_ output: AVCaptureMovieFileOutput) {
        output.setPrimaryConstituentDeviceSwitchingBehaviorForRecording(
            self == .switchingThatIsUnsupported ? .unsupported : .auto,
            restrictedSwitchingBehaviorConditions: self == .conditionsWithoutRestriction ? [.videoZoomChanged] : [])
    }
}

@Suite struct MovieMistakeTests {
    @Test(arguments: MovieMistake.allCases)
    func stopsTheProcess(_ mistake: MovieMistake) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
            try mistake.make()
        }
        try mistake.expectReason(in: result)
    }
}
