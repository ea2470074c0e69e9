import AVFoundation

/// Finds cameras and microphones.
package struct DeviceLookup: Sendable {
    /// Virtual cameras come before the cameras that they combine, and built-in ones before those that are plugged in.
    private static let cameraTypes: [AVCaptureDevice.DeviceType] = [
        .builtInTripleCamera, .builtInDualWideCamera, .builtInDualCamera,
        .builtInWideAngleCamera, .builtInUltraWideCamera, .builtInTelephotoCamera, .external,
    ]

    private let platform: any CapturePlatform

    /// - Parameter platform: what the system offers beyond Apple's API.
    package init(platform: any CapturePlatform) {
        self.platform = platform
    }

    /// Each physical camera.
    package var cameras: [AVCaptureDevice] { Self.cameraSearch.devices.filter { !$0.isVirtualDevice } }

    /// The cameras that a person can choose from. Cameras that a virtual one combines are left out: they are its
    /// lenses.
    package var offeredCameras: [AVCaptureDevice] { Self.withoutLenses(Self.cameraSearch.devices) }

    /// The offered camera that has `camera` as one of its lenses; `camera` itself if there is none.
    package func offered(_ camera: AVCaptureDevice) -> AVCaptureDevice {
        // Looking for all cameras takes time, and only those at the back are combined.
        if camera.isVirtualDevice || camera.position != .back { return camera }
        return offeredCameras.first { $0.constituentDevices.contains(camera) } ?? camera
    }

    /// Leaves out the lenses of the virtual cameras, and virtual cameras that share a lens with an earlier one.
    static func withoutLenses(_ cameras: [AVCaptureDevice]) -> [AVCaptureDevice] {
        var lenses: Set<AVCaptureDevice> = []
        return cameras.filter { camera in
            let own = camera.isVirtualDevice ? camera.constituentDevices : [camera]
            guard lenses.isDisjoint(with: own) else { return false }
            if camera.isVirtualDevice { lenses.formUnion(own) }
            return true
        }
    }

    package var microphones: [AVCaptureDevice] { Self.microphoneSearch.devices }

    static var cameraSearch: AVCaptureDevice.DiscoverySession {
        AVCaptureDevice.DiscoverySession(deviceTypes: cameraTypes, mediaType: .video, position: .unspecified)
    }

    static var microphoneSearch: AVCaptureDevice.DiscoverySession {
        AVCaptureDevice.DiscoverySession(deviceTypes: [.microphone], mediaType: .audio, position: .unspecified)
    }

    /// The camera that the user prefers, or else the best one.
    package var defaultCamera: AVCaptureDevice {
        get throws(CameraError) {
            if let camera = AVCaptureDevice.systemPreferredCamera { return camera }
            switch AVCaptureDevice.authorizationStatus(for: .video) {
            case .authorized: throw .noCamera
            default: throw .unauthorized(platform.permissionHelp)
            }
        }
    }

    /// The camera to use instead of one that was lost: the default one, or else the best, on the same side; the default one
    /// if there is none.
    func replacement(of lost: AVCaptureDevice?) throws(CameraError) -> AVCaptureDevice {
        let usual = try defaultCamera
        guard let lost, lost.position != .unspecified, lost.position != usual.position else { return usual }
        return offeredCameras.first { $0.position == lost.position } ?? usual
    }

    /// The microphone that belongs to `camera`, or else the best one; `nil` when there is none.
    package func defaultMicrophone(for camera: AVCaptureDevice) -> AVCaptureDevice? {
        if let own = platform.microphone(of: camera) { return own }
        // A real microphone's sound would not match the pictures of a movie.
        return platform.playsRecording(camera) ? nil : AVCaptureDevice.default(for: .audio)
    }

    /// The camera with this `uniqueID`. - Throws: ``CameraError/deviceNotFound(_:)``.
    package func camera(_ uniqueID: String) throws(CameraError) -> AVCaptureDevice {
        try device(uniqueID, for: .video, kind: "camera")
    }

    /// The microphone with this `uniqueID`. - Throws: ``CameraError/deviceNotFound(_:)``.
    package func microphone(_ uniqueID: String) throws(CameraError) -> AVCaptureDevice {
        try device(uniqueID, for: .audio, kind: "microphone")
    }

    private func device(
        _ uniqueID: String, for mediaType: AVMediaType, kind: String
    ) throws(CameraError) -> AVCaptureDevice {
        guard let device = AVCaptureDevice(uniqueID: uniqueID) else {
            let reason = problem(with: uniqueID, mediaType, kind: kind)
            // Other sentences begin with a file's or a device's name, which can be any words.
            let name = uniqueID.drop { $0 != ":" }.dropFirst()
            let isSentence = ["the ", "this ", "there "].contains { reason.hasPrefix($0) }
            let isName = !isSentence || !name.isEmpty && reason.hasPrefix(name)
            let sentence = isName ? reason : "T" + reason.dropFirst()
            throw .deviceNotFound(Message(remedy(for: uniqueID, mediaType), sentence))
        }
        guard device.hasMediaType(mediaType) else {
            throw .deviceNotFound(Message(remedy(for: uniqueID, mediaType), "\(uniqueID) is not a \(kind)"))
        }
        return device
    }

    private func remedy(for uniqueID: String, _ mediaType: AVMediaType) -> String {
        guard uniqueID.hasPrefix("file:") else { return translatable("%s; run avcam devices to list what is there.") }
        if platform.isUnsupported(uniqueID) {
            return mediaType == .audio
                ? translatable("%s; convert it to WAV or FLAC first.")
                : translatable("%s; convert it to MP4 or JPEG first.")
        }
        return mediaType == .audio
            ? translatable("%s; name a movie or a sound file after file:.")
            : translatable("%s; name a movie or a picture after file:.")
    }

    private func problem(with uniqueID: String, _ mediaType: AVMediaType, kind: String) -> String {
        // The engine does not know that a microphone is wanted; its example would be a camera.
        if mediaType == .audio, !uniqueID.contains(":") {
            return "\(uniqueID) is not a microphone: microphones are named like alsa:hw:0,0 or simulated:microphone"
        }
        return platform.problem(withDevice: uniqueID) ?? "there is no \(kind) \(uniqueID)"
    }
}
