internal import CALSA
internal import CSoundCards
import Glibc

/// A capture device of a sound card, as the kernel's control node describes it.
package struct CaptureHardware: Sendable, Hashable {
    package let card: Int
    package let device: Int
    /// The kernel module's name for the kind of card: "USB-Audio", "HDA-Intel", "Loopback".
    package let driver: String
    /// "Logitech Webcam C270".
    package let cardName: String
    /// "USB Audio".
    package let deviceName: String
    /// The card's short name in the system, "C270"; it does not change when cards are renumbered.
    package let cardID: String

    /// The PCM that leads directly to the device: `hw:0,0`.
    package var pcmName: String { "hw:\(card),\(device)" }
}

package enum SoundCard {
    /// The capture devices of all cards, ordered by number.
    ///
    /// Opens only control nodes (`/dev/snd/controlC0`), never a PCM, so devices in use are listed too and nothing is
    /// disturbed. A card that this user may not open is left out.
    ///
    /// Asks the kernel itself: alsa-lib reads its configuration first, and looks for each of the 256 cards that there
    /// might be.
    ///
    /// - Parameter folder: where the nodes are.
    ///
    /// Source: Linux, include/uapi/sound/asound.h.
    package static func captureDevices(in folder: String = "/dev/snd") -> [CaptureHardware] {
        guard let nodes = opendir(folder) else { return [] }
        defer { closedir(nodes) }
        var cards: [Int] = []
        while let entry = readdir(nodes) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasPrefix(control), let card = Int(name.dropFirst(control.count)) { cards.append(card) }
        }
        return cards.sorted().flatMap { captureDevices(ofCard: $0, "\(folder)/\(control)\($0)") }
    }

    /// How the names of the cards' control nodes begin.
    private static let control = "controlC"

    /// Whether a mixer has something to record from, judging by its "Capture …" controls.
    ///
    /// For a sound server's mixer (`default` of type "pipewire" or "pulse"), which has such controls while the server
    /// runs and has a source. Takes 2 to 6 ms then, otherwise well under one.
    ///
    /// Source: alsa-lib, snd_ctl_elem_list.
    package static func mixerHasCapture(_ name: String) -> Bool {
        var handle: OpaquePointer?
        guard snd_ctl_open(&handle, name, 0) >= 0, let handle else { return false }
        defer { snd_ctl_close(handle) }
        var list: OpaquePointer?
        guard snd_ctl_elem_list_malloc(&list) >= 0, list != nil else { return false }
        defer { snd_ctl_elem_list_free(list) }
        guard snd_ctl_elem_list_alloc_space(list, 64) >= 0 else { return false }
        defer { snd_ctl_elem_list_free_space(list) }
        guard snd_ctl_elem_list(handle, list) >= 0 else { return false }
        return (0..<snd_ctl_elem_list_get_used(list)).contains { index in
            ALSAText.string(snd_ctl_elem_list_get_name(list, index)).hasPrefix("Capture ")
        }
    }

    private static func captureDevices(ofCard card: Int, _ node: String) -> [CaptureHardware] {
        let descriptor = open(node, O_RDWR | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var about = sound_card()
        guard sound_card_about(descriptor, &about) == 0 else { return [] }
        var found: [CaptureHardware] = []
        var device: Int32 = -1
        while sound_card_next_device(descriptor, &device) == 0, device >= 0 {
            var name = sound_name()
            // A device that only plays answers ENOENT here.
            guard sound_card_capture(descriptor, device, &name) == 0 else { continue }
            found.append(
                CaptureHardware(
                    card: card, device: Int(device), driver: text(of: &about.driver), cardName: text(of: &about.name),
                    deviceName: text(of: &name.text), cardID: text(of: &about.id)))
        }
        return found
    }

    /// The text in an array of characters, up to its zero.
    private static func text<Characters>(of characters: inout Characters) -> String {
        withUnsafeBytes(of: &characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
