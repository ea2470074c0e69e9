import AVFoundation

/// Starts with what a person wants, as far as it is available.
extension CaptureService {
    /// The connected devices, and those in use.
    struct Devices: Sendable {
        var cameras: [CameraChoice] = []
        var cameraID: String?
        var microphones: [MicrophoneChoice] = []
        var microphoneID: String?
        /// Whether the camera in use is unplugged.
        var isCameraGone = false
    }

    /// Sets the session up as it was left, and runs it. Missing devices are replaced by the best ones available, and
    /// features that the camera lacks are left out. A camera that was lost is replaced on the same side, if there is one.
    ///
    /// - Throws: ``CameraError`` or `AVError`, with a sentence that names the device.
    func start(as state: CameraState) async throws {
        let wanted = state.cameraID.flatMap(AVCaptureDevice.init(uniqueID:))
        let old = self.camera
        let camera = lookup.offered(try wanted ?? lookup.replacement(of: old))
        if camera !== old {
            let isBeside = wanted == nil && camera.position == old?.position && camera.position != .unspecified
            keptSide = isBeside ? camera.position : nil
        }
        var setup = CaptureSetup(camera: camera, mode: state.captureMode, features: state.photoFeatures)
        setup.isLenient = true
        setup.isSoundOptional = true
        setup.recordsSound = state.recordsSound
        setup.videoFormat = state.videoFormat
        setup.speed = state.movieSpeed
        setup.scansCodes = state.isCodeScanningEnabled
        setup.isFrontCameraMirrored = state.isFrontCameraMirrored
        setup.isHDRVideoEnabled = state.isHDRVideoEnabled
        setup.stabilization = state.isStabilizationEnabled ? .auto : .off
        setup.microphone =
            state.microphoneID.flatMap(AVCaptureDevice.init(uniqueID:)) ?? lookup.defaultMicrophone(for: camera)
        try await start(setup)
    }

    /// Sets the format of movies and whether they have 8 or 10 bits per sample, as far as the camera can.
    func setVideo(_ format: VideoFormat?, isHDREnabled: Bool) throws {
        try change { setup in
            setup.videoFormat = format
            setup.isHDRVideoEnabled = isHDREnabled
        }
    }

    var devices: Devices {
        var devices = Devices()
        devices.cameras = lookup.offeredCameras.map { CameraChoice($0) }
        if let camera, !devices.cameras.contains(where: { $0.id == camera.uniqueID }) {
            devices.isCameraGone = isGone(camera)
            if !devices.isCameraGone { devices.cameras.append(CameraChoice(camera)) }
        }
        devices.cameraID = camera?.uniqueID
        devices.microphones = lookup.microphones.map { MicrophoneChoice($0) }
        if let microphone = setup?.microphone {
            if setup?.recordsSound == true, setup?.silence == nil { devices.microphoneID = microphone.uniqueID }
            if !devices.microphones.contains(where: { $0.id == microphone.uniqueID }), microphone.isConnected {
                devices.microphones.append(MicrophoneChoice(microphone))
            }
        }
        return devices
    }

    /// The size and frame rate of movies; `nil` in photo mode.
    var videoFormat: VideoFormat? {
        guard let camera, setup?.mode == .video else { return nil }
        let duration = camera.activeVideoMinFrameDuration.seconds
        return VideoFormat(
            size: PictureSize(camera.activeFormat.formatDescription.dimensions),
            frameRate: duration > 0 ? Int((1 / duration).rounded()) : 0)
    }

    /// The news that a camera is gone may still be on its way.
    private func isGone(_ camera: AVCaptureDevice) -> Bool {
        !camera.isConnected || AVCaptureDevice(uniqueID: camera.uniqueID) == nil
    }

    /// The connected camera that the user chose last. While a later choice is missing, one on another side is not meant.
    var preferredCameraID: String? {
        guard let preferred = AVCaptureDevice.userPreferredCamera.map(lookup.offered) else { return nil }
        let side = keptSide ?? sideOfLoss
        return side == nil || preferred.position == side ? preferred.uniqueID : nil
    }

    /// The side of the camera in use, if it is gone and not replaced yet.
    private var sideOfLoss: AVCaptureDevice.Position? {
        guard let camera, camera.position != .unspecified, isGone(camera) else { return nil }
        return camera.position
    }

    /// Makes the camera in use the preferred one, if it has this `uniqueID`.
    func prefer(_ id: String) { if camera?.uniqueID == id { AVCaptureDevice.userPreferredCamera = camera } }

    /// Switches to the camera with this `uniqueID`. - Throws: ``CameraError``, `AVError`; the old camera stays.
    func selectCamera(_ id: String, isChoice: Bool = true) throws { try select(lookup.camera(id), isChoice: isChoice) }

    /// Switches to the microphone with this `uniqueID`; `nil` is none. - Throws: as ``setMicrophone(_:)``.
    func selectMicrophone(_ id: String?) throws {
        let microphone: AVCaptureDevice? = if let id { try lookup.microphone(id) } else { nil }
        try setMicrophone(microphone)
    }
}

extension Error {
    /// The device that the error is about.
    var device: AVCaptureDevice? { (self as? AVError)?.userInfo[AVErrorDeviceKey] as? AVCaptureDevice }
}
