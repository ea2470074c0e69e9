import CaptureEngine
import Foundation

extension AVAudioSession {
    /// Source: Apple, AVAudioSession.PortOverride.
    public enum PortOverride: UInt, Sendable {
        case none = 0
        case speaker = 0x7370_6B72
    }

    /// Plays through the speaker although the category would use another output.
    ///
    /// Linux: without effect: the sound server chooses the output, and it is never a receiver at the ear.
    public func overrideOutputAudioPort(_ portOverride: PortOverride) throws {}

    /// How loud the microphone is, from 0 to 1. Linux: always 1.
    public var inputGain: Float { 1 }

    /// Linux: always `false`; the microphone's volume is in the desktop's settings.
    public var isInputGainSettable: Bool { false }

    /// - Throws: always, see ``isInputGainSettable``: an `NSError` of the domain `NSOSStatusErrorDomain`.
    public func setInputGain(_ gain: Float) throws {
        throw NSError(
            domain: NSOSStatusErrorDomain, code: ErrorCode.unspecified.rawValue,
            userInfo: [
                NSLocalizedDescriptionKey:
                    "Only the desktop's settings can change the microphone's volume."
            ])
    }
}
