import AVFoundation
import TestSupport
import Testing

enum ConnectionMistake: String, Mistake {
    case makingItWithoutPorts
    case addingItTwice, addingPortsOfAnotherSession, addingAnOutputOfAnotherSession, addingWhatTheOutputDoesNotTake
    case addingASecondOne, addingItWhenTheOutputIsGone
    case addingALayerOfAnotherSession, addingSoundToALayer, addingASecondOneToALayer
    case turningByHalfARightAngle, turningSound, orientingSound
    case mirroringSound, mirroringAPreviewThatMirrorsItself
    case scaling, deliveringIntrinsicsToPhotos

    private static let adding = "*** -[AVCaptureSession addConnection:]"

    var reason: String {
        switch self {
        case .makingItWithoutPorts:
            "*** -[AVCaptureConnection initWithInputPorts:output:] ports must not be empty"
        case .addingItTwice: "\(Self.adding) The connection was already added to a session"
        case .addingPortsOfAnotherSession: "\(Self.adding) The connection's input ports do not belong to the session"
        case .addingAnOutputOfAnotherSession: "\(Self.adding) The connection's output does not belong to the session"
        case .addingWhatTheOutputDoesNotTake: "\(Self.adding) AVCaptureAudioDataOutput does not accept vide"
        case .addingASecondOne: "\(Self.adding) The output already has a connection for vide"
        case .addingItWhenTheOutputIsGone: "\(Self.adding) The connection's output or preview layer no longer exists"
        case .addingALayerOfAnotherSession:
            "\(Self.adding) The connection's preview layer does not belong to the session"
        case .addingSoundToALayer: "\(Self.adding) A preview layer accepts video only"
        case .addingASecondOneToALayer: "\(Self.adding) The preview layer already has a connection"
        case .turningByHalfARightAngle:
            "*** -[AVCaptureConnection setVideoRotationAngle:] 45.0 is not supported - use "
                + "-isVideoRotationAngleSupported:"
        case .turningSound:
            "*** -[AVCaptureConnection setVideoRotationAngle:] 90.0 is not supported - use "
                + "-isVideoRotationAngleSupported:"
        case .orientingSound:
            "*** -[AVCaptureConnection setVideoOrientation:] Not supported - use -isVideoOrientationSupported"
        case .mirroringSound:
            "*** -[AVCaptureConnection setVideoMirrored:] Not supported - use -isVideoMirroringSupported"
        case .mirroringAPreviewThatMirrorsItself:
            "*** -[AVCaptureConnection setVideoMirrored:] Cannot be set when automaticallyAdjustsVideoMirroring is YES"
        case .scaling:
            "*** -[AVCaptureConnection setVideoScaleAndCropFactor:] 2.0 is out of range - use "
                + "-videoMaxScaleAndCropFactor"
        case .deliveringIntrinsicsToPhotos:
            "*** -[AVCaptureConnection setCameraIntrinsicMatrixDeliveryEnabled:] Not supported - use "
                + "-isCameraIntrinsicMatrixDeliverySupported"
        }
    }

    func make() throws {
        switch self {
        case .makingItWithoutPorts: _ = AVCaptureConnection(inputPorts: [], output: AVCapturePhotoOutput())
        case .addingItTwice, .addingPortsOfAnotherSession, .addingAnOutputOfAnotherSession,
            .addingWhatTheOutputDoesNotTake, .addingASecondOne, .addingItWhenTheOutputIsGone:
            try addToAnOutput()
        case .addingALayerOfAnotherSession, .addingSoundToALayer, .addingASecondOneToALayer: try addToALayer()
        case .turningSound, .orientingSound, .mirroringSound: try changeSound()
        case .turningByHalfARightAngle, .mirroringAPreviewThatMirrorsItself, .scaling, .deliveringIntrinsicsToPhotos:
            try changeVideo()
        }
    }

    private func addToAnOutput() throws {
        let output = AVCaptureVideoDataOutput()
        let session = try MistakeScene.session(outputs: [output])
        let ports = [session.inputs[0].ports[0]]
        switch self {
        case .addingItTwice: session.addConnection(output.connections[0])
        case .addingPortsOfAnotherSession:
            let input = try MistakeScene.input("front")
            session.addConnection(AVCaptureConnection(inputPorts: [input.ports[0]], output: output))
        case .addingAnOutputOfAnotherSession:
            let stranger = AVCapturePhotoOutput()
            let connection = AVCaptureConnection(inputPorts: ports, output: stranger)
            withExtendedLifetime(stranger) { session.addConnection(connection) }
        case .addingWhatTheOutputDoesNotTake:
            let output = AVCaptureAudioDataOutput()
            session.addOutput(output)
            session.addConnection(AVCaptureConnection(inputPorts: ports, output: output))
        case .addingASecondOne: session.addConnection(AVCaptureConnection(inputPorts: ports, output: output))
        default: session.addConnection(AVCaptureConnection(inputPorts: ports, output: AVCapturePhotoOutput()))
        }
    }

    private func addToALayer() throws {
        let session = try MistakeScene.session()
        session.addInput(try MistakeScene.input("microphone"))
        let (picture, sound) = (session.inputs[0].ports[0], session.inputs[1].ports[0])
        let layer = AVCaptureVideoPreviewLayer()
        defer { withExtendedLifetime(layer) {} }
        if self != .addingALayerOfAnotherSession { layer.setSessionWithNoConnection(session) }
        let port = self == .addingSoundToALayer ? sound : picture
        session.addConnection(AVCaptureConnection(inputPort: port, videoPreviewLayer: layer))
        session.addConnection(AVCaptureConnection(inputPort: port, videoPreviewLayer: layer))
    }

    private func changeSound() throws {
        let output = AVCaptureAudioDataOutput()
        let session = try MistakeScene.soundSession(output)
        defer { withExtendedLifetime(session) {} }
        let connection = session.connections[0]
        switch self {
        case .turningSound: connection.videoRotationAngle = 90
        case .orientingSound: (connection as any OldOrientation).videoOrientation = .portrait
        default: connection.isVideoMirrored = true
        }
    }

    private func changeVideo() throws {
        let session = try MistakeScene.session("front", outputs: [AVCapturePhotoOutput()])
        defer { withExtendedLifetime(session) {} }
        let connection = session.connections[0]
        switch self {
        case .turningByHalfARightAngle: connection.videoRotationAngle = 45
        case .scaling: connection.videoScaleAndCropFactor = 2
        case .deliveringIntrinsicsToPhotos: connection.isCameraIntrinsicMatrixDeliveryEnabled = true
        default:
            let layer = AVCaptureVideoPreviewLayer(session: session)
            layer.connection?.isVideoMirrored = false
        }
    }
}

@Suite struct ConnectionMistakeTests {
    @Test(arguments: ConnectionMistake.allCases)
    func stopsTheProcess(_ mistake: ConnectionMistake) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
            try mistake.make()
        }
        try mistake.expectReason(in: result)
    }
}
