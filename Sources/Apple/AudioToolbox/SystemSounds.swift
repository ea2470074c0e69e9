import AVFAudio
import CaptureEngine
import DeviceKinds
import Foundation
import Locking
import MissingFoundation

/// Names a short sound. Source: Apple, SystemSoundID.
public typealias SystemSoundID = UInt32

/// The phone vibrates. Linux: only the simulated phone, which records it.
public let kSystemSoundID_Vibrate: SystemSoundID = 0xFFF
/// The sound is not known, or its file cannot be played.
public let kAudioServicesSystemSoundUnspecifiedError: OSStatus = -1500

/// Makes a sound of a file.
///
/// - Returns: `noErr`, or ``kAudioServicesSystemSoundUnspecifiedError`` if there is no sound in the file.
@discardableResult
public func AudioServicesCreateSystemSoundID(
    _ inFileURL: CFURL, _ outSystemSoundID: UnsafeMutablePointer<SystemSoundID>
) -> OSStatus {
    guard (try? AVAudioFile(forReading: inFileURL)) != nil else { return kAudioServicesSystemSoundUnspecifiedError }
    outSystemSoundID.pointee = SystemSounds.shared.add(inFileURL)
    return noErr
}

/// Forgets a sound that was made of a file. What plays already is played to its end.
@discardableResult
public func AudioServicesDisposeSystemSoundID(_ inSystemSoundID: SystemSoundID) -> OSStatus {
    SystemSounds.shared.remove(inSystemSoundID) ? noErr : kAudioServicesSystemSoundUnspecifiedError
}

/// Plays a sound, and returns at once.
///
/// Linux: of the system's own sounds, 1108 is the camera shutter of the desktop's sound theme; the simulated phone
/// records all of them.
public func AudioServicesPlaySystemSound(_ inSystemSoundID: SystemSoundID) {
    SystemSounds.shared.play(inSystemSoundID, nil)
}

/// Plays a sound; `inCompletionBlock` is called when it has ended, on an arbitrary queue.
@preconcurrency public func AudioServicesPlaySystemSoundWithCompletion(
    _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (@Sendable () -> Void)?
) {
    SystemSounds.shared.play(inSystemSoundID, inCompletionBlock)
}

/// Plays a sound to warn. Linux: as any other sound.
public func AudioServicesPlayAlertSound(_ inSystemSoundID: SystemSoundID) {
    SystemSounds.shared.play(inSystemSoundID, nil)
}

/// As ``AudioServicesPlaySystemSoundWithCompletion(_:_:)``.
@preconcurrency public func AudioServicesPlayAlertSoundWithCompletion(
    _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (@Sendable () -> Void)?
) {
    SystemSounds.shared.play(inSystemSoundID, inCompletionBlock)
}

/// The sounds of the process.
private final class SystemSounds: Sendable {
    static let shared = SystemSounds()

    /// The first number that the system does not use itself.
    private static let first: SystemSoundID = 0x1000
    /// Files of the freedesktop.org sound theme, by the system's numbers.
    private static let theme: [SystemSoundID: String] = [1108: "camera-shutter"]

    private struct State {
        var files: [SystemSoundID: URL] = [:]
        var next = SystemSounds.first
        /// What was reported already.
        var missing: Set<SystemSoundID> = []
    }

    private let state = Mutex(State())

    func add(_ file: URL) -> SystemSoundID {
        state.withLock { state in
            defer { state.next += 1 }
            state.files[state.next] = file
            return state.next
        }
    }

    func remove(_ sound: SystemSoundID) -> Bool { state.withLock { $0.files.removeValue(forKey: sound) != nil } }

    func play(_ sound: SystemSoundID, _ completion: (@Sendable () -> Void)?) {
        for place in CaptureWorld.current.surroundings {
            place.play(sound == kSystemSoundID_Vibrate ? "vibration" : "system sound \(sound)")
        }
        guard let file = state.withLock({ $0.files[sound] }) ?? Self.themeFile(sound),
            let player = try? AVAudioPlayer(contentsOf: file)
        else {
            reportMissing(sound)
            if let completion { DispatchQueue.global().async(execute: completion) }
            return
        }
        player.play()
        // Keeps the player until then.
        DispatchQueue.global().asyncAfter(deadline: .now() + player.duration + 0.1) {
            withExtendedLifetime(player) {}
            completion?()
        }
    }

    /// Source: freedesktop.org, Sound Theme Specification.
    private static func themeFile(_ sound: SystemSoundID) -> URL? {
        guard let name = theme[sound] else { return nil }
        let folders = ProcessInfo.processInfo.environment["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share"
        return folders.split(separator: ":").lazy
            .map { URL(fileURLWithPath: "\($0)/sounds/freedesktop/stereo/\(name).oga") }
            .first { FileManager.default.isReadableFile(atPath: $0.path) }
    }

    private func reportMissing(_ sound: SystemSoundID) {
        guard sound != kSystemSoundID_Vibrate, state.withLock({ $0.missing.insert(sound).inserted }) else { return }
        FileHandle.standardError.write(Data("There is no system sound \(sound) here.\n".utf8))
    }
}
