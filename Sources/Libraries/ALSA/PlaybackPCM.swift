internal import CALSA

/// An open PCM that plays 32-bit floating-point samples.
///
/// One thread at a time.
package final class PlaybackPCM: @unchecked Sendable {  // used by one thread at a time, its owner sees to that
    package let name: String
    package let framesPerSecond: Int
    package let channels: Int
    private let handle: OpaquePointer
    private var isOpen = true

    /// Opens a PCM by name. ALSA converts what the device cannot play.
    ///
    /// - Parameter milliseconds: how much sound the device holds.
    /// - Throws: ``ALSAError`` `notFound`, `busy`, `notPermitted`, `serverNotRunning`, `unsupported`, `disconnected`.
    ///
    /// Source: alsa-lib, snd_pcm_open (SND_PCM_NONBLOCK), snd_pcm_set_params.
    package init(name: String, framesPerSecond: Int, channels: Int, milliseconds: Int) throws(ALSAError) {
        var opened: OpaquePointer?
        try ALSAError.check(
            snd_pcm_open(&opened, name, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK), pcm: name, "open")
        guard let handle = opened else { throw ALSAError(code: -ENODEV, pcm: name, attempt: "open") }
        do throws(ALSAError) {
            try ALSAError.check(
                snd_pcm_set_params(
                    handle, SND_PCM_FORMAT_FLOAT, SND_PCM_ACCESS_RW_INTERLEAVED, UInt32(channels),
                    UInt32(framesPerSecond), 1, UInt32(milliseconds * 1000)), pcm: name, "play through")
        } catch {
            snd_pcm_close(handle)
            throw error
        }
        (self.name, self.framesPerSecond, self.channels, self.handle) = (name, framesPerSecond, channels, handle)
    }

    deinit { close() }

    /// Releases the device. Call nothing else afterwards.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        snd_pcm_drop(handle)
        snd_pcm_close(handle)
    }

    /// Takes as many frames as there is room for.
    ///
    /// - Returns: the number of frames taken; 0 while there is no room.
    /// - Throws: ``ALSAError`` `disconnected`.
    package func write(_ samples: UnsafeBufferPointer<Float>) throws(ALSAError) -> Int {
        let count = snd_pcm_writei(handle, samples.baseAddress, snd_pcm_uframes_t(samples.count / channels))
        if count == -Int(EAGAIN) || count == -Int(EINTR) { return 0 }
        if count < 0 {
            // After a pause in what was written, or while the machine slept, the device has stopped.
            try ALSAError.check(snd_pcm_recover(handle, Int32(count), 1), pcm: name, "play through")
            return 0
        }
        return count
    }

    /// Plays what was written, if the device does not yet.
    package func start() {
        if snd_pcm_state(handle) == SND_PCM_STATE_PREPARED { snd_pcm_start(handle) }
    }

    /// Waits until there is room; at most so long.
    package func wait(milliseconds: Int32) { snd_pcm_wait(handle, milliseconds) }

    /// How many frames were written and are not heard yet; `nil` while the device does not play.
    package var delay: Int? {
        var frames: snd_pcm_sframes_t = 0
        guard snd_pcm_state(handle) == SND_PCM_STATE_RUNNING, snd_pcm_delay(handle, &frames) >= 0 else { return nil }
        return frames
    }

    /// Forgets what is not heard yet, and is ready for more.
    package func drop() {
        snd_pcm_drop(handle)
        snd_pcm_prepare(handle)
    }
}
