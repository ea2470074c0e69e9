import AVCamCore
@_spi(Linux) import AVFoundation
import SimulatedDevices

/// What Linux offers the app beyond Apple's capture API.
package struct LinuxCapture: CapturePlatform {
    package init() {}

    package func microphone(of camera: AVCaptureDevice) -> AVCaptureDevice? { camera.companionMicrophone }

    package func playsRecording(_ camera: AVCaptureDevice) -> Bool { camera.playsRecording }

    package func problem(withDevice uniqueID: String) -> String? { AVCaptureDevice.problem(withUniqueID: uniqueID) }

    package var permissionHelp: Message {
        guard AVCaptureDevice.isCameraPortalUsed else {
            return Message(
                translatable(
                    "You do not have permission to use the camera; join the group video (sudo usermod -aG video $USER) and log in again."
                ))
        }
        return switch AVCaptureDevice.authorizationStatus(for: .video) {
        case .notDetermined:
            Message(translatable("Nobody has answered whether this program may use the camera; try again."))
        case .restricted:
            Message(
                translatable(
                    "The desktop gives no cameras to programs: it has turned them off, or has no camera portal."))
        case .denied, .authorized:
            Message(
                translatable(
                    "This program may not use the camera; open the desktop's settings, Apps, and allow it, then try again."
                ))
        }
    }

    package var codeHelp: Message {
        Distribution.current.hasDebianPackages
            ? Message(translatable("Codes cannot be read; install the package libzxing2 and start AVCam again."))
            : Message(
                translatable("Codes cannot be read; install the library zxing-cpp 1 (%s) and start AVCam again."),
                "libZXing.so.2")
    }

    package func isUnsupported(_ uniqueID: String) -> Bool { AVCaptureDevice.isUnsupported(uniqueID: uniqueID) }

    package func observePreferredCamera(_ onChange: @escaping @Sendable () -> Void) -> AnyObject {
        AVCaptureDevice.observe(\.systemPreferredCamera) { _ in onChange() }
    }

    package func whenFramesArrive(
        on layer: AVCaptureVideoPreviewLayer, _ handler: @escaping @Sendable () -> Void
    ) {
        layer.setFrameHandler { _ in handler() }
    }

    package func whenFlashSceneIsJudged(
        by output: AVCapturePhotoOutput, _ handler: @escaping @Sendable () -> Void
    ) {
        output.whenFlashSceneIsJudged(handler)
    }

    package func crop(_ settings: AVCapturePhotoSettings, to ratio: Double?) {
        settings.croppedAspectRatio = ratio.map { CGFloat($0) }
    }

    package func frameCounts(of output: AVCaptureMovieFileOutput) -> (written: Int, dropped: Int) {
        output.recordedFrameCounts
    }

    package func isMissingSound(_ output: AVCaptureMovieFileOutput) -> Bool { output.isMissingSound }

    package func replaceFiles(_ isReplacing: Bool, with output: AVCaptureMovieFileOutput) {
        output.replacesExistingFile = isReplacing
    }

    package func replaceFiles(_ isReplacing: Bool, with writer: AVAssetWriter) {
        writer.replacesExistingFile = isReplacing
    }

    package func followControls(
        of session: AVCaptureSession, _ handler: @escaping @Sendable (ControlsPicture?) -> Void
    ) {
        session.setControlsAppearanceHandler { handler($0.map(ControlsPicture.init)) }
    }

    package func touchControls(of session: AVCaptureSession, _ touch: CameraControlTouch) {
        session.touchControls(SimulatedBody.Touch(touch))
    }
}

extension ControlsPicture {
    fileprivate init(_ appearance: ControlsAppearance) {
        self.init(
            controls: appearance.controls.map {
                Control(
                    title: $0.title, symbolName: $0.symbolName, value: $0.value, position: $0.position,
                    isEnabled: $0.isEnabled)
            }, index: appearance.index, isList: appearance.isList)
    }
}

extension SimulatedBody.Touch {
    fileprivate init(_ touch: CameraControlTouch) {
        self =
            switch touch {
            case .lightPress: .lightPress
            case .doubleLightPress: .doubleLightPress
            case .slide(let part): .slide(Float(part))
            case .leave: .leave
            }
    }
}
