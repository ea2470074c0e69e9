import CaptureEngine
import Foundation

/// The phase of a button press. Source: Apple, AVCaptureEventPhase.
public enum AVCaptureEventPhase: UInt, Sendable {
    /// The button went down.
    case began = 0
    /// The button was released: the moment to take the picture.
    case ended = 1
    /// The system used the press for something else.
    case cancelled = 2
}

/// A sound for what a camera does. Source: Apple, AVCaptureEventSound.
public struct AVCaptureEventSound: Hashable, Sendable {
    let name: String

    private init(name: String) { self.name = name }

    /// A photo is taken.
    public static let cameraShutter = AVCaptureEventSound(name: "cameraShutter")
    /// A recording begins.
    public static let beginVideoRecording = AVCaptureEventSound(name: "beginVideoRecording")
    /// A recording has ended.
    public static let endVideoRecording = AVCaptureEventSound(name: "endVideoRecording")

    /// A sound that the app provides.
    ///
    /// - Throws: `CocoaError.fileReadNoSuchFile` when there is no such file.
    public init(url: URL) throws {
        guard FileManager.default.isReadableFile(atPath: url.path) else {
            throw CocoaError(.fileReadNoSuchFile, userInfo: [NSFilePathErrorKey: url.path])
        }
        self.init(name: url.path)
    }
}

/// A press of a button that takes pictures. Source: Apple, AVCaptureEvent.
@MainActor @preconcurrency public final class AVCaptureEvent: NSObject {
    /// Whether the button was pressed or released, or the press was cancelled.
    public let phase: AVCaptureEventPhase
    /// Whether the app has to play the sound: the press came from a headset, and
    /// ``AVCaptureEventInteraction/defaultCaptureSoundDisabled`` is set.
    public let shouldPlaySound: Bool
    private let place: any Surroundings

    init(phase: AVCaptureEventPhase, shouldPlaySound: Bool, place: any Surroundings) {
        self.phase = phase
        self.shouldPlaySound = shouldPlaySound
        self.place = place
    }

    /// Plays a sound on the headset that was pressed.
    ///
    /// - Returns: whether it was played; always `false` unless ``shouldPlaySound`` is `true`.
    ///
    /// Linux: the simulated phone records the sound; nothing is audible.
    @discardableResult
    public func play(_ sound: AVCaptureEventSound) -> Bool {
        guard shouldPlaySound else { return false }
        place.play(sound.name)
        return true
    }
}
