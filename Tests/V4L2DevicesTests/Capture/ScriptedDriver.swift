import CaptureEngine
import Glibc
import LinuxVideo
import Locking

@testable import V4L2Devices

/// A driver that answers each call as its script says. Time passes only while somebody waits for a frame.
final class ScriptedDriver: StreamingDevice {
    /// What a wait for a frame ends with.
    enum Step {
        /// A filled buffer: all bytes have this value.
        case frame(level: UInt8 = 100)
        /// The driver marked it as damaged.
        case damaged
        /// A buffer without bytes.
        case empty
        /// "Ready", and then an error from dequeuing.
        case error(Errno)
        /// The same, and the device was pulled out.
        case lastError(Errno)
        /// The device was pulled out: every call fails from here on.
        case pulledOut
        /// The driver tells that a receiver has another signal.
        case sourceChanged
        /// Nothing comes until the timeout has passed.
        case silence
        /// The program wants to end the stream.
        case woken
    }

    /// The calls that a script can make fail.
    enum Call: Equatable {
        case takeSignal, setFormat, setInterval, allocate, start, queue
    }

    struct Failure {
        var call: Call
        var format: String
        var error: Errno
        /// How many calls succeed before.
        var skips: Int
        var pullsOut: Bool
    }

    struct State {
        var steps: [String: [Step]] = [:]
        var failures: [Failure] = []
        var format = VideoFormat(pixelFormat: FourCC("YUYV")!, width: 0, height: 0)
        var isPresent = true
        /// The streams that were started, as "YUYV 64 × 48".
        var streams: [String] = []
        var stopCount = 0
        var returned = 0
        /// What a receiver sees at its input, look by look; the last one stays. Empty for a camera.
        var signals: [VideoSignal] = []
        var signalSize: (width: Int, height: Int)?
        /// The frame duration until one is set; `nil` if the driver has none.
        var interval: VideoFraction?
        /// What has not been taken yet.
        var events: VideoEvents = []
        /// How many times the program has waited without a stream, and what ends such a wait.
        var pauseCount = 0
        var pauseEnd: VideoStream.Readiness = []
    }

    let clock = ManualClock(now: CMTime(value: 1_000_000_000_000, timescale: 1_000_000_000))
    let capability = VideoCapability(driver: "scripted", card: "Camera", bus: "usb-1", flags: [.capture, .streaming])
    let state = Mutex(State())

    /// Where the driver hangs: when a format is set, or when its stream is started or stopped.
    enum Hang { case never, atFormat, atStart, atStop, now }
    let hang = Monitor(Hang.never)

    /// - Parameter steps: for each stream by its format, `YUYV 64 × 48`; a stream whose steps are over is woken.
    init(_ steps: [String: [Step]]) { state.withLock { $0.steps = steps } }

    /// Makes a call in a format fail, once.
    ///
    /// - Parameters:
    ///   - skips: how many calls succeed before.
    ///   - pullsOut: whether it fails because the device is being pulled out.
    func fail(_ call: Call, _ format: String, with error: Errno, after skips: Int = 0, pullsOut: Bool = false) {
        let failure = Failure(call: call, format: format, error: error, skips: skips, pullsOut: pullsOut)
        state.withLock { $0.failures.append(failure) }
    }

    private func check(_ call: Call, _ format: String = "") throws(Errno) {
        let error = state.withLock { state -> Errno? in
            if !state.isPresent { return .noSuchDevice }
            guard let index = state.failures.firstIndex(where: { $0.call == call && $0.format == format }) else {
                return nil
            }
            if state.failures[index].skips > 0 {
                state.failures[index].skips -= 1
                return nil
            }
            let failure = state.failures.remove(at: index)
            if failure.pullsOut { state.isPresent = false }
            return failure.error
        }
        if let error { throw error }
    }

    private func mayHang(_ place: Hang) {
        hang.withLock { if $0 == place { $0 = .now } }
        // Longer than any test that is not broken.
        _ = hang.wait(timeout: .seconds(60)) { $0 == .now ? nil : true }
    }

    // MARK: The device

    var isPresent: Bool { state.withLock { $0.isPresent } }

    func watchSource() {}

    func takeEvents() -> VideoEvents {
        state.withLock { state in
            defer { state.events = [] }
            return state.events
        }
    }

    func takeSignal() throws(Errno) -> VideoSignal? {
        try check(.takeSignal)
        return state.withLock { state in
            guard let signal = state.signals.first else { return nil }
            if state.signals.count > 1 { state.signals.removeFirst() }
            // A receiver has no other size than its signal's.
            if case .present(let width, let height) = signal { state.signalSize = (width, height) }
            return signal
        }
    }

    func pause(wake: Int32, milliseconds: Int) throws(Errno) -> VideoStream.Readiness {
        clock.advance(by: CMTime(value: Int64(milliseconds) * 1_000_000, timescale: 1_000_000_000))
        return state.withLock { state in
            state.pauseCount += 1
            return state.pauseEnd
        }
    }

    func setFormat(_ pixelFormat: FourCC, width: Int, height: Int) throws(Errno) -> VideoFormat {
        mayHang(.atFormat)
        let size = state.withLock { $0.signalSize } ?? (width: width, height: height)
        let row = pixelFormat == FourCC("YUYV") ? 2 * size.width : size.width
        let format = VideoFormat(
            pixelFormat: pixelFormat, width: size.width, height: size.height, bytesPerRow: row,
            sizeImage: 2 * size.width * size.height)
        try check(.setFormat, format.name)
        state.withLock { $0.format = format }
        return format
    }

    func setInterval(_ interval: VideoFraction) throws(Errno) -> VideoFraction {
        try check(.setInterval)
        return interval
    }

    func allocate(bufferCount: Int) throws(Errno) -> any BufferQueue {
        let format = state.withLock { $0.format }
        try check(.allocate, format.name)
        return Stream(self, format, bufferCount: bufferCount)
    }

    func pixelFormats() -> [FourCC] { [] }
    func firstPixelFormat<Found>(_ body: (FourCC) -> Found?) -> Found? { nil }
    func sizes(of pixelFormat: FourCC) -> [VideoFrameSize] { [] }
    func intervals(of pixelFormat: FourCC, width: Int, height: Int) -> [VideoFrameInterval] { [] }
    func format() throws(Errno) -> VideoFormat { state.withLock { $0.format } }
    func tryFormat(_ pixelFormat: FourCC, width: Int, height: Int) throws(Errno) -> VideoFormat { try format() }
    func interval() throws(Errno) -> VideoFraction {
        guard let interval = state.withLock({ $0.interval }) else { throw .invalid }
        return interval
    }

    func controlRange(_ id: UInt32) -> VideoControl? { nil }
    func control(_ id: UInt32) -> Int32? { nil }
    func setControl(_ id: UInt32, _ value: Int32) throws(Errno) { throw .invalid }
    func watchControl(_ id: UInt32) -> Bool { false }
    func menu(_ id: UInt32) -> [Int32: Int64] { [:] }

    // MARK: A stream

    private final class Stream: BufferQueue, @unchecked Sendable {  // one thread at a time uses the memory
        let buffers: [VideoStream.Buffer]
        private let driver: ScriptedDriver
        private let format: VideoFormat
        private let memory: [UnsafeMutableRawBufferPointer]
        private let current = Mutex<Step?>(nil)
        private let count = Mutex<UInt32>(0)
        /// How many buffers it has to fill.
        private let queuedCount: Mutex<Int>

        init(_ driver: ScriptedDriver, _ format: VideoFormat, bufferCount: Int) {
            self.driver = driver
            self.format = format
            queuedCount = Mutex(bufferCount)
            memory = (0..<bufferCount).map { _ in .allocate(byteCount: format.sizeImage, alignment: 64) }
            buffers = memory.enumerated().map { VideoStream.Buffer($0, areas: [$1]) }
        }

        private static func time(milliseconds: Int64) -> CMTime {
            CMTime(value: milliseconds * 1_000_000, timescale: 1_000_000_000)
        }

        deinit { for area in memory { area.deallocate() } }

        func start() throws(Errno) {
            driver.mayHang(.atStart)
            try driver.check(.start, format.name)
            driver.state.withLock { $0.streams.append(format.name) }
        }

        func stop() {
            driver.state.withLock { $0.stopCount += 1 }
            driver.mayHang(.atStop)
        }

        func queue(_ buffer: VideoStream.Buffer) throws(Errno) {
            try driver.check(.queue, format.name)
            queuedCount.withLock { $0 += 1 }
            driver.state.withLock { $0.returned += 1 }
        }

        func wait(wake: Int32, timeoutMilliseconds: Int) throws(Errno) -> VideoStream.Readiness {
            let step = driver.state.withLock { state -> Step in
                if !state.isPresent { return .pulledOut }
                guard state.steps[format.name]?.isEmpty == false else { return .woken }
                if queuedCount.withLock({ $0 == 0 }) { return .silence }
                return state.steps[format.name]!.removeFirst()
            }
            current.withLock { $0 = step }
            switch step {
            case .woken: return .woken
            case .silence:
                driver.clock.advance(by: Self.time(milliseconds: Int64(timeoutMilliseconds)))
                return []
            case .pulledOut:
                driver.state.withLock { $0.isPresent = false }
                return .broken
            case .error, .lastError: return .broken
            case .sourceChanged:
                driver.state.withLock { $0.events = .sourceChanged }
                return .event
            case .frame, .damaged, .empty:
                driver.clock.advance(by: Self.time(milliseconds: 40))
                return .frame
            }
        }

        func dequeue() throws(Errno) -> VideoStream.Frame {
            guard let step = current.withLock({ $0 }), driver.isPresent else { throw .noSuchDevice }
            if case .error(let error) = step { throw error }
            if case .lastError(let error) = step {
                driver.state.withLock { $0.isPresent = false }
                throw error
            }
            queuedCount.withLock { $0 -= 1 }
            // Each stream counts from 0.
            let sequence = count.withLock { count in
                defer { count += 1 }
                return count
            }
            var frame = VideoStream.Frame(
                buffer: buffers[0], ranges: [0..<format.sizeImage], sequence: sequence,
                monotonicNanoseconds: driver.clock.now.value, isDamaged: false)
            switch step {
            case .frame(let level): memset(memory[0].baseAddress!, Int32(level), format.sizeImage)
            case .damaged: frame.isDamaged = true
            case .empty: frame.ranges = [0..<0]
            default: throw .tryAgain
            }
            return frame
        }
    }
}

extension VideoFormat {
    fileprivate var name: String { "\(pixelFormat) \(width) × \(height)" }
}
