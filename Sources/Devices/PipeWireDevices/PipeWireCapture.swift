import CaptureEngine
import CoreMedia
import DriverFrames
import LinuxVideo
import Locking
import PipeWire

/// One run of a camera, from the connection to its end.
///
/// | what happens | what becomes of it |
/// | --- | --- |
/// | the camera does not begin within ``firstFrameDeadline`` (it lacks the format, or another program has it in another) | `start` throws `noFrames` |
/// | it begins, and no first frame comes within that time | `.failed(noFrames)` |
/// | another program has it in another size | `deviceInUse` |
/// | another program has it in another pixel format | its pictures are taken |
/// | no further frame for ``stallDeadline`` plus ten frames' duration | `.failed(deviceFailed)` |
/// | it is unplugged, or the daemon ends | `.failed(deviceDisconnected)` |
/// | the permission to use cameras is taken away | `.failed(notAuthorized)` |
/// | the node's numbers skip | `.dropped(discontinuity)` for each one missing |
/// | a frame marked as damaged, too short, or not decodable | `.dropped(discontinuity)` |
/// | no picture free in the pool | `.dropped(outOfBuffers)` |
final class PipeWireCapture: @unchecked Sendable {  // `run` is called once, by one thread, which owns what changes
    private static let firstFrameDeadline: Int64 = 3_000_000_000
    private static let stallDeadline: Int64 = 3_000_000_000

    private struct Progress {
        var start: Result<Void, CaptureError>?
        var isCancelled = false
        /// Whether this program may no longer use the camera.
        var isForbidden = false
        /// While there is a connection.
        var waker: PipeWireConnection.Waker?
    }

    private let registry: PipeWireRegistry
    private let node: PipeWireNode
    private let id: DeviceID
    private let wanted: PipeWireFormat
    private let frameDuration: CMTime
    private let progress = Monitor(Progress())

    private var agreed: PipeWireFormat?
    private var samples: FrameSamples?
    /// Of the first plane, and of the second if there is one.
    private var bytesPerRow = [0]
    private var timing: FrameTiming
    private var lastSequence: UInt64 = 0
    private var hasDelivered = false
    private var deadline: Int64 = 0
    private var end: CaptureError?
    private var deliver: (@Sendable (SourceEvent) -> Void)?

    /// - Throws: `formatUnsupported`.
    init(
        _ camera: PipeWireCamera, of registry: PipeWireRegistry, id: DeviceID, configuration: SourceConfiguration
    ) throws(CaptureError) {
        let format = configuration.format
        let node = camera.node
        guard let fourCC = FourCC(format.native), V4L2Encoding(fourCC) != nil else {
            throw CaptureError(.formatUnsupported, "the camera \(node.description) has no such format", device: id)
        }
        self.registry = registry
        self.node = node
        self.id = id
        let duration = configuration.frameDuration ?? format.frameDurations.first?.lowerBound
        frameDuration = duration ?? CMTime(value: 1, timescale: 30)
        let size = format.description.dimensions
        let fraction = VideoFraction(frameDuration)
        wanted = PipeWireFormat(
            pixelFormat: fourCC.code, width: Int(size.width), height: Int(size.height),
            rate: camera.hasRates(of: fourCC.code)
                ? .init(Int(fraction.denominator), Int(fraction.numerator)) : .init(0, 1))
        timing = FrameTiming(frameDuration: Int64(frameDuration.seconds * 1e9))
    }

    /// Waits until pictures come, or cannot.
    func waitForStart() throws(CaptureError) {
        let result = progress.wait { progress in progress.isCancelled ? .success(()) : progress.start }
        try result?.get()
    }

    /// Ends ``run(_:)``. From any thread.
    func cancel() {
        progress.withLock { progress in
            progress.isCancelled = true
            progress.waker?.wake()
        }
    }

    private func permissionChanged() {
        guard registry.desk?.permission != .granted else { return }
        progress.withLock { progress in
            progress.isForbidden = true
            progress.waker?.wake()
        }
    }

    // MARK: The thread

    func run(_ deliver: @escaping @Sendable (SourceEvent) -> Void) {
        self.deliver = deliver
        deadline = MonotonicClock.shared.now.value + Self.firstFrameDeadline
        do throws(PipeWireError) {
            try receive()
        } catch  where error.kind == .notAllowed {
            fail(.notAuthorized, "the camera \(node.description) cannot be used: \(error.message)", error)
        } catch {
            fail(.deviceDisconnected, "the camera \(node.description) is gone: \(error.message)", error)
        }
        if let end {
            let isStart = progress.withLock { progress in
                defer { progress.start = progress.start ?? .failure(end) }
                return progress.start == nil
            }
            if !isStart { deliver(.failed(end)) }
        }
        self.deliver = nil
    }

    private func receive() throws(PipeWireError) {
        let observation = registry.desk?.observe { [weak self] in self?.permissionChanged() }
        defer { withExtendedLifetime(observation) {} }
        let connection = try registry.connect { [unowned self] event in
            switch event {
            case .ended(let error):
                fail(.deviceDisconnected, "the camera \(node.description) is gone: \(error.message)", error)
            case .removed(node.id):
                let isForbidden = registry.desk.map { $0.look() != .granted } ?? false
                if !isForbidden { fail(.deviceDisconnected, "the camera \(node.description) was disconnected") }
            default: break
            }
        }
        let isCancelled = progress.withLock { progress in
            progress.waker = connection.waker
            return progress.isCancelled
        }
        // Nobody may wake a connection that is gone.
        defer { withExtendedLifetime(connection) { progress.withLock { $0.waker = nil } } }
        if isCancelled { return }
        let stream = try PipeWireStream(connection, from: node.serial, as: wanted) { [unowned self] in note($0) }
        // What the stream tells of its own end is of no interest.
        defer { withExtendedLifetime(stream) { isOver = true } }
        while end == nil, !progress.withLock({ $0.isCancelled }) {
            if progress.withLock({ $0.isForbidden }) {
                let reason = CameraPortalDesk.reason(for: .denied)
                return fail(.notAuthorized, "the camera \(node.description) was taken away: \(reason)")
            }
            let left = deadline - MonotonicClock.shared.now.value
            if left <= 0 { return stall() }
            try connection.run(milliseconds: Int(left / 1_000_000) + 1)
        }
    }

    private var isOver = false

    private func stall() {
        let seconds = Self.stallDeadline / 1_000_000_000
        if hasDelivered {
            fail(.deviceFailed, "the camera \(node.description) stopped: it gave no frame for \(seconds) seconds")
        } else if agreed == nil {
            fail(
                .noFrames,
                "the camera \(node.description) did not begin within \(seconds) seconds; another program may use it in"
                    + " another way, close that one")
        } else {
            fail(.noFrames, "the camera \(node.description) gave no frame within \(seconds) seconds")
        }
    }

    private func fail(_ code: CaptureError.Code, _ message: String, _ cause: (any Error)? = nil) {
        if end == nil { end = CaptureError(code, message, device: id, cause: cause) }
    }

    private func note(_ event: PipeWireStream.Event) {
        guard !isOver, end == nil else { return }
        switch event {
        case .connecting, .paused: break
        case .streaming: progress.withLock { $0.start = $0.start ?? .success(()) }
        case .unconnected: fail(.deviceDisconnected, "the camera \(node.description) was disconnected")
        case .failed(let message):
            fail(.deviceFailed, "the camera \(node.description) cannot be used: PipeWire says \"\(message)\"")
        case .agreed(let format): accept(format)
        case .delivered(let frame): take(frame)
        }
    }

    private func accept(_ format: PipeWireFormat) {
        agreed = format
        samples = nil
        if (format.width, format.height) != (wanted.width, wanted.height) {
            fail(
                .deviceInUse,
                "the camera \(node.description) is used by another program in \(format.width) × \(format.height); close"
                    + " that one, or choose this size")
        } else if V4L2Encoding(FourCC(code: format.pixelFormat)) == nil {
            fail(
                .formatUnsupported,
                "the camera \(node.description) sends pictures in a format that cannot be used here")
        }
    }

    private func take(_ frame: PipeWireFrame) {
        let now = MonotonicClock.shared.now.value
        let sequence = frame.sequence ?? lastSequence &+ 1
        lastSequence = sequence
        let (time, lost) = timing.next(
            monotonic: frame.time, sequence: UInt32(truncatingIfNeeded: sequence), now: now)
        for time in lost { deliver?(.dropped(timestamp: Self.time(time), reason: .discontinuity)) }
        do throws(FrameLoss) {
            if frame.isDamaged { throw .damaged }
            let made = try sample(of: frame, at: Self.time(time))
            hasDelivered = true
            keepWaiting(from: now)
            deliver?(.sample(made))
        } catch .outOfBuffers {
            keepWaiting(from: now)
            deliver?(.dropped(timestamp: Self.time(time), reason: .outOfBuffers))
        } catch {
            deliver?(.dropped(timestamp: Self.time(time), reason: .discontinuity))
        }
    }

    private func keepWaiting(from now: Int64) { deadline = now + Self.stallDeadline + 10 * timing.frameDuration }

    private func sample(of frame: PipeWireFrame, at time: CMTime) throws(FrameLoss) -> CMSampleBuffer {
        let bytesPerRow = frame.planes.prefix(2).map(\.bytesPerRow)
        if samples == nil || bytesPerRow != self.bytesPerRow { samples = try makeSamples(bytesPerRow) }
        guard let samples else { throw .damaged }
        return try samples.frame(frame.planes.map(\.bytes), at: time, for: nil).sample
    }

    private func makeSamples(_ bytesPerRow: [Int]) throws(FrameLoss) -> FrameSamples {
        guard let agreed, let encoding = V4L2Encoding(FourCC(code: agreed.pixelFormat)) else { throw .damaged }
        self.bytesPerRow = bytesPerRow
        let format = VideoFormat(
            pixelFormat: encoding.fourCC, width: agreed.width, height: agreed.height,
            bytesPerRow: bytesPerRow.first ?? 0, chromaBytesPerRow: bytesPerRow.count > 1 ? bytesPerRow[1] : 0,
            colorspace: agreed.colorspace, ycbcrEncoding: agreed.ycbcrEncoding, quantization: agreed.quantization,
            transfer: agreed.transfer)
        guard let made = try? FrameSamples(format: format, encoding: encoding, frameDuration: frameDuration) else {
            throw .outOfBuffers
        }
        return made
    }

    private static func time(_ nanoseconds: Int64) -> CMTime {
        CMTime(value: nanoseconds, timescale: 1_000_000_000)
    }
}
