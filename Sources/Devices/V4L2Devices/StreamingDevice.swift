import LinuxVideo

/// What a camera streams from: a device, or a scripted one that answers as a broken driver does.
protocol StreamingDevice: ListingDevice {
    /// Whether it still answers; `false` once it has been pulled out.
    var isPresent: Bool { get }

    /// Asks for ``VideoEvents/sourceChanged``.
    func watchSource()
    func takeEvents() -> VideoEvents
    /// Takes over the signal at a receiver's input; `nil` for other devices.
    func takeSignal() throws(Errno) -> VideoSignal?
    func setFormat(_ pixelFormat: FourCC, width: Int, height: Int) throws(Errno) -> VideoFormat
    func setInterval(_ interval: VideoFraction) throws(Errno) -> VideoFraction
    /// Allocates buffers and queues them all.
    ///
    /// - Parameter bufferCount: how many to request; the driver may allocate more or fewer.
    func allocate(bufferCount: Int) throws(Errno) -> any BufferQueue
    /// Waits without a stream, until `wake` becomes readable or the time is over.
    func pause(wake: Int32, milliseconds: Int) throws(Errno) -> VideoStream.Readiness
}

extension VideoDevice: StreamingDevice {
    func allocate(bufferCount: Int) throws(Errno) -> any BufferQueue {
        try VideoStream(device: self, bufferCount: bufferCount)
    }

    func pause(wake: Int32, milliseconds: Int) throws(Errno) -> VideoStream.Readiness {
        try VideoStream.pause(wake: wake, milliseconds: milliseconds)
    }
}
