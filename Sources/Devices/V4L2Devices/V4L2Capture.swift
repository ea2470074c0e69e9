import CaptureEngine
import DriverFrames
import LinuxVideo
import Locking

/// One run of a camera, from the open device to its end.
///
/// | what happens | what becomes of it |
/// | --- | --- |
/// | no first usable frame within ``firstFrameDeadline`` plus a frame's duration | `.failed(noFrames)` |
/// | no further frame for ``stallDeadline`` plus ten frames' duration | `.failed(deviceFailed)` |
/// | the driver refuses to start | less bandwidth, see ``StreamAttempt`` |
/// | a still in another format fails | the stream's frame for the photo, and the stream goes on |
/// | a receiver's signal changed | starts again if it has the same size, otherwise `.failed` |
/// | a receiver's signal is missing or not stable | waits for it until ``signalDeadline``, then `.failed(noFrames)` |
/// | poll reports an error, ENODEV | `.failed(deviceDisconnected)` |
/// | poll reports an error, EIO | starts again, three times without a frame; then `.failed(deviceFailed)` |
/// | poll reports an error, any other | `.failed(deviceFailed)` |
/// | the driver does not take its buffers back | offered again every 20 ms, until one of the deadlines above |
/// | EAGAIN although poll said ready (seen with pw-v4l2 0.3.65) | waits a millisecond, asks again |
/// | the driver's sequence numbers skip | `.dropped(discontinuity)` for each one missing |
/// | a frame marked as damaged, too short, or not decodable | `.dropped(discontinuity)` |
/// | no picture free in the pool | `.dropped(outOfBuffers)` |
final class V4L2Capture: @unchecked Sendable {  // `run` is called once, by one thread, which owns what changes
    static let firstFrameDeadline: Int64 = 3_000_000_000
    static let stallDeadline: Int64 = 3_000_000_000

    let wake: WakePipe
    let stills = StillQueue()
    /// The depth that is wanted with the frames.
    let depth: Mutex<DepthRequest?>
    private var depthPace = DepthPace()
    private var depthSamples = DepthSamples()
    /// `nil` for a camera without controls.
    let adjustment: V4L2Adjustment?
    let failure: V4L2Failure
    let device: any StreamingDevice
    private let clock: any CaptureClock
    let configuration: SourceConfiguration
    let formats: [SourceFormat]
    var stream: V4L2Stream
    var timing: FrameTiming
    /// On the monotonic clock; without a frame by then, the camera has failed.
    var deadline: Int64
    private var hasDelivered = false
    /// Whether a photo may be made of the stream's frames.
    private var firstFrames: FirstFrames
    /// Whether a receiver has another signal than that of the stream, perhaps none.
    var isSourceChanged = false
    /// How many times the stream was started again since its last frame.
    var restartsInARow = 0
    /// Whether a still has ended the stream.
    var isPausedForStill = false
    /// Why the stream did not restart after a still.
    var restartFailure: CaptureError?
    /// The reason is said only once.
    var hasSaidWhyStillsFail = false
    /// The last frame before a still that paused the stream; `nil` once the stream is back.
    var lastFrameBeforeStill: CMTime?

    /// Configures an open device and starts it.
    ///
    /// - Parameter clock: counts the deadlines, and tells when frames arrive; in nanoseconds.
    init(
        _ camera: DeviceDescription, on device: any StreamingDevice, _ failure: V4L2Failure,
        configuration: SourceConfiguration, depth: DepthRequest?, clock: any CaptureClock = MonotonicClock.shared
    ) throws(CaptureError) {
        self.depth = Mutex(depth)
        self.failure = failure
        self.device = device
        self.clock = clock
        wake = try WakePipe()
        self.configuration = configuration
        formats = camera.formats
        device.watchSource()
        stream = try V4L2Stream(
            device, StreamAttempt(format: configuration.format, frameDuration: configuration.frameDuration),
            others: { camera.formats }, failure)
        let hasControls = camera.capabilities != CameraCapabilities()
        adjustment =
            hasControls
            ? V4L2Adjustment(V4L2Controls(device), configuration.settings, frameDuration: stream.frameDuration) : nil
        adjustment?.adjust(configuration.settings)
        firstFrames = FirstFrames(mayBeDark: Self.mayBeDark(device))
        timing = FrameTiming(frameDuration: Int64(stream.frameDuration.seconds * 1e9))
        deadline = clock.now.value + Self.firstFrameDeadline + timing.frameDuration
        stills.open()
    }

    static func open(_ path: String, _ nodes: OpenNodes, _ failure: V4L2Failure) throws(CaptureError) -> VideoDevice {
        let device: VideoDevice
        do {
            device = try nodes.open(path)
        } catch {
            throw failure.opening(error)
        }
        if let reason = NodeRole(device.capability).reason { throw failure.notACamera(reason) }
        return device
    }

    /// When a stream that starts now must have delivered its first frame.
    var firstFrameDeadline: Int64 { now + Self.firstFrameDeadline + timing.frameDuration }

    /// In nanoseconds.
    var now: Int64 { clock.now.value }

    // MARK: Running

    /// Delivers until it is woken or the camera fails.
    func run(_ deliver: @Sendable (SourceEvent) -> Void) {
        var end: CaptureError?
        do throws(CaptureError) {
            while try step(try stream.samples(failure), deliver) {}
        } catch {
            end = error
        }
        stream.buffers.end()
        stills.close(
            end
                ?? CaptureError(
                    .interrupted, "\(failure.path) was stopped before the photo was taken", device: failure.id))
        if let end { deliver(.failed(end)) }
    }

    /// Ends what nobody waits for anymore, without having run. On the thread that made it.
    func discard(within timeout: Duration) {
        stream.buffers.end()
        _ = adjustment?.close(within: timeout)
    }

    /// Waits for one frame and delivers it.
    ///
    /// - Returns: `false` if it was woken to end.
    private func step(
        _ samples: FrameSamples, _ deliver: (SourceEvent) -> Void
    ) throws(CaptureError) -> Bool {
        if isSourceChanged { return try startAgain() }
        let arrival: Arrival
        do throws(CaptureError) {
            arrival = try nextFrame(of: stream, until: deadline)
        } catch {
            guard try mayRestart(after: error) else { throw error }
            return try startAgain()
        }
        switch arrival {
        case .woken: return false
        case .nothing: return true
        case .frame(let frame, let mayKeep):
            take(frame, mayKeep: mayKeep, samples, deliver)
            if let restartFailure { throw restartFailure }
            return true
        }
    }

    enum Arrival {
        case frame(VideoStream.Frame, mayKeep: Bool)
        case woken
        case nothing
    }

    /// - Throws: if the camera is gone or broken, or the deadline has passed.
    func nextFrame(of stream: V4L2Stream, until deadline: Int64) throws(CaptureError) -> Arrival {
        let left = deadline - now
        if left <= 0 { throw stalled }
        do {
            let pause = stream.buffers.offerAgain() ? min(left, DriverBuffers.offerPause) : left
            let timeout = Int(pause / 1_000_000) + 1
            let readiness = try stream.buffers.stream.wait(wake: wake.readEnd, timeoutMilliseconds: timeout)
            if readiness.contains(.woken) { return .woken }
            if readiness.contains(.event) { follow(device.takeEvents()) }
            if isSourceChanged || readiness.isDisjoint(with: [.frame, .broken]) { return .nothing }
            let (frame, mayKeep) = try stream.buffers.dequeue()
            return .frame(frame, mayKeep: mayKeep)
        } catch .tryAgain {
            return try pause() ? .nothing : .woken
        } catch .noSuchDevice {
            throw failure.disconnected
        } catch {
            throw failure.using(error, "deliver a frame")
        }
    }

    private func follow(_ events: VideoEvents) {
        if events.contains(.sourceChanged) { isSourceChanged = true }
        if events.contains(.controlChanged) { adjustment?.read() }
    }

    /// After a false "ready": a device that is gone reports nothing else; one that is there gets a millisecond.
    private func pause() throws(CaptureError) -> Bool {
        guard device.isPresent else { throw failure.disconnected }
        let readiness = try? device.pause(wake: wake.readEnd, milliseconds: 1)
        return readiness?.contains(.woken) != true
    }

    private var stalled: CaptureError {
        if adjustment?.controls.isCovered == true {
            return failure.error(
                .deviceFailed, "the camera \(failure.path) gives no frame: its privacy shutter is closed, open it", nil)
        }
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
        let now = now
        let (time, lost) = timing.next(monotonic: frame.monotonicNanoseconds, sequence: frame.sequence, now: now)
        for time in lost {
            deliver(.dropped(timestamp: Self.time(time), reason: .discontinuity))
            if isDepthDue(at: time) { deliver(.depthDropped(timestamp: Self.time(time), reason: .discontinuity)) }
        }
        let wantsDepth = isDepthDue(at: time)
        let nextDeadline = now + Self.stallDeadline + 10 * timing.frameDuration
        do throws(FrameLoss) {
            let made = try samples.frame(
                frame, at: Self.time(time), from: stream.buffers, mayKeep: mayKeep, for: stills.next,
                wantsDepth: wantsDepth)
            let isSettled = firstFrames.isSettled(made.sample.brightness)
            made.sample.conditions = adjustment?.conditionsOfNextFrame(
                made.sample.imageBuffer, takenAt: frame.monotonicNanoseconds)
            if let last = lastFrameBeforeStill {
                made.sample.pauseForStill = made.sample.presentationTimeStamp - last
                lastFrameBeforeStill = nil
            }
            hasDelivered = true
            restartsInARow = 0
            deadline = nextDeadline
            deliver(.sample(made.sample))
            if wantsDepth { deliver(depthEvent(made)) }
            if !isSettled { return }
            stills.makeNext { (request) throws(CaptureError) in try still(request, streamed: made) }
            // Only now, because nobody waits for the stream: a photo is made while the camera starts again.
            resumeStream()
        } catch .outOfBuffers {
            // This is not the camera's fault.
            deadline = nextDeadline
            deliver(.dropped(timestamp: Self.time(time), reason: .outOfBuffers))
            if wantsDepth { deliver(.depthDropped(timestamp: Self.time(time), reason: .outOfBuffers)) }
        } catch {
            deliver(.dropped(timestamp: Self.time(time), reason: .discontinuity))
            if wantsDepth { deliver(.depthDropped(timestamp: Self.time(time), reason: .discontinuity)) }
        }
    }

    private func isDepthDue(at time: Int64) -> Bool {
        guard let request = depth.withLock({ $0 }) else { return false }
        return depthPace.takes(Self.time(time), request, frameDuration: stream.frameDuration)
    }

    private func depthEvent(_ frame: CameraFrame) -> SourceEvent {
        let (time, duration) = (frame.sample.presentationTimeStamp, stream.frameDuration)
        guard let map = frame.depth, let sample = depthSamples.sample(map, at: time, duration: duration) else {
            return .depthDropped(timestamp: time, reason: .outOfBuffers)
        }
        return .depth(sample)
    }

    /// Whether the first frames of a stream that starts now may be too dark for a photo.
    static func mayBeDark(_ device: any StreamingDevice) -> Bool {
        FirstFrames.mayBeDark(device.capability.driver, exposureMode: device.control(V4L2ControlID.exposureAuto))
    }

    static func time(_ nanoseconds: Int64) -> CMTime {
        CMTime(value: nanoseconds, timescale: 1_000_000_000)
    }
}
