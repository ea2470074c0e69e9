import Foundation

/// What keeps the app from capturing, as a sentence for people.
package enum CameraError: Error, Sendable, Equatable {
    /// There is no camera at all.
    case noCamera
    /// There is no camera, or no microphone, of the name that was asked for; the sentence says why.
    case deviceNotFound(String)
    /// The permissions forbid the camera.
    case unauthorized
    /// The session does not take the device; the name is the device's.
    case addInputFailed(String)
    /// The session does not take the output for this mode.
    case addOutputFailed(CaptureMode)
    /// The camera cannot do the preset.
    case presetNotSupported(camera: String, preset: String)
    /// The session did not start, and nobody said why.
    case startFailed
    /// The camera was asked for a photo or a movie before it was started.
    case notRunning
    /// A movie is being recorded already.
    case alreadyRecording
    /// No movie is being recorded.
    case notRecording
    /// The camera runs, but sends no pictures; the name is the camera's.
    case noFrames(String)
    /// The photo came without its data.
    case noPhotoData
}

extension CameraError: LocalizedError, CustomStringConvertible {
    package var description: String {
        switch self {
        case .noCamera:
            "No camera was found; plug one in, or use --camera simulated:back or --camera file:clip.mov."
        case .deviceNotFound(let sentence): sentence
        case .unauthorized:
            "You may not use the camera; become a member of the group video (sudo usermod -aG video $USER) and log in"
                + " again."
        case .addInputFailed(let name): "\(name) cannot be used together with the other devices of the session."
        case .addOutputFailed(let mode): "The camera cannot be set up for \(mode.rawValue)s."
        case .presetNotSupported(let camera, let preset): "\(camera) does not offer the preset \(preset)."
        case .startFailed: "The camera did not start."
        case .notRunning: "The camera is not running."
        case .alreadyRecording: "A movie is being recorded already."
        case .notRecording: "No movie is being recorded."
        case .noFrames(let name): "\(name) sends no pictures; plug it in again, or try another camera."
        case .noPhotoData: "The photo came without its data."
        }
    }

    package var errorDescription: String? { description }
}
