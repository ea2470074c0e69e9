import CaptureEngine
import CoreMedia
import Locking

/// The microphones of a world, and which one the program wants: for audio sessions, and for the capture devices of the
/// module above, which knows more of devices that are in use.
package final class Microphones: Sendable {
    /// What the module above knows of a microphone in use: the format that was chosen for it.
    package typealias ActiveFormat = @Sendable (DeviceID) -> CMFormatDescription?
    /// Is told that a microphone came (`true`) or went.
    package typealias ChangeHandler = @Sendable (_ isThere: Bool) -> Void

    private struct State {
        var preferred: DeviceID?
        var activeFormat: ActiveFormat?
        var changeHandler: ChangeHandler?
    }

    private let world: CaptureWorld
    private let state = Mutex(State())

    fileprivate init(_ world: CaptureWorld) { self.world = world }

    /// The microphone that the program has chosen, connected or not.
    package var preferred: DeviceID? {
        get { state.withLock { $0.preferred } }
        set { state.withLock { $0.preferred = newValue } }
    }

    /// The preferred one of some devices; the first if it is not among them.
    package func best<Device>(of devices: [Device], id: (Device) -> DeviceID) -> Device? {
        guard let preferred else { return devices.first }
        return devices.first { id($0) == preferred } ?? devices.first
    }

    /// The microphones that are offered now, the best one first.
    var offered: [DeviceDescription] { world.offer.devices(of: .microphone) }

    /// What records if nothing else is asked for.
    var best: DeviceDescription? { best(of: offered) { $0.id } }

    /// The format in which a microphone records, or would.
    func format(of microphone: DeviceDescription) -> AudioStreamBasicDescription? {
        let active = state.withLock { $0.activeFormat }?(microphone.id)
        return (active ?? microphone.formats.first?.description)?.audioStreamBasicDescription
    }

    /// Sets who knows the formats of microphones in use.
    package func setActiveFormat(_ activeFormat: @escaping ActiveFormat) {
        state.withLock { $0.activeFormat = activeFormat }
    }

    /// Sets who is told when a microphone comes or goes.
    func onChange(_ handler: @escaping ChangeHandler) { state.withLock { $0.changeHandler = handler } }

    /// Tells that a microphone came or went.
    package func changed(isThere: Bool) { state.withLock { $0.changeHandler }?(isThere) }
}

/// What this module keeps for each world.
extension CaptureWorld {
    package var microphones: Microphones { part { Microphones($0) } }

    var audioSession: AVAudioSession { part { AVAudioSession($0) } }

    var audioApplication: AVAudioApplication { part { AVAudioApplication($0) } }
}
