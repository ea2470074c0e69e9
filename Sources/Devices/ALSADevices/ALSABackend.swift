import ALSA
import CaptureEngine

/// Microphones through ALSA: the sound cards, and any PCM that ALSA's configuration knows by name.
///
/// The list, best first: `default` if it leads to a sound server with a microphone; then the cards' capture devices as
/// `hw:CARD,DEVICE`; last, those without hardware (`snd-aloop`, `snd-dummy`). `default` is the microphone that the user
/// chose on the desktop, and several programs can share it. Any other PCM (`plughw:1,0`, `pipewire`, one from
/// `~/.asoundrc`) can be used by name.
package final class ALSABackend: DeviceBackend {
    package let scheme = "alsa"
    package let kinds: Set<DeviceDescription.Kind> = [.microphone]
    package let nodeKinds: Set<DeviceDescription.Kind> = [.microphone]
    private let watch = SoundCardWatch()

    package init() {
        ALSAConfiguration.silenceMessages()
    }

    package func devices() -> [DeviceDescription] {
        let cards = SoundCard.captureDevices().map(describe)
        let server = SoundServer.hasMicrophone() ? [named("default", "Default microphone", isPhysical: true)] : []
        return server + cards.filter(\.isPhysical) + cards.filter { !$0.isPhysical }
    }

    package func device(named name: String) throws(CaptureError) -> DeviceDescription {
        if let hardware = Self.hardwareAddress(name) {
            guard let found = SoundCard.captureDevices().first(where: { ($0.card, $0.device) == hardware }) else {
                throw CaptureError(
                    .deviceNotFound, "there is no sound card that records at ALSA's \"\(name)\"",
                    device: DeviceID(scheme: scheme, name: name))
            }
            var description = describe(found)
            description.id = DeviceID(scheme: scheme, name: name)
            return description
        }
        guard ALSAConfiguration.type(ofPCM: name) != nil else {
            throw CaptureError(
                .deviceNotFound, "ALSA has no PCM called \"\(name)\"", device: DeviceID(scheme: scheme, name: name))
        }
        return named(name, name == "default" ? "Default microphone" : "ALSA \(name)", isPhysical: name == "default")
    }

    package func microphone(onSoundCard card: Int) -> DeviceID? { DeviceID(scheme: scheme, name: "hw:\(card),0") }

    package func source(for device: DeviceDescription) throws(CaptureError) -> any FrameSource {
        ALSAMicrophoneSource(id: device.id)
    }

    package var changesCanWait: Bool { true }

    package func onChange(_ handler: @escaping @Sendable () -> Void) {
        watch.add(handler)
    }

    /// The numbers in `hw:0,1` and `plughw:0,1`, and in `hw:0`, which means device 0.
    package static func hardwareAddress(_ name: String) -> (Int, Int)? {
        guard let prefix = ["hw:", "plughw:"].first(where: name.hasPrefix) else { return nil }
        let parts = name.dropFirst(prefix.count).split(separator: ",", omittingEmptySubsequences: false)
        guard let card = parts.first.flatMap({ Int($0) }) else { return nil }
        if parts.count == 1 { return (card, 0) }
        return Int(parts[1]).map { (card, $0) }
    }

    private func describe(_ hardware: CaptureHardware) -> DeviceDescription {
        DeviceDescription(
            id: DeviceID(scheme: scheme, name: hardware.pcmName), kind: .microphone,
            name: hardware.deviceName.isEmpty || hardware.cardName.contains(hardware.deviceName)
                ? hardware.cardName : "\(hardware.cardName), \(hardware.deviceName)",
            modelID: "\(hardware.driver) \(hardware.cardName)", module: .microphone, formats: MicrophoneFormat.all,
            isPhysical: !["Loopback", "Dummy"].contains(hardware.driver))
    }

    private func named(_ name: String, _ title: String, isPhysical: Bool) -> DeviceDescription {
        DeviceDescription(
            id: DeviceID(scheme: scheme, name: name), kind: .microphone, name: title, modelID: "ALSA",
            module: .microphone, formats: MicrophoneFormat.all, isPhysical: isPhysical)
    }
}
