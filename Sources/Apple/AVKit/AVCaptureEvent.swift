import CaptureEngine
import Foundation

/// How far a press of a button has come. Source: Apple, AVCaptureEventPhase.
public enum AVCaptureEventPhase: UInt, Sendable {
    /// The button went down. Source: Apple, AVCaptureEventPhase.began.
    case began = 0
    /// The button came up: the moment to take the picture. Source: Apple, AVCaptureEventPhase.ended.
    case ended = 1
    /// The system took the press for something else. Source: Apple, AVCaptureEventPhase.cancelled.
    case cancelled = 2
}

/// A sound for what a camera does. Source: Apple, AVCaptureEventSound.
public struct AVCaptureEventSound: Hashable, Sendable {
    let name: String

    private init(name: String) { self.name = name }

    /// A photo is taken. Source: Apple, AVCaptureEventSound.cameraShutter.
    public static let cameraShutter = AVCaptureEventSound(name: "cameraShutter")
    /// A recording begins. Source: Apple, AVCaptureEventSound.beginVideoRecording.
    public static let beginVideoRecording = AVCaptureEventSound(name: "beginVideoRecording")
    /// A recording has ended. Source: Apple, AVCaptureEventSound.endVideoRecording.
    public static let endVideoRecording = AVCaptureEventSound(name: "endVideoRecording")

    /// A sound of the app's own.
    ///
    /// - Throws: `CocoaError.fileReadNoSuchFile` when there is no such file.
    ///
    /// Source: Apple, AVCaptureEventSound.init(url:).
    public init(url: URL) throws {
        guard FileManager.default.isReadableFile(atPath: url.path) else {
            throw CocoaError(.fileReadNoSuchFile, userInfo: [NSFilePathErrorKey: url.path])
        }
        self.init(name: url.path)
    }
}

/// A press of a button that takes pictures. Source: Apple, AVCaptureEvent.
@MainActor public final class AVCaptureEvent: NSObject {
    /// Whether the button went down, came up, or neither counts. Source: Apple, AVCaptureEvent.phase.
    public let phase: AVCaptureEventPhase
    /// Whether it is the app that has to make the sound: the press came from a headset, and
    /// ``AVCaptureEventInteraction/defaultCaptureSoundDisabled`` is set.
    ///
    /// Source: Apple, AVCaptureEvent.shouldPlaySound.
    public let shouldPlaySound: Bool
    private let place: any Surroundings

    init(phase: AVCaptureEventPhase, shouldPlaySound: Bool, place: any Surroundings) {
        self.phase = phase
        self.shouldPlaySound = shouldPlaySound
        self.place = place
    }

    /// Plays a sound on the headset that was pressed.
    ///
    /// - Returns: whether it was played: not unless ``shouldPlaySound``.
    ///
    /// Source: Apple, AVCaptureEvent.play(_:). Linux: the simulated phone notes the sound; nothing is heard.
    @discardableResult
    public func play(_ sound: AVCaptureEventSound) -> Bool {
        guard shouldPlaySound else { return false }
        place.play(sound.name)
        return true
    }
}
