import AVCamCore
import AVCamLinux
import GtkSupport

/// The window's actions, for its buttons, menus and keys, and for other programs through D-Bus.
extension CameraWindow {
    func addActions() {
        addCaptureActions()
        addFeatureActions()
        addCameraActions()
        addWindowActions()
    }

    private func addCaptureActions() {
        window.addAction("capture") { [weak self] in self?.pressShutter() }
        window.addAction("take-photo") { [camera] in Task { await camera.capturePhoto() } }
        window.addToggle("burst") { [unowned window, camera] isOn in
            Task {
                if isOn { await camera.takeBurst() } else { camera.endBurst() }
                // There may be none.
                window.setState(camera.burst != nil, of: "burst")
            }
        }
        window.addToggle("quick-take") { [unowned window, camera] isOn in
            Task {
                if isOn { await camera.beginQuickTake() } else { await camera.endQuickTake() }
                window.setState(camera.isQuickTaking, of: "quick-take")
            }
        }
        window.addToggle("pause") { [camera] _ in Task { await camera.togglePause() } }
        window.addChoice("mode", camera.captureMode.rawValue) { [camera] word in
            guard let mode = CaptureMode(rawValue: word) else { return }
            Task { await camera.switchMode(to: mode) }
        }
        window.addAction("next-mode") { [camera] in
            Task { await camera.switchMode(to: camera.captureMode == .photo ? .video : .photo) }
        }
        window.addAction("retry") { [camera] in Task { await camera.tryAgain() } }
    }

    /// Takes a photo, or starts or stops a recording. The second click of a double-click must not end the recording
    /// that the first one began.
    private func pressShutter() {
        if camera.countdown != nil { announcements.say(gettext("Timer cancelled")) }
        if camera.captureMode == .video {
            let now = ContinuousClock.now
            if let last = lastVideoPress, now - last < Self.doubleClickTime { return }
            lastVideoPress = now
        }
        Task { await camera.capture() }
    }

    private func addFeatureActions() {
        window.addToggle("live") { [unowned self] isOn in choosePhotos { $0.choose(livePhotos: isOn) } }
        window.addToggle("hdr") { [camera] in camera.isHDRVideoEnabled = $0 }
        window.addToggle("torch") { [camera] isOn in Task { await camera.setTorch(on: isOn) } }
        window.addToggle("codes") { [camera] in camera.isCodeScanningEnabled = $0 }
        window.addToggle("steady") { [camera] in camera.isStabilizationEnabled = $0 }
        window.addToggle("mirror") { [camera] in camera.isFrontCameraMirrored = $0 }
        window.addToggle("level") { [camera] in camera.isLevelEnabled = $0 }
        window.addToggle("grid") { [settings] in settings.showsGrid = $0 }
        window.addToggle("histogram") { [settings] in settings.showsExposure = $0 }
        window.addToggle("fit") { [settings] in settings.fitsPreview = $0 }
        window.addChoice("flash", "") { [unowned self] word in
            if let flash = FlashMode(rawValue: word) { choosePhotos { $0.choose(flash: flash) } }
        }
        addChoice("quality", PhotoFeatures.Quality.init) { $0.photoFeatures.quality = $1 }
        addChoice("format", PhotoFormat.init(rawValue:)) { $0.photoFeatures.format = $1 }
        addChoice("aspect", PhotoAspect.init) { $0.photoFeatures.aspect = $1 }
        window.addChoice("bracket", "") { [unowned self] word in
            if let bracket = Bracket(word: word) { choosePhotos { $0.choose(bracket: bracket.exposures) } }
        }
        window.addChoice("size", "") { [camera] word in camera.choosePhotoSize { $0.description == word } }
        addChoice("timer", { Int($0).flatMap(SelfTimer.init) }) { $0.selfTimer = $1 }
        addChoice("interval", { Int($0).flatMap(SeriesInterval.init) }) { camera, interval in
            camera.endSeries()
            camera.seriesInterval = interval
        }
        addChoice("speed", MovieSpeed.init) { $0.movieSpeed = $1 }
        window.addChoice("resolution", "") { [camera] word in camera.chooseVideo { $0.size.description == word } }
        window.addChoice("frame-rate", "") { [camera] word in
            camera.chooseVideo { [size = camera.videoFormatInUse?.size] in
                $0.size == size && String($0.frameRate) == word
            }
        }
    }

    /// An action whose state is a word for one of the camera's settings.
    private func addChoice<Value>(
        _ name: String, _ parse: @escaping (String) -> Value?, _ set: @escaping (any Camera, Value) -> Void
    ) {
        window.addChoice(name, "") { [camera] word in if let value = parse(word) { set(camera, value) } }
    }

    private func addCameraActions() {
        window.addAction("switch-camera") { [camera] in Task { await camera.switchCamera() } }
        window.addChoice("camera", "") { [camera] id in Task { await camera.selectCamera(id) } }
        window.addChoice("microphone", "") { [camera] id in
            Task { await camera.selectMicrophone(id.isEmpty ? nil : id) }
        }
        window.addAction("mend-sound") { [camera] in Task { await camera.mendSound() } }
        window.addChoice("zoom", "") { [zoom] in zoom.choose($0) }
        window.addAction("zoom-in") { [zoom] in zoom.step(by: 1) }
        window.addAction("zoom-out") { [zoom] in zoom.step(by: -1) }
        window.addAction("focus-middle") { [gestures, announcements] in
            gestures.focusInTheMiddle()
            announcements.say(pgettext("shortcuts", "Focus in the middle"))
        }
        window.addAction("lock-focus") { [gestures, camera] in
            guard !camera.lock.isEmpty else { return gestures.lockInTheMiddle() }
            Task { await camera.resetFocusAndExposure() }
        }
        window.addAction("reset-exposure") { [camera] in Task { await camera.setExposureBias(0) } }
        window.addAction("brighter") { [camera] in camera.changeExposure(by: 1.0 / 3) }
        window.addAction("darker") { [camera] in camera.changeExposure(by: -1.0 / 3) }
        window.addAction("camera-control") { [camera] in camera.touchCameraControl(.lightPress) }
        window.addAction("camera-control-list") { [camera] in camera.touchCameraControl(.doubleLightPress) }
        window.addAction("camera-control-right") { [camera] in camera.touchCameraControl(.slide(0.05)) }
        window.addAction("camera-control-left") { [camera] in camera.touchCameraControl(.slide(-0.05)) }
    }

    private func addWindowActions() {
        window.addAction("fullscreen") { [unowned window] in window.isFullscreen.toggle() }
        window.addAction("leave") { [unowned self] in
            if camera.controlsAppearance != nil {
                camera.touchCameraControl(.leave)
            } else if camera.countdown != nil {
                camera.cancelCountdown()
                announcements.say(gettext("Timer cancelled"))
                // The next press is not a second click.
                lastVideoPress = nil
            } else if camera.series != nil {
                camera.endSeries()
            } else if manual.isOpen {
                manual.isOpen = false
            } else {
                window.isFullscreen = false
            }
        }
        window.addAction("show-format") { [unowned self] in showFormat() }
        window.addAction("show-shortcuts") { [unowned window] in ShortcutsWindow.present(over: window) }
        window.addAction("copy-permission-command") { [unowned self] in
            guard let command = PermissionHelp.forCamera.command else { return }
            window.copy(command)
            tell(gettext("Copied; paste it where you want it."))
        }
    }

    // MARK: States

    /// Keeps the actions' states in step with the camera; buttons follow their actions.
    func followActionStates() {
        following { [window, camera] in
            window.setState(camera.captureMode.rawValue, of: "mode")
            window.setState(camera.burst != nil, of: "burst")
            window.setState(camera.isQuickTaking, of: "quick-take")
            window.setState(camera.captureActivity.isRecordingPaused, of: "pause")
            window.setState(camera.photoFeatures.isLivePhotoEnabled, of: "live")
            window.setState(camera.isHDRVideoEnabled, of: "hdr")
            window.setState(camera.cameraSettings.isTorchOn, of: "torch")
            window.setState(camera.photoFeatures.flashMode.rawValue, of: "flash")
            window.setState(camera.photoFeatures.quality.rawValue, of: "quality")
            window.setState(camera.photoFeatures.format.rawValue, of: "format")
            window.setState(camera.photoFeatures.aspect.rawValue, of: "aspect")
            window.setState(Bracket(camera.photoFeatures.bracket).word, of: "bracket")
            window.setState(camera.photoSize?.description ?? "", of: "size")
            window.setState(camera.movieSpeedInUse.rawValue, of: "speed")
            window.setState(String(camera.selfTimer.seconds), of: "timer")
            window.setState(String(camera.seriesInterval.seconds), of: "interval")
        }
        following { [window, camera, settings] in
            window.setState(settings.showsGrid, of: "grid")
            window.setState(settings.showsExposure, of: "histogram")
            window.setState(settings.fitsPreview, of: "fit")
            window.setState(camera.isLevelEnabled, of: "level")
            window.setState(camera.isCodeScanningEnabled, of: "codes")
            window.setState(camera.isStabilizationEnabled, of: "steady")
            window.setState(camera.isFrontCameraMirrored, of: "mirror")
            window.setState(camera.selectedCameraID ?? "", of: "camera")
            window.setState(camera.selectedMicrophoneID ?? "", of: "microphone")
            window.setState(camera.videoFormatInUse?.size.description ?? "", of: "resolution")
            window.setState(camera.videoFormatInUse.map { String($0.frameRate) } ?? "", of: "frame-rate")
        }
        following { [unowned self] in enableActions() }
    }

    private func enableActions() {
        let capabilities = camera.capabilities
        let isReady = camera.status == .running && !camera.isSwitching
        let isIdle = isReady && !camera.captureActivity.isRecording && !camera.isBeginningMovie
        let isPhoto = camera.captureMode == .photo
        // A button that is disabled would lose the press that holds it.
        window.setEnabled(isReady || camera.isQuickTaking, action: "capture")
        window.setEnabled(isReady, action: "take-photo")
        window.setEnabled(isReady && isPhoto || camera.burst != nil, action: "burst")
        window.setEnabled(isIdle && isPhoto || camera.isQuickTaking, action: "quick-take")
        window.setEnabled(camera.captureActivity.isRecording, action: "pause")
        for action in ["mode", "next-mode", "microphone", "mend-sound", "resolution", "frame-rate", "timer"] {
            window.setEnabled(isIdle, action: action)
        }
        let canSwitch = isIdle || camera.status.allowsAnotherCamera && !camera.isSwitching
        window.setEnabled(canSwitch, action: "camera")
        window.setEnabled(canSwitch && camera.cameras.count > 1, action: "switch-camera")
        window.setEnabled(isReady && isPhoto, action: "interval")
        window.setEnabled(isIdle && isPhoto && camera.brackets.count > 1, action: "bracket")
        window.setEnabled(isIdle && isPhoto, action: "size")
        window.setEnabled(isReady && isPhoto, action: "codes")
        window.setEnabled(isIdle && camera.isFront, action: "mirror")
        window.setEnabled(isIdle && !isPhoto, action: "speed")
        let canBeSteady = capabilities.isStabilizationSupported && camera.movieSpeedInUse == .normal
        window.setEnabled(isIdle && !isPhoto && canBeSteady, action: "steady")
        let canBeLive = capabilities.isLivePhotoCaptureSupported && camera.photoFeatures.format.picture != nil
        window.setEnabled(isIdle && isPhoto && canBeLive, action: "live")
        let canBeHDR = capabilities.isHDRVideoSupported && camera.movieSpeedInUse == .normal
        window.setEnabled(isIdle && !isPhoto && canBeHDR, action: "hdr")
        window.setEnabled(isReady && capabilities.hasTorch, action: "torch")
        window.setEnabled(isIdle && isPhoto && capabilities.flashModes.count > 1, action: "flash")
        for action in ["zoom", "zoom-in", "zoom-out"] {
            window.setEnabled(isReady && capabilities.zoom.lowerBound < capabilities.zoom.upperBound, action: action)
        }
        for action in ["focus-middle", "lock-focus"] {
            window.setEnabled(isReady && camera.canSetPoint, action: action)
        }
        for action in ["brighter", "darker", "reset-exposure"] {
            window.setEnabled(isReady && camera.canSetBias, action: action)
        }
        let hasControl = isReady && capabilities.hasCameraControl
        window.setEnabled(hasControl, action: "camera-control")
        for action in ["camera-control-list", "camera-control-left", "camera-control-right"] {
            window.setEnabled(hasControl && camera.controlsAppearance != nil, action: action)
        }
    }
}
