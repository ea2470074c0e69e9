internal import CALSA

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
    /// Source: alsa-lib, snd_card_next, snd_ctl_pcm_next_device, snd_ctl_pcm_info.
    package static func captureDevices() -> [CaptureHardware] {
        var found: [CaptureHardware] = []
        var card: Int32 = -1
        while snd_card_next(&card) >= 0, card >= 0 {
            found += captureDevices(ofCard: card)
        }
        return found
    }

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
        guard snd_ctl_elem_list_malloc(&list) >= 0 else { return false }
        defer { snd_ctl_elem_list_free(list) }
        guard snd_ctl_elem_list_alloc_space(list, 64) >= 0 else { return false }
        defer { snd_ctl_elem_list_free_space(list) }
        guard snd_ctl_elem_list(handle, list) >= 0 else { return false }
        return (0..<snd_ctl_elem_list_get_used(list)).contains { index in
            String(cString: snd_ctl_elem_list_get_name(list, index)).hasPrefix("Capture ")
        }
    }

    private static func captureDevices(ofCard card: Int32) -> [CaptureHardware] {
        var handle: OpaquePointer?
        guard snd_ctl_open(&handle, "hw:\(card)", 0) >= 0, let handle else { return [] }
        defer { snd_ctl_close(handle) }
        var about: OpaquePointer?
        var pcm: OpaquePointer?
        guard snd_ctl_card_info_malloc(&about) >= 0 else { return [] }
        defer { snd_ctl_card_info_free(about) }
        guard snd_pcm_info_malloc(&pcm) >= 0 else { return [] }
        defer { snd_pcm_info_free(pcm) }
        guard snd_ctl_card_info(handle, about) >= 0 else { return [] }

        var found: [CaptureHardware] = []
        var device: Int32 = -1
        while snd_ctl_pcm_next_device(handle, &device) >= 0, device >= 0 {
            snd_pcm_info_set_device(pcm, UInt32(device))
            snd_pcm_info_set_subdevice(pcm, 0)
            snd_pcm_info_set_stream(pcm, SND_PCM_STREAM_CAPTURE)
            // A playback-only device answers ENOENT here.
            guard snd_ctl_pcm_info(handle, pcm) >= 0 else { continue }
            found.append(
                CaptureHardware(
                    card: Int(card), device: Int(device), driver: String(cString: snd_ctl_card_info_get_driver(about)),
                    cardName: String(cString: snd_ctl_card_info_get_name(about)),
                    deviceName: String(cString: snd_pcm_info_get_name(pcm)),
                    cardID: String(cString: snd_ctl_card_info_get_id(about))))
        }
        return found
    }
}
