import Foundation

/// Why the app cannot capture, with a sentence for people.
package enum CameraError: Error, Sendable, Equatable {
    /// There is no camera at all.
    case noCamera
    /// There is no microphone at all.
    case noMicrophone
    /// The microphone with this name was unplugged.
    case microphoneUnplugged(String)
    /// Something else, such as a call, is using the microphone.
    case microphoneInUse
    /// No camera or microphone has the requested name; the sentence says why.
    case deviceNotFound(Message)
    /// The user does not have permission to use the camera; the sentence says how to get it.
    case unauthorized(Message)
    /// The session cannot use the device with this name.
    case addInputFailed(String)
    /// The session cannot use the output for this mode.
    case addOutputFailed(CaptureMode)
    /// The camera does not support the preset.
    case presetNotSupported(camera: String, preset: String)
    /// The camera, or its mode, lacks a requested feature; the sentence says which and what to do.
    case featureNotSupported(Message)
    /// The session did not start, and gave no reason.
    case startFailed
    /// A photo or a movie was requested before the camera was started.
    case notRunning
    /// A movie is already being recorded.
    case alreadyRecording
    /// No movie is being recorded.
    case notRecording
    /// The camera with this name runs, but sends no frames.
    case noFrames(String)
    /// The camera with this name was unplugged, and another one has taken over.
    case cameraReplaced(String)
    /// The photo arrived without its data.
    case noPhotoData
    /// A person's choices could not be saved.
    case notRemembered(path: String, reason: String)
}

extension CameraError: LocalizedError, CustomStringConvertible {
    /// What went wrong, and what to do.
    package var message: Message {
        switch self {
        case .noCamera:
            Message(
                translatable(
                    "No camera was found; plug one in, or use --camera simulated:back or --camera file:clip.mov."))
        case .noMicrophone: Message(translatable("No microphone was found; plug one in."))
        case .microphoneUnplugged(let name):
            Message(translatable("%s was unplugged; plug it in again, or choose another microphone."), name)
        case .microphoneInUse:
            Message(translatable("A call is using the microphone; the sound comes back when it ends."))
        case .unauthorized(let message), .deviceNotFound(let message), .featureNotSupported(let message): message
        case .addInputFailed(let name):
            Message(
                translatable("%s cannot be used together with the other devices of the session; choose another."), name)
        case .addOutputFailed(.photo):
            Message(translatable("The camera cannot be set up for photos; choose another camera."))
        case .addOutputFailed(.video):
            Message(translatable("The camera cannot be set up for videos; choose another camera."))
        case .presetNotSupported(let camera, let preset):
            Message(translatable("%s does not offer the preset %s; choose another one."), camera, preset)
        case .startFailed: Message(translatable("The camera did not start; avcam doctor tries every device."))
        case .notRunning: Message(translatable("The camera is not running; start it first."))
        case .alreadyRecording: Message(translatable("A movie is already being recorded; stop it first."))
        case .notRecording: Message(translatable("No movie is being recorded."))
        case .noFrames(let name):
            Message(translatable("%s sends no pictures; plug it in again, or try another camera."), name)
        case .cameraReplaced(let name):
            Message(
                translatable("%s was unplugged; another camera is used until it is plugged in again."), name
            )
        case .noPhotoData: Message(translatable("The photo has no data; take it again."))
        case .notRemembered(let path, let reason):
            Message(
                translatable(
                    "Your choices cannot be saved; free some space, or give yourself permission to write to your folder."
                ),
                detail: "\(path): \(reason)")
        }
    }

    package var description: String { message.description }

    package var errorDescription: String? { description }
}
