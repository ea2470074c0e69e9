import CaptureEngine
import SimulatedDevices
import TestSupport
import Testing

/// What a test needs to know about a frame once its buffer is gone.
struct FrameNote: Sendable, Equatable {
    var time: CMTime
    var reading: SceneReader.Reading?
    /// A sum over all bytes: equal for equal pictures.
    var checksum: UInt64
    var pixelFormat: OSType
    var width: Int
    var height: Int

    init?(_ event: SourceEvent) {
        guard case .sample(let sample) = event, let frame = CMSampleBufferGetImageBuffer(sample) else { return nil }
        time = CMSampleBufferGetPresentationTimeStamp(sample)
        reading = SceneReader.read(frame)
        checksum = Self.checksum(frame)
        pixelFormat = CVPixelBufferGetPixelFormatType(frame)
        width = CVPixelBufferGetWidth(frame)
        height = CVPixelBufferGetHeight(frame)
    }

    /// Every fourth row, word by word, which is fast enough for a debug build.
    private static func checksum(_ frame: CVPixelBuffer) -> UInt64 {
        frame.withPlanes { planes in
            var sum: UInt64 = 0
            for plane in planes {
                for row in stride(from: 0, to: plane.height, by: 4) {
                    let words = (plane.base + row * plane.bytesPerRow).assumingMemoryBound(to: UInt64.self)
                    for column in stride(from: 0, to: plane.width / 8, by: 2) { sum = sum &* 31 &+ words[column] }
                }
            }
            return sum
        }
    }
}

/// A phone on a clock that stands still, and one of its cameras.
struct Bench {
    let clock = ManualClock()
    let phone: SimulatedPhone

    init() {
        phone = SimulatedPhone(clock: clock)
    }

    func camera(
        _ name: String = "back", width: Int32 = 640,
        pixelFormat: OSType = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
        framesPerSecond: Int32 = 30
    ) throws -> (source: any FrameSource, configuration: SourceConfiguration) {
        let device = try phone.device(named: name)
        let format = try #require(
            device.formats.first {
                $0.description.dimensions.width == width && $0.description.mediaSubType.rawValue == pixelFormat
            })
        return (
            try phone.source(for: device),
            SourceConfiguration(format: format, frameDuration: CMTime(value: 1, timescale: framesPerSecond))
        )
    }

    /// Advances by this many frames of 1/30 s, and a little more, because their times are rounded to nanoseconds.
    func advance(frames: Int) {
        clock.advance(by: CMTime(value: Int64(frames), timescale: 30) + CMTime(value: 1, timescale: 1000))
    }

    /// The frames of a camera's first second, and one more.
    func secondOfFrames(_ name: String = "back", width: Int32 = 640) throws -> [FrameNote] {
        let (source, configuration) = try camera(name, width: width)
        let recorder = SourceRecorder { FrameNote($0) }
        try source.start(configuration, deliver: recorder.deliver)
        clock.advance(by: CMTime(value: 1, timescale: 1))
        defer { source.stop() }
        return recorder.wait(for: 31)
    }
}

struct SimulatedCameraTests {
    @Test func framesAreTheSameInEveryRun() throws {
        let first = try Bench().secondOfFrames()
        let second = try Bench().secondOfFrames()
        #expect(first.count == 31)
        #expect(first == second)
        #expect(Set(first.map(\.checksum)).count == 31, "each frame differs from the others")
    }

    @Test func timestampsLieOnTheExactGridOfTheFrameRate() throws {
        let bench = Bench()
        let (source, configuration) = try bench.camera(framesPerSecond: 7)
        let recorder = SourceRecorder { FrameNote($0) }
        try source.start(configuration, deliver: recorder.deliver)
        bench.clock.advance(by: CMTime(value: 10, timescale: 1))
        let frames = recorder.wait(for: 71)
        source.stop()
        for (number, frame) in frames.enumerated() {
            let exact = CMTime(value: Int64(number), timescale: 7)
            #expect(frame.time == exact.convertScale(1_000_000_000, method: .default))
        }
        #expect(frames.count == 71)
    }

    @Test func noFrameComesBeforeItIsDue() throws {
        let bench = Bench()
        let (source, configuration) = try bench.camera(framesPerSecond: 25)
        let recorder = SourceRecorder { event in FrameNote(event).map { ($0.time, bench.clock.now) } }
        try source.start(configuration, deliver: recorder.deliver)
        for step in 1...10 {
            bench.clock.advance(by: CMTime(value: 20, timescale: 1000))
            _ = recorder.wait(for: step / 2 + 1)
        }
        source.stop()
        #expect(recorder.all.count == 6)
        #expect(recorder.all.allSatisfy { $0.0 <= $0.1 })
    }

    @Test(arguments: [Int32(640), 1280, 1920, 3840, 4032])
    func blocksHoldFrameNumberAndTimeInEveryFormat(width: Int32) throws {
        for pixelFormat in [
            kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
        ] {
            let bench = Bench()
            let (source, configuration) = try bench.camera(width: width, pixelFormat: pixelFormat)
            let recorder = SourceRecorder { FrameNote($0) }
            try source.start(configuration, deliver: recorder.deliver)
            bench.clock.advance(by: CMTime(value: 200, timescale: 1000))
            let frames = recorder.wait(for: 7)
            source.stop()
            #expect(frames.map(\.pixelFormat) == Array(repeating: pixelFormat, count: 7))
            #expect(frames.map { $0.reading?.frameNumber } == [0, 1, 2, 3, 4, 5, 6])
            #expect(frames.map { $0.reading?.milliseconds } == [0, 33, 66, 100, 133, 166, 200])
            #expect(frames.map { $0.reading?.orientation } == Array(repeating: .upright, count: 7))
        }
    }

    @Test func theSceneFlashesForATenthOfEachSecond() throws {
        let frames = try Bench().secondOfFrames()
        let lit = frames.indices.filter { frames[$0].reading?.isFlashOn == true }
        #expect(lit == [0, 1, 2, 30])
    }

    @Test func everyFrameSaysItsColor() throws {
        let bench = Bench()
        let (source, configuration) = try bench.camera()
        let recorder = SourceRecorder { event -> [String?]? in
            guard case .sample(let sample) = event, let frame = CMSampleBufferGetImageBuffer(sample) else { return nil }
            let keys = [
                kCVImageBufferYCbCrMatrixKey, kCVImageBufferColorPrimariesKey, kCVImageBufferTransferFunctionKey,
            ]
            return keys.map { CVBufferCopyAttachment(frame, $0, nil) as? String }
        }
        try source.start(configuration, deliver: recorder.deliver)
        let color = recorder.wait(for: 1).first
        source.stop()
        #expect(
            color == [
                kCVImageBufferYCbCrMatrix_ITU_R_709_2, kCVImageBufferColorPrimaries_ITU_R_709_2,
                kCVImageBufferTransferFunction_ITU_R_709_2,
            ])
    }

    @Test func theCamerasSeeTheSceneDifferently() throws {
        let back = try Bench().secondOfFrames("back")
        let front = try Bench().secondOfFrames("front")
        #expect(back[0].checksum != front[0].checksum)
        #expect(back.map(\.reading) == front.map(\.reading))
    }

    @Test func heldBuffersMakeTheSourceDropFrames() throws {
        let bench = Bench()
        let (source, configuration) = try bench.camera()
        let recorder = SourceRecorder<SourceEvent> { $0 }
        try source.start(configuration, deliver: recorder.deliver)
        bench.clock.advance(by: CMTime(value: 2, timescale: 1))
        let events = recorder.wait(for: 61)
        let held = events.count { if case .sample = $0 { true } else { false } }
        let dropped = events.count { if case .dropped(_, .outOfBuffers) = $0 { true } else { false } }
        #expect(held > 3)
        #expect(held + dropped == 61)
        #expect(dropped > 0)

        recorder.clear()
        bench.clock.advance(by: CMTime(value: 1, timescale: 30))
        let next = recorder.wait(for: 1)
        #expect(next.count == 1 && next.allSatisfy { if case .dropped(_, .outOfBuffers) = $0 { true } else { false } })
        source.stop()
        withExtendedLifetime(events) {}
    }

    @Test func formatsReachThePhotoSizeAndSixtyFramesASecond() throws {
        let phone = Bench().phone
        let back = try phone.device(named: "back")
        #expect(back.formats[0].description.dimensions.width == 1920)
        #expect(back.formats[0].maxFrameRate == 60)
        let photo = try #require(back.formats.first { $0.isHighestPhotoQuality })
        #expect(photo.description.dimensions.width == 4032)
        #expect(photo.description.dimensions.height == 3024)
        #expect(back.formats.allSatisfy { $0.fieldOfView > 0 && !$0.frameDurations.isEmpty })
    }

    @Test func aFrameRateBeyondTheFormatIsRefused() throws {
        let bench = Bench()
        let (source, configuration) = try bench.camera(framesPerSecond: 60)
        let error = #expect(throws: CaptureError.self) { try source.start(configuration) { _ in } }
        #expect(error?.code == .formatUnsupported)
    }
}
