internal import CALSA

/// How sound is read from a PCM: interleaved, in the machine's byte order.
package struct CaptureParameters: Sendable, Hashable {
    package enum SampleType: Sendable, Hashable {
        case int16
        case int32
        case float32

        package var bytes: Int { self == .int16 ? 2 : 4 }
    }

    package var sampleType: SampleType
    package var framesPerSecond: Int
    package var channels: Int
    /// How many frames wake a reader (ALSA's period).
    package var framesPerBlock: Int
    /// How many frames the device holds for a late reader.
    package var framesInBuffer: Int

    package var bytesPerFrame: Int { sampleType.bytes * channels }

    package init(
        sampleType: SampleType, framesPerSecond: Int, channels: Int, framesPerBlock: Int, framesInBuffer: Int
    ) {
        self.sampleType = sampleType
        self.framesPerSecond = framesPerSecond
        self.channels = channels
        self.framesPerBlock = framesPerBlock
        self.framesInBuffer = framesInBuffer
    }
}

/// An open PCM that records.
///
/// One thread at a time: the one that opened it may hand it to the one that reads.
package final class CapturePCM: @unchecked Sendable {  // used by one thread at a time, its owner sees to that
    package let name: String
    /// What the PCM really does; rate, channels, block and buffer may differ from what was requested.
    package let parameters: CaptureParameters

    private let handle: OpaquePointer
    private let status: OpaquePointer
    private var isOpen = true

    /// Opens a PCM by name, with the parameters nearest to `wanted`; the sample type must match exactly.
    ///
    /// Never waits for another program to release the device.
    ///
    /// - Throws: ``ALSAError`` `notFound`, `busy`, `notPermitted`, `serverNotRunning`, `unsupported`, `disconnected`.
    ///
    /// Source: alsa-lib, snd_pcm_open (SND_PCM_NONBLOCK), snd_pcm_hw_params, snd_pcm_sw_params.
    package init(name: String, nearest wanted: CaptureParameters) throws(ALSAError) {
        var handle: OpaquePointer?
        try ALSAError.check(
            snd_pcm_open(&handle, name, SND_PCM_STREAM_CAPTURE, SND_PCM_NONBLOCK), pcm: name, "open")
        guard let handle else { throw ALSAError(code: -ENODEV, pcm: name, attempt: "open") }
        var status: OpaquePointer?
        do throws(ALSAError) {
            parameters = try Self.setHardware(handle, name, wanted)
            try Self.setSoftware(handle, name, parameters)
            try ALSAError.check(snd_pcm_status_malloc(&status), pcm: name, "set up")
            guard let status else { throw ALSAError(code: -ENOMEM, pcm: name, attempt: "set up") }
            self.status = status
        } catch {
            snd_pcm_close(handle)
            throw error
        }
        self.name = name
        self.handle = handle
    }

    deinit {
        close()
        snd_pcm_status_free(status)
    }

    /// Releases the device. Call nothing else afterwards.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        snd_pcm_drop(handle)
        snd_pcm_close(handle)
    }

    /// Starts recording.
    package func start() throws(ALSAError) {
        try ALSAError.check(snd_pcm_start(handle), pcm: name, "start")
    }

    /// Waits until a block has arrived.
    ///
    /// - Returns: `false` on timeout.
    /// - Throws: ``ALSAError`` `overrun`, `suspended`, `disconnected`.
    package func wait(milliseconds: Int32) throws(ALSAError) -> Bool {
        let code = snd_pcm_wait(handle, milliseconds)
        if code == -EINTR { return false }
        return try ALSAError.check(code, pcm: name, "wait for") > 0
    }

    /// When the next frame to be read was captured: nanoseconds on `CLOCK_MONOTONIC`.
    ///
    /// The device reports how many frames it holds and when it counted them. A PCM whose plug-in keeps no such time
    /// (those of sound servers) is asked for its delay, as of now.
    ///
    /// Source: alsa-lib, snd_pcm_status_get_htstamp, snd_pcm_status_get_delay, snd_pcm_delay.
    package func captureTimeOfNextFrame() throws(ALSAError) -> Int64 {
        try ALSAError.check(snd_pcm_status(handle, status), pcm: name, "read the state of")
        var stamp = timespec()
        snd_pcm_status_get_htstamp(status, &stamp)
        var time = stamp.nanoseconds
        var frames = max(Int(snd_pcm_status_get_delay(status)), Int(snd_pcm_status_get_avail(status)))
        let now = timespec.monotonic.nanoseconds
        if abs(now - time) > 1_000_000_000 {
            time = now
            var delay: snd_pcm_sframes_t = 0
            if snd_pcm_delay(handle, &delay) >= 0 { frames = max(frames, delay) }
        }
        return time - Int64(frames) * 1_000_000_000 / Int64(parameters.framesPerSecond)
    }

    /// Reads as many whole frames as are available and fit.
    ///
    /// - Returns: the number of frames read; 0 if none is available yet.
    /// - Throws: ``ALSAError`` `overrun`, `suspended`, `disconnected`.
    package func read(into bytes: UnsafeMutableRawBufferPointer) throws(ALSAError) -> Int {
        let room = snd_pcm_uframes_t(bytes.count / parameters.bytesPerFrame)
        let count = snd_pcm_readi(handle, bytes.baseAddress, room)
        if count == -Int(EAGAIN) || count == -Int(EINTR) { return 0 }
        if count < 0 { throw ALSAError(code: Int32(count), pcm: name, attempt: "read from") }
        return count
    }

    /// Continues after an overrun or a suspend; frames are lost.
    ///
    /// - Returns: `false` while the card is still waking up: ask again a little later.
    /// - Throws: `error` itself if it is of another kind, or the reason why the device cannot continue.
    package func recover(from error: ALSAError) throws(ALSAError) -> Bool {
        switch error.kind {
        case .suspended:
            // A driver that cannot resume is prepared again.
            let code = snd_pcm_resume(handle)
            if code == -EAGAIN { return false }
            if code == 0 { return true }
            try ALSAError.check(snd_pcm_prepare(handle), pcm: name, "wake")
        case .overrun:
            try ALSAError.check(snd_pcm_prepare(handle), pcm: name, "restart")
        default:
            throw error
        }
        try start()
        return true
    }
}

extension CapturePCM {
    private static func setHardware(
        _ handle: OpaquePointer, _ name: String, _ wanted: CaptureParameters
    ) throws(ALSAError) -> CaptureParameters {
        var allocated: OpaquePointer?
        try ALSAError.check(snd_pcm_hw_params_malloc(&allocated), pcm: name, "set up")
        defer { snd_pcm_hw_params_free(allocated) }
        guard let hardware = allocated else { throw ALSAError(code: -ENOMEM, pcm: name, attempt: "set up") }
        func check(_ code: Int32, _ what: String) throws(ALSAError) {
            try ALSAError.check(code, pcm: name, "record \(what) from")
        }
        try check(snd_pcm_hw_params_any(handle, hardware), "anything")
        try check(
            snd_pcm_hw_params_set_access(handle, hardware, SND_PCM_ACCESS_RW_INTERLEAVED), "interleaved channels")
        try check(
            snd_pcm_hw_params_set_format(handle, hardware, wanted.sampleType.format), "\(wanted.sampleType) samples")
        var channels = UInt32(wanted.channels)
        try check(snd_pcm_hw_params_set_channels_near(handle, hardware, &channels), "\(wanted.channels) channels")
        var rate = UInt32(wanted.framesPerSecond)
        var direction: Int32 = 0
        try check(
            snd_pcm_hw_params_set_rate_near(handle, hardware, &rate, &direction), "\(wanted.framesPerSecond) Hz")
        // The buffer first: a device with few block sizes then still gets a buffer that is large enough for a late
        // reader.
        var buffer = snd_pcm_uframes_t(wanted.framesInBuffer)
        try check(snd_pcm_hw_params_set_buffer_size_near(handle, hardware, &buffer), "a buffer of \(buffer) frames")
        var block = snd_pcm_uframes_t(wanted.framesPerBlock)
        direction = 0
        try check(
            snd_pcm_hw_params_set_period_size_near(handle, hardware, &block, &direction), "blocks of \(block) frames")
        try check(snd_pcm_hw_params(handle, hardware), "with these settings")
        return CaptureParameters(
            sampleType: wanted.sampleType, framesPerSecond: Int(rate), channels: Int(channels),
            framesPerBlock: Int(block), framesInBuffer: Int(buffer))
    }

    private static func setSoftware(
        _ handle: OpaquePointer, _ name: String, _ parameters: CaptureParameters
    ) throws(ALSAError) {
        var software: OpaquePointer?
        try ALSAError.check(snd_pcm_sw_params_malloc(&software), pcm: name, "set up")
        defer { snd_pcm_sw_params_free(software) }
        if software == nil { throw ALSAError(code: -ENOMEM, pcm: name, attempt: "set up") }
        try ALSAError.check(snd_pcm_sw_params_current(handle, software), pcm: name, "set up")
        let block = snd_pcm_uframes_t(parameters.framesPerBlock)
        try ALSAError.check(snd_pcm_sw_params_set_avail_min(handle, software, block), pcm: name, "set up")
        try ALSAError.check(
            snd_pcm_sw_params_set_tstamp_mode(handle, software, SND_PCM_TSTAMP_ENABLE), pcm: name, "set up")
        try ALSAError.check(
            snd_pcm_sw_params_set_tstamp_type(handle, software, SND_PCM_TSTAMP_TYPE_MONOTONIC), pcm: name, "set up")
        try ALSAError.check(snd_pcm_sw_params(handle, software), pcm: name, "set up")
    }
}

extension CaptureParameters.SampleType {
    /// alsa-lib's names without a byte order mean the machine's own.
    fileprivate var format: snd_pcm_format_t {
        switch self {
        case .int16: SND_PCM_FORMAT_S16
        case .int32: SND_PCM_FORMAT_S32
        case .float32: SND_PCM_FORMAT_FLOAT
        }
    }
}

extension timespec {
    fileprivate var nanoseconds: Int64 { Int64(tv_sec) * 1_000_000_000 + Int64(tv_nsec) }

    fileprivate static var monotonic: timespec {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time
    }
}
