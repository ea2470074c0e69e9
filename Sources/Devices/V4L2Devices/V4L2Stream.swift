import CaptureEngine
import DriverFrames
import LinuxVideo

/// A camera that is running in one format.
///
/// Used by one thread at a time.
final class V4L2Stream {
    /// What the driver accepted, perhaps after it had refused other ones.
    let attempt: StreamAttempt
    let format: VideoFormat
    let encoding: V4L2Encoding
    let frameDuration: CMTime
    let buffers: DriverBuffers
    private let isForStill: Bool
    private var unpacked: FrameSamples?

    /// Configures the camera and starts it.
    ///
    /// - Parameters:
    ///   - others: the camera's formats, asked for when the driver refuses to start; empty if only `wanted` will do.
    ///   - isForStill: whether only one frame is wanted.
    init(
        _ device: any StreamingDevice, _ wanted: StreamAttempt, others: () -> [SourceFormat], isForStill: Bool = false,
        _ failure: V4L2Failure
    ) throws(CaptureError) {
        try Self.takeSignal(device, failure)
        let started: Started
        do throws(Refusal) {
            started = try Self.start(device, wanted, isForStill: isForStill, failure)
        } catch {
            guard error.isOfStart else { throw error.error }
            var other: Started?
            for attempt in StreamAttempt.list(wanted, among: others()).dropFirst() where other == nil {
                other = try? Self.start(device, attempt, isForStill: isForStill, failure)
            }
            // One that was pulled out refuses everything.
            guard let other else { throw device.isPresent ? error.error : failure.disconnected }
            started = other
        }
        attempt = started.attempt
        encoding = started.encoding
        format = started.format
        frameDuration = started.frameDuration
        buffers = started.buffers
        self.isForStill = isForStill
    }

    private struct Started {
        var attempt: StreamAttempt
        var encoding: V4L2Encoding
        var format: VideoFormat
        var frameDuration: CMTime
        var buffers: DriverBuffers
    }

    private struct Refusal: Error {
        var error: CaptureError
        /// Whether the driver took the format, and then would not start.
        var isOfStart: Bool
    }

    private static func start(
        _ device: any StreamingDevice, _ attempt: StreamAttempt, isForStill: Bool, _ failure: V4L2Failure
    ) throws(Refusal) -> Started {
        let encoding: V4L2Encoding
        let format: VideoFormat
        let duration: CMTime
        do throws(CaptureError) {
            encoding = try Self.encoding(of: attempt.format, failure)
            format = try setFormat(attempt.format, encoding, device, failure)
            duration = try setFrameDuration(attempt.format, attempt.frameDuration, device, failure)
        } catch {
            throw Refusal(error: error, isOfStart: false)
        }
        do throws(Errno) {
            let buffers = try start(device, isForStill: isForStill)
            return Started(
                attempt: attempt, encoding: encoding, format: format, frameDuration: duration, buffers: buffers)
        } catch {
            let isAboutUs = [.busy, .noSuchDevice, .noSuchAddress, .accessDenied, .notPermitted].contains(error)
            throw Refusal(error: failure.starting(error, format), isOfStart: !isAboutUs)
        }
    }

    /// A receiver streams what is at its input; any other device is left as it is.
    private static func takeSignal(_ device: any StreamingDevice, _ failure: V4L2Failure) throws(CaptureError) {
        let signal: VideoSignal?
        do {
            signal = try device.takeSignal()
        } catch {
            throw failure.using(error, "be set to the signal at its input")
        }
        if let error = failure.signal(signal) { throw error }
    }

    /// Turns the driver's frames into samples. Allocating its memory takes milliseconds, so it is made when first
    /// needed; the camera captures its first frame meanwhile.
    func samples(_ failure: V4L2Failure) throws(CaptureError) -> FrameSamples {
        if let unpacked { return unpacked }
        do {
            let new = try FrameSamples(
                format: format, encoding: encoding, frameDuration: frameDuration, isForStill: isForStill)
            unpacked = new
            return new
        } catch {
            throw CaptureError(
                .deviceFailed, "there is no memory for the frames of \(failure.path): \(error)", device: failure.id,
                cause: error)
        }
    }

    /// How many buffers to request, and how many of them the driver keeps.
    ///
    /// A driver needs one to fill and one to fill next, and two can be lent. For a still none is lent, because each
    /// takes time to allocate. PipeWire (pw-v4l2 0.3.65) delivers the first frame only when every buffer has been used
    /// once, 33 ms each, and loses frames when one is not back before the next frame. So it gets few buffers, and none
    /// is lent.
    private static func bufferCounts(_ device: any StreamingDevice, isForStill: Bool) -> (all: Int, reserve: Int) {
        if isForStill { return (2, .max) }
        return device.capability.driver == "PipeWire" ? (3, .max) : (4, 2)
    }

    private static func encoding(
        of format: SourceFormat, _ failure: V4L2Failure
    ) throws(CaptureError) -> V4L2Encoding {
        guard let encoding = FourCC(format.native).flatMap(V4L2Encoding.init) else {
            throw failure.error(.formatUnsupported, "\(failure.path) has no pixel format \(format.native)", nil)
        }
        return encoding
    }

    private static func setFormat(
        _ wanted: SourceFormat, _ encoding: V4L2Encoding, _ device: any StreamingDevice, _ failure: V4L2Failure
    ) throws(CaptureError) -> VideoFormat {
        let size = CMVideoFormatDescriptionGetDimensions(wanted.description)
        let (width, height) = (Int(size.width), Int(size.height))
        let format: VideoFormat
        do {
            format = try device.setFormat(encoding.fourCC, width: width, height: height)
        } catch {
            throw failure.using(error, "be set to \(encoding.fourCC) \(width) × \(height)")
        }
        if let error = failure.fields(format.fields) { throw error }
        guard format.pixelFormat == encoding.fourCC, format.width == width, format.height == height else {
            throw failure.error(
                .formatUnsupported,
                "\(failure.path) does not accept \(encoding.fourCC) \(width) × \(height), only "
                    + "\(format.pixelFormat) \(format.width) × \(format.height)", nil)
        }
        return format
    }

    private static func setFrameDuration(
        _ format: SourceFormat, _ duration: CMTime?, _ device: any StreamingDevice, _ failure: V4L2Failure
    ) throws(CaptureError) -> CMTime {
        let wanted = duration ?? format.frameDurations.first?.lowerBound ?? CMTime(value: 1, timescale: 30)
        do {
            let set = try device.setInterval(VideoFraction(wanted))
            return set.isValid ? CMTime(set) : wanted
        } catch {
            if [.busy, .noSuchDevice, .noSuchAddress].contains(error) {
                throw failure.using(error, "be set to a frame rate")
            }
            // A receiver has its signal's rate, and a USB camera may stall at the request and stream nevertheless.
            guard let set = try? device.interval(), set.isValid else { return wanted }
            return CMTime(set)
        }
    }

    private static func start(_ device: any StreamingDevice, isForStill: Bool) throws(Errno) -> DriverBuffers {
        let (count, reserve) = bufferCounts(device, isForStill: isForStill)
        let stream = try device.allocate(bufferCount: count)
        do {
            try stream.start()
        } catch {
            // While there are buffers, no other format can be set.
            stream.stop()
            throw error
        }
        return DriverBuffers(stream, reserve: reserve)
    }
}
