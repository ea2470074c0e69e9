import ArgumentParser
import AVCamCore
import AVCamLinux
@_spi(Linux) import AVFoundation
import Dispatch

/// Which camera to use.
struct CameraOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The camera: v4l2:/dev/video0, simulated:back, simulated:front, file:PATH. Default: the best one.",
            valueName: "id"))
    var camera: String?

    func validate() throws { try Self.check(camera) }

    /// - Throws: an error with a sentence if the name is empty.
    static func check(_ name: String?) throws {
        guard name == "" else { return }
        throw ValidationError(
            "--camera needs the name of a camera, such as simulated:back; avcam devices lists the available ones, and"
                + " without --camera the best one is used.")
    }

    /// - Throws: ``CameraError`` if there is none.
    func device() throws(CameraError) -> AVCaptureDevice {
        let lookup = DeviceLookup()
        guard let camera else {
            CameraPermission.ask()
            return try lookup.defaultCamera
        }
        if AVCaptureDevice.needsPermission(uniqueID: camera) { CameraPermission.ask() }
        return try lookup.camera(camera)
    }
}

/// What the camera portal asks the person.
enum CameraPermission {
    /// Waits for the person's answer if there is a portal that must ask them.
    static func ask() {
        guard AVCaptureDevice.isCameraPortalUsed,
            AVCaptureDevice.authorizationStatus(for: .video) == .notDetermined
        else { return }
        // If access was granted earlier, there is no dialog, and no note.
        let answered = DispatchSemaphore(value: 0)
        AVCaptureDevice.requestAccess(for: .video) { _ in answered.signal() }
        if answered.wait(timeout: .now() + 0.5) == .success { return }
        Console.note("The desktop asks whether this program may use the camera; waiting for the answer.")
        answered.wait()
    }
}

/// Which microphone to use.
struct MicrophoneOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The microphone, such as alsa:hw:0,0 or file:PATH, or none. Default: the camera's own, else the best there"
                + " is.",
            valueName: "id"))
    var microphone: String?

    func validate() throws { try Self.check(microphone) }

    /// - Throws: an error with a sentence if the name is empty.
    static func check(_ name: String?) throws {
        guard name == "" else { return }
        throw ValidationError(
            "--microphone needs the name of a microphone, such as alsa:hw:0,0, or none; avcam devices lists those that are"
                + " there.")
    }

    /// - Returns: `nil` for a silent movie.
    func device(for camera: AVCaptureDevice) throws(CameraError) -> AVCaptureDevice? {
        try Self.device(microphone, for: camera)
    }

    /// - Parameter name: the name that the user gave, if any.
    static func device(_ name: String?, for camera: AVCaptureDevice) throws(CameraError) -> AVCaptureDevice? {
        let lookup = DeviceLookup()
        switch name {
        case nil: return lookup.defaultMicrophone(for: camera)
        case "none": return nil
        case let id?: return try lookup.microphone(AVCaptureDevice.microphoneID(for: id))
        }
    }
}
