import CaptureEngine
import CoreMedia
import CoreVideo
import Locking

/// A device whose samples are all made by a test.
package final class FakeSource: FrameSource {
    private struct State {
        var deliver: (@Sendable (SourceEvent) -> Void)?
        var startCount = 0
        var stopCount = 0
        var startError: CaptureError?
        var configuration: SourceConfiguration?
    }

    package let id: DeviceID
    private let state = Mutex(State())

    package init(_ id: DeviceID) {
        self.id = id
    }

    package var isStarted: Bool { state.withLock { $0.deliver != nil } }
    package var startCount: Int { state.withLock { $0.startCount } }
    package var stopCount: Int { state.withLock { $0.stopCount } }
    package var configuration: SourceConfiguration? { state.withLock { $0.configuration } }

    /// Makes the next `start` fail.
    package func failNextStart(_ error: CaptureError) {
        state.withLock { $0.startError = error }
    }

    package func start(
        _ configuration: SourceConfiguration, deliver: @escaping @Sendable (SourceEvent) -> Void
    ) throws(CaptureError) {
        let error = state.withLock { state -> CaptureError? in
            if let error = state.startError {
                state.startError = nil
                return error
            }
            state.startCount += 1
            state.configuration = configuration
            state.deliver = deliver
            return nil
        }
        if let error { throw error }
    }

    package func stop() {
        state.withLock { state in
            if state.deliver != nil { state.stopCount += 1 }
            state.deliver = nil
        }
    }

    /// Delivers on the calling thread; does nothing if the source is stopped.
    package func send(_ event: SourceEvent) {
        state.withLock { $0.deliver }?(event)
    }

    /// Delivers a small gray frame.
    package func sendFrame(at time: CMTime, duration: CMTime = CMTime(value: 1, timescale: 30)) {
        send(.sample(FakeMedia.frame(at: time, duration: duration)))
    }
}

/// Devices that a test makes up.
package final class FakeBackend: DeviceBackend {
    package let scheme = "fake"
    private let sources: [String: FakeSource]
    private let descriptions: [DeviceDescription]
    private let handlers = Mutex<[@Sendable () -> Void]>([])

    /// - Parameters:
    ///   - names: one source each; a name that begins with "mic" is a microphone.
    ///   - traits: those of all of them.
    package init(_ names: [String], traits: DeviceTraits = []) {
        descriptions = names.map { name in
            var description = FakeMedia.device(name)
            description.traits = traits
            return description
        }
        sources = Dictionary(uniqueKeysWithValues: descriptions.map { ($0.id.name, FakeSource($0.id)) })
    }

    package subscript(name: String) -> FakeSource {
        guard let source = sources[name] else { preconditionFailure("no fake called \(name)") }
        return source
    }

    package func devices() -> [DeviceDescription] { descriptions }

    package func device(named name: String) throws(CaptureError) -> DeviceDescription {
        guard let device = descriptions.first(where: { $0.id.name == name }) else {
            throw CaptureError(.deviceNotFound, "There is no fake called \(name)")
        }
        return device
    }

    package func source(for device: DeviceDescription) throws(CaptureError) -> any FrameSource {
        self[device.id.name]
    }

    package func onChange(_ handler: @escaping @Sendable () -> Void) {
        handlers.withLock { $0.append(handler) }
    }

    /// As if something had come or gone.
    package func tellOfAChange() {
        for handler in handlers.withLock({ $0 }) { handler() }
    }
}

/// Small samples and descriptions.
package enum FakeMedia {
    package static let size = CMVideoDimensions(width: 16, height: 8)

    package static func device(_ name: String) -> DeviceDescription {
        let isMicrophone = name.hasPrefix("mic")
        let format = SourceFormat(
            description: isMicrophone ? soundFormat : pictureFormat, native: isMicrophone ? "S16" : "NV12",
            frameDurations: isMicrophone ? [] : [CMTime(value: 1, timescale: 60)...CMTime(value: 1, timescale: 1)],
            index: 0)
        return DeviceDescription(
            id: DeviceID(scheme: "fake", name: name), kind: isMicrophone ? .microphone : .camera, name: name,
            module: isMicrophone ? .microphone : .external, formats: [format], isPhysical: false)
    }

    package static let pictureFormat = makeFrame().format

    package static let soundFormat: CMFormatDescription = {
        var sound = AudioStreamBasicDescription(
            mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 2,
            mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1, mBitsPerChannel: 16, mReserved: 0)
        var format: CMAudioFormatDescription?
        CMAudioFormatDescriptionCreate(
            allocator: nil, asbd: &sound, layoutSize: 0, layout: nil, magicCookieSize: 0, magicCookie: nil,
            extensions: nil, formatDescriptionOut: &format)
        guard let format else { preconditionFailure("no sound format") }
        return format
    }()

    package static func frame(at time: CMTime, duration: CMTime) -> CMSampleBuffer {
        let (buffer, format) = makeFrame()
        return CMSampleBuffer.frame(buffer, format: format, presentationTimeStamp: time, duration: duration)
    }

    /// 20 ms of silence.
    package static func sound(at time: CMTime) -> CMSampleBuffer {
        CMSampleBuffer.sound(
            CMBlockBuffer(count: 1920), format: soundFormat, numSamples: 960, presentationTimeStamp: time)
    }

    private static func makeFrame() -> (buffer: CVPixelBuffer, format: CMFormatDescription) {
        var buffer: CVPixelBuffer?
        CVPixelBufferCreate(
            nil, Int(size.width), Int(size.height), kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, nil, &buffer)
        guard let buffer, let format = try? CMFormatDescription(imageBuffer: buffer) else {
            preconditionFailure("no memory for a frame of 16 x 8")
        }
        return (buffer, format)
    }
}

/// Remembers everything that reaches it.
package final class CollectingSink: FrameSink {
    package enum Event: Equatable {
        case sample(CMTime)
        case missed(CMTime, DropReason)
        case ended(CaptureError.Code?)
    }

    private let collected = Monitor<[Event]>([])

    package init() {}

    package var events: [Event] { collected.withLock { $0 } }

    package func consume(_ sample: CMSampleBuffer, from route: CaptureGraph.Route) {
        collected.withLock { $0.append(.sample(sample.presentationTimeStamp)) }
    }

    package func missedFrame(at timestamp: CMTime, reason: DropReason, from route: CaptureGraph.Route) {
        collected.withLock { $0.append(.missed(timestamp, reason)) }
    }

    package func routeEnded(_ route: CaptureGraph.Route, error: CaptureError?) {
        collected.withLock { $0.append(.ended(error?.code)) }
    }
}

/// Surroundings of which nothing is known.
package final class Nowhere: Surroundings {
    package init() {}
}
