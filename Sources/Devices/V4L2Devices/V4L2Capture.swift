import CaptureEngine
import LinuxVideo

/// One run of a camera, from the open device to its end.
///
/// | what happens | what becomes of it |
/// | --- | --- |
/// | no first usable frame within ``firstFrameDeadline`` and a frame | `.failed(noFrames)` |
/// | no further one for ``stallDeadline`` and ten frames | `.failed(deviceFailed)` |
/// | poll reports an error, ENODEV | `.failed(deviceDisconnected)` |
/// | poll reports an error, any other | `.failed(deviceFailed)` |
/// | EAGAIN although poll said ready (seen with pw-v4l2 0.3.65) | waits a millisecond, asks again |
/// | the driver's sequence numbers skip | `.dropped(discontinuity)` for each one missing |
/// | a frame marked as damaged, too short, or not decodable | `.dropped(discontinuity)` |
/// | no picture free in the pool | `.dropped(outOfBuffers)` |
final class V4L2Capture: @unchecked Sendable {  // `run` is called once, by one thread, which owns what changes
    static let firstFrameDeadline: Int64 = 3_000_000_000
    static let stallDeadline: Int64 = 3_000_000_000
    /// How many buffers to ask for, and how many of them the driver keeps.
    ///
    /// A driver needs one to fill and one to fill next, and two can be lent. PipeWire (pw-v4l2 0.3.65) gives the first
    /// frame when every buffer has gone round once, 33 ms for each, and loses frames when one does not come back before
    /// the next frame: there it is few, and none to lend.
    private static func bufferCounts(_ device: VideoDevice) -> (all: Int, reserve: Int) {
        device.capability.driver == "PipeWire" ? (3, .max) : (4, 2)
    }

    let wake: WakePipe
    private let failure: V4L2Failure
    private let encoding: V4L2Encoding
    private let format: VideoFormat
    private let frameDuration: CMTime
    private let buffers: DriverBuffers
    private var timing: FrameTiming
    /// On the monotonic clock; later than this without a frame is a failure.
    private var deadline: Int64
    private var hasDelivered = false

    /// Opens the device, sets it up and starts it.
    init(id: DeviceID, path: String, configuration: SourceConfiguration) throws(CaptureError) {
        failure = V4L2Failure(id: id, path: path)
        wake = try WakePipe()
        encoding = try Self.encoding(of: configuration.format, failure)
        let device = try Self.open(path, failure)
        format = try Self.setFormat(configuration.format, encoding, device, failure)
        frameDuration = try Self.setFrameDuration(configuration, device, failure)
        let nanoseconds = Int64(frameDuration.seconds * 1e9)
        timing = FrameTiming(frameDuration: nanoseconds)
        buffers = try Self.startStream(device, failure)
        deadline = MonotonicClock.shared.now.value + Self.firstFrameDeadline + nanoseconds
    }

    // MARK: Set-up

    private static func encoding(
        of format: SourceFormat, _ failure: V4L2Failure
    ) throws(CaptureError) -> V4L2Encoding {
        guard let encoding = FourCC(format.native).flatMap(V4L2Encoding.init) else {
            throw failure.error(.formatUnsupported, "\(failure.path) has no pixel format \(format.native)", nil)
        }
        return encoding
    }

    static func open(_ path: String, _ failure: V4L2Failure) throws(CaptureError) -> VideoDevice {
        let device: VideoDevice
        do {
            device = try VideoDevice(path: path)
        } catch {
            throw failure.opening(error)
        }
        guard device.capability.isCamera else { throw failure.notACamera }
        return device
    }

    private static func setFormat(
        _ wanted: SourceFormat, _ encoding: V4L2Encoding, _ device: VideoDevice, _ failure: V4L2Failure
    ) throws(CaptureError) -> VideoFormat {
        let size = CMVideoFormatDescriptionGetDimensions(wanted.description)
        let (width, height) = (Int(size.width), Int(size.height))
        let format: VideoFormat
        do {
            format = try device.setFormat(encoding.fourCC, width: width, height: height)
        } catch {
            throw failure.using(error, "be set to \(encoding.fourCC) \(width) × \(height)")
        }
        guard format.pixelFormat == encoding.fourCC, format.width == width, format.height == height else {
            throw failure.error(
                .formatUnsupported,
                "\(failure.path) does not take \(encoding.fourCC) \(width) × \(height) but only "
                    + "\(format.pixelFormat) \(format.width) × \(format.height)", nil)
        }
        return format
    }

    private static func setFrameDuration(
        _ configuration: SourceConfiguration, _ device: VideoDevice, _ failure: V4L2Failure
    ) throws(CaptureError) -> CMTime {
        let fastest = configuration.format.frameDurations.first?.lowerBound
        let wanted = configuration.frameDuration ?? fastest ?? CMTime(value: 1, timescale: 30)
        do {
            let set = try device.setInterval(VideoFraction(wanted))
            return set.isValid ? CMTime(set) : wanted
        } catch .notSupported, .notTypewriter, .invalid {
            // A receiver: the rate is the signal's.
            return wanted
        } catch {
            throw failure.using(error, "be set to a frame rate")
        }
    }

    private static func startStream(
        _ device: VideoDevice, _ failure: V4L2Failure
    ) throws(CaptureError) -> DriverBuffers {
        do {
            let (count, reserve) = bufferCounts(device)
            let stream = try VideoStream(device: device, bufferCount: count)
            try stream.start()
            return DriverBuffers(stream, reserve: reserve)
        } catch {
            throw failure.using(error, "be started")
        }
    }

    // MARK: Running

    /// Delivers until it is woken or the camera fails.
    func run(_ deliver: @Sendable (SourceEvent) -> Void) {
        var end: CaptureError?
        do {
            // Only now, while the camera takes its first picture: the memory for frames takes milliseconds to get.
            let samples = try FrameSamples(format: format, encoding: encoding, frameDuration: frameDuration)
            while try step(samples, deliver) {}
        } catch let error as CaptureError {
            end = error
        } catch {
            end = CaptureError(
                .deviceFailed, "there is no memory for the frames of \(failure.path): \(error)",
                device: failure.id, cause: error)
        }
        buffers.end()
        if let end { deliver(.failed(end)) }
    }

    /// Waits for one frame and delivers it.
    ///
    /// - Returns: `false` when it was woken to end.
    private func step(
        _ samples: FrameSamples, _ deliver: (SourceEvent) -> Void
    ) throws(CaptureError) -> Bool {
        let left = deadline - MonotonicClock.shared.now.value
        if left <= 0 { throw stalled }
        do {
            let timeout = Int(left / 1_000_000) + 1
            let readiness = try buffers.stream.wait(wake: wake.readEnd, timeoutMilliseconds: timeout)
            if readiness.contains(.woken) { return false }
            if readiness.isEmpty { return true }
            let (frame, mayKeep) = try buffers.dequeue()
            take(frame, mayKeep: mayKeep, samples, deliver)
            return true
        } catch .tryAgain {
            return try pause()
        } catch .noSuchDevice {
            throw failure.disconnected
        } catch {
            throw failure.using(error, "deliver a frame")
        }
    }

    /// After a false promise: a device that is gone says nothing else; one that is there gets a millisecond.
    private func pause() throws(CaptureError) -> Bool {
        guard buffers.stream.device.isPresent else { throw failure.disconnected }
        let readiness = try? VideoStream.pause(wake: wake.readEnd, milliseconds: 1)
        return readiness?.contains(.woken) != true
    }

    private var stalled: CaptureError {
        if hasDelivered {
            let seconds = Self.stallDeadline / 1_000_000_000
            return failure.error(
                .deviceFailed, "the camera \(failure.path) stopped: it gave no frame for \(seconds) seconds", nil)
        }
        let seconds = Self.firstFrameDeadline / 1_000_000_000
        return failure.error(.noFrames, "the camera \(failure.path) gave no frame within \(seconds) seconds", nil)
    }

    private func take(
        _ frame: VideoStream.Frame, mayKeep: Bool, _ samples: FrameSamples, _ deliver: (SourceEvent) -> Void
    ) {
        let now = MonotonicClock.shared.now.value
        let (time, lost) = timing.next(monotonic: frame.monotonicNanoseconds, sequence: frame.sequence, now: now)
        for time in lost { deliver(.dropped(timestamp: Self.time(time), reason: .discontinuity)) }
        let nextDeadline = now + Self.stallDeadline + 10 * timing.frameDuration
        do throws(FrameLoss) {
            let sample = try samples.sample(frame, at: Self.time(time), from: buffers, mayKeep: mayKeep)
            hasDelivered = true
            deadline = nextDeadline
            deliver(.sample(sample))
        } catch .outOfBuffers {
            // Not the camera's fault.
            deadline = nextDeadline
            deliver(.dropped(timestamp: Self.time(time), reason: .outOfBuffers))
        } catch {
            deliver(.dropped(timestamp: Self.time(time), reason: .discontinuity))
        }
    }

    private static func time(_ nanoseconds: Int64) -> CMTime {
        CMTime(value: nanoseconds, timescale: 1_000_000_000)
    }
}
