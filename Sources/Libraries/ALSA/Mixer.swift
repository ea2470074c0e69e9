internal import CALSA
import Glibc

/// An open mixer: the volume of a sound card, or of the sound server that the name leads to.
///
/// One thread at a time.
package final class Mixer: @unchecked Sendable {  // used by one thread at a time, its owner sees to that
    /// The names of the control that counts, best first; any other that has a volume comes last.
    private static let elementNames = ["Master", "PCM", "Speaker", "Headphone"]

    private let name: String
    private let handle: OpaquePointer

    /// - Throws: ``ALSAError`` `notFound`, `notPermitted`, `serverNotRunning`, `disconnected`.
    ///
    /// Source: alsa-lib, "Mixer interface".
    package init(name: String) throws(ALSAError) {
        var opened: OpaquePointer?
        try ALSAError.check(snd_mixer_open(&opened, 0), pcm: name, "open the mixer of")
        guard let handle = opened else { throw ALSAError(code: -ENODEV, pcm: name, attempt: "open the mixer of") }
        do throws(ALSAError) {
            for status in [
                snd_mixer_attach(handle, name), snd_mixer_selem_register(handle, nil, nil), snd_mixer_load(handle),
            ] {
                try ALSAError.check(status, pcm: name, "open the mixer of")
            }
        } catch {
            snd_mixer_close(handle)
            throw error
        }
        (self.name, self.handle) = (name, handle)
    }

    deinit { snd_mixer_close(handle) }

    /// From 0 to 1, in the steps of the card or the server: not a gain. Whether it is muted does not count.
    ///
    /// - Throws: ``ALSAError`` `notFound` if nothing has a volume, `disconnected`.
    package func volume() throws(ALSAError) -> Double {
        try readEvents()
        let (element, lowest, highest) = try element()
        var value = 0
        try ALSAError.check(
            snd_mixer_selem_get_playback_volume(element, SND_MIXER_SCHN_FRONT_LEFT, &value), pcm: name,
            "read the volume of")
        // A sound server can go beyond its highest.
        return min(max(Double(value - lowest) / Double(highest - lowest), 0), 1)
    }

    /// Sets the volume of all channels.
    ///
    /// - Parameter volume: from 0 to 1.
    /// - Throws: as ``volume()``.
    package func setVolume(_ volume: Double) throws(ALSAError) {
        try readEvents()
        let (element, lowest, highest) = try element()
        let value = lowest + Int((volume * Double(highest - lowest)).rounded())
        try ALSAError.check(
            snd_mixer_selem_set_playback_volume_all(element, value), pcm: name, "set the volume of")
    }

    /// Waits until something has changed, maybe not the volume.
    ///
    /// - Throws: ``ALSAError`` `disconnected` when the card or the server is gone.
    package func waitForChange() throws(ALSAError) {
        let count = UInt32(max(snd_mixer_poll_descriptors_count(handle), 0))
        var descriptors = [pollfd](repeating: pollfd(), count: Int(count))
        guard count > 0, snd_mixer_poll_descriptors(handle, &descriptors, count) >= 0 else { throw gone }
        while poll(&descriptors, nfds_t(count), -1) < 0 {
            if errno != EINTR { throw gone }
        }
        var events: UInt16 = 0
        try ALSAError.check(
            snd_mixer_poll_descriptors_revents(handle, &descriptors, count, &events), pcm: name, "watch the mixer of")
        if Int32(events) & (POLLERR | POLLHUP | POLLNVAL) != 0 { throw gone }
        try readEvents()
    }

    private var gone: ALSAError { ALSAError(code: -ENODEV, pcm: name, attempt: "watch the mixer of") }

    private func readEvents() throws(ALSAError) {
        try ALSAError.check(snd_mixer_handle_events(handle), pcm: name, "read the mixer of")
    }

    /// It is looked for each time, as an event can remove it.
    private func element() throws(ALSAError) -> (OpaquePointer, lowest: Int, highest: Int) {
        var best: (element: OpaquePointer, rank: Int)?
        var next = snd_mixer_first_elem(handle)
        while let element = next {
            next = snd_mixer_elem_next(element)
            guard snd_mixer_selem_has_playback_volume(element) != 0 else { continue }
            let name = ALSAText.string(snd_mixer_selem_get_name(element))
            let rank = Self.elementNames.firstIndex(of: name) ?? Self.elementNames.count
            if rank < best?.rank ?? .max { best = (element, rank) }
        }
        var (lowest, highest) = (0, 0)
        guard let best, snd_mixer_selem_get_playback_volume_range(best.element, &lowest, &highest) >= 0,
            highest > lowest
        else { throw ALSAError(code: -ENOENT, pcm: name, attempt: "find a volume in the mixer of") }
        return (best.element, lowest, highest)
    }
}
