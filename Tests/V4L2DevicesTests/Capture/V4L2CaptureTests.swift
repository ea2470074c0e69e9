import CaptureEngine
import CoreVideo
import LinuxVideo
import Locking
import Testing

@testable import V4L2Devices

/// What a capture makes of the answers of a driver, from its start to its end.
@Suite struct V4L2CaptureTests {
    private static let stream = "YUYV 64 × 48"
    private static let large = "YUYV 128 × 96"
    private static let lean = "NV12 64 × 48"

    private let id = DeviceID(scheme: "v4l2", name: "/dev/video0")

    private func format(_ native: String, _ width: Int, _ height: Int) -> SourceFormat {
        let duration = CMTime(value: 1, timescale: 25)
        return SourceFormat(
            description: .video(
                pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, width: width, height: height, color: [:]),
            native: native, frameDurations: [duration...duration], index: 0)
    }

    private func capture(_ driver: ScriptedDriver) throws(CaptureError) -> V4L2Capture {
        let formats = [format("YUYV", 64, 48), format("NV12", 64, 48), format("YUYV", 128, 96)]
        let camera = DeviceDescription(
            id: id, kind: .camera, name: "Camera", module: .external, formats: formats, isPhysical: true)
        return try V4L2Capture(
            camera, on: driver, V4L2Failure(id: id, path: id.name),
            configuration: SourceConfiguration(format: formats[0]), depth: nil, clock: driver.clock)
    }

    /// What came out of a run, in order: `frame 64`, `dropped`, `failed …`, and of stills `still 64`.
    private func run(_ driver: ScriptedDriver, stills: [StillRequest] = []) throws(CaptureError) -> [String] {
        let capture = try capture(driver)
        let events = Mutex<[String]>([])
        let refusal = CaptureError(.interrupted, "closed", device: id)
        if !stills.isEmpty {
            capture.stills.add(stills, refusal: refusal) { _, result in
                let text =
                    switch result {
                    case .success(let still): "still \(still.frame.size)"
                    case .failure(let error): "no still: \(error.code)"
                    }
                events.withLock { $0.append(text) }
            }
        }
        capture.run { event in
            let text =
                switch event {
                case .sample(let sample): "frame \(sample.size)"
                case .dropped(_, .discontinuity): "dropped"
                case .failed(let error): "failed: \(error.code)"
                default: "other"
                }
            events.withLock { $0.append(text) }
        }
        return events.withLock { $0 }
    }

    private func refusal(_ driver: ScriptedDriver) -> CaptureError? {
        #expect(throws: CaptureError.self) { try capture(driver) }
    }

    private var largeStill: StillRequest {
        var request = StillRequest()
        request.dimensions = CMVideoDimensions(width: 128, height: 96)
        return request
    }

    // MARK: The start

    @Test(
        arguments: [(.io, .deviceFailed), (.busy, .deviceInUse), (.noSuchDevice, .deviceDisconnected)]
            as [(Errno, CaptureError.Code)])
    func aFormatThatIsRefusedEndsTheStart(errno: Errno, code: CaptureError.Code) throws {
        let driver = ScriptedDriver([:])
        driver.fail(.setFormat, Self.stream, with: errno)
        let error = try #require(refusal(driver))
        #expect(error.code == code && error.cause as? Errno == errno)
        // Nothing else is tried, and nothing was allocated.
        #expect(driver.state.withLock { $0.streams == [] && $0.stopCount == 0 })
    }

    @Test func aBusWithoutRoomGetsFewerBytesOfTheSameSize() throws {
        let driver = ScriptedDriver([Self.lean: [.frame()]])
        driver.fail(.start, Self.stream, with: .noSpace)
        #expect(try run(driver) == ["frame 64"])
        // The buffers of the refused stream are freed: with them, no other format can be set.
        #expect(driver.state.withLock { $0.streams == [Self.lean] && $0.stopCount == 2 })
    }

    @Test func aBusWithoutAnyRoomIsNamedWithTheFormatThatWasWanted() throws {
        let driver = ScriptedDriver([:])
        driver.fail(.start, Self.stream, with: .noSpace)
        driver.fail(.start, Self.lean, with: .noSpace)
        let error = try #require(refusal(driver))
        #expect(error.code == .deviceFailed)
        #expect(error.message.contains("no room for the pictures of /dev/video0 (YUYV 64"))
        #expect(driver.state.withLock { $0.stopCount } == 2)
    }

    @Test func aCameraThatIsUsedByAnotherProgramIsNotTriedInOtherFormats() throws {
        let driver = ScriptedDriver([:])
        driver.fail(.allocate, Self.stream, with: .busy)
        #expect(refusal(driver)?.code == .deviceInUse)
        #expect(driver.state.withLock { $0.streams } == [])
    }

    /// It streams at the rate that it has.
    @Test(arguments: [Errno.io, .invalid, .notSupported, .notTypewriter])
    func aCameraThatRefusesEveryFrameRateStreams(errno: Errno) throws {
        for (interval, scale) in [(VideoFraction(1, 10), 10), (nil, 25), (VideoFraction(0, 0), 25)] {
            let driver = ScriptedDriver([Self.stream: [.frame()]])
            driver.fail(.setInterval, "", with: errno)
            driver.state.withLock { $0.interval = interval }
            #expect(try capture(driver).stream.frameDuration == CMTime(value: 1, timescale: Int32(scale)))
            driver.fail(.setInterval, "", with: errno)
            #expect(try run(driver) == ["frame 64"])
        }
    }

    @Test(arguments: [(.busy, .deviceInUse), (.noSuchDevice, .deviceDisconnected)] as [(Errno, CaptureError.Code)])
    func aFrameRateIsNotTriedWithoutTheCamera(errno: Errno, code: CaptureError.Code) {
        let driver = ScriptedDriver([:])
        driver.fail(.setInterval, "", with: errno)
        #expect(refusal(driver)?.code == code)
        #expect(driver.state.withLock { $0.streams } == [])
    }

    @Test func aCameraThatIsPulledOutWhileItStartsIsDisconnected() throws {
        let driver = ScriptedDriver([:])
        driver.fail(.start, Self.stream, with: .io, pullsOut: true)
        #expect(refusal(driver)?.code == .deviceDisconnected)
    }

    // MARK: The stream

    /// Without a frame nothing is given back, with which the others could be offered again.
    @Test func aDriverThatRefusesAllOfItsBuffersForAWhileGoesOn() throws {
        let driver = ScriptedDriver([Self.stream: Array(repeating: .frame(), count: 12)])
        for _ in 0..<40 { driver.fail(.queue, Self.stream, with: .outOfMemory) }
        #expect(try run(driver) == Array(repeating: "frame 64", count: 12))
        #expect(driver.state.withLock { $0.returned } == 12)
    }

    @Test func aDriverThatTakesNoBufferBackHasFailed() throws {
        let driver = ScriptedDriver([Self.stream: Array(repeating: .frame(), count: 12)])
        for _ in 0..<10_000 { driver.fail(.queue, Self.stream, with: .outOfMemory) }
        #expect(try run(driver) == Array(repeating: "frame 64", count: 4) + ["failed: deviceFailed"])
        // The retries end, too.
        #expect(driver.state.withLock { $0.failures.count } > 8_000)
    }

    @Test func damagedAndEmptyFramesAreDroppedAndTheirBuffersReturned() throws {
        let driver = ScriptedDriver([Self.stream: [.frame(), .damaged, .empty, .frame()]])
        #expect(try run(driver) == ["frame 64", "dropped", "dropped", "frame 64"])
        #expect(driver.state.withLock { $0.returned } == 4)
    }

    /// A camera that sends nothing but damage has failed: nobody would see a picture.
    @Test(arguments: [ScriptedDriver.Step.damaged, .empty])
    func aCameraWithoutAWholeFrameFails(step: ScriptedDriver.Step) throws {
        let events = try run(ScriptedDriver([Self.stream: Array(repeating: step, count: 200)]))
        #expect(events.last == "failed: noFrames")
        // 25 frames a second for three seconds.
        #expect(events.count { $0 == "dropped" } < 100)
    }

    @Test func aFirstFrameThatNeverComesFails() throws {
        #expect(try run(ScriptedDriver([Self.stream: [.silence, .frame()]])) == ["failed: noFrames"])
    }

    @Test func aNextFrameThatNeverComesFails() throws {
        let events = try run(ScriptedDriver([Self.stream: [.frame(), .silence, .frame()]]))
        #expect(events == ["frame 64", "failed: deviceFailed"])
    }

    @Test func afterAFalseReadyTheNextFrameIsTaken() throws {
        let events = try run(ScriptedDriver([Self.stream: [.error(.tryAgain), .frame()]]))
        #expect(events == ["frame 64"])
    }

    @Test(
        arguments: [
            (.error(.invalid), "deviceFailed"), (.error(.noSuchDevice), "deviceDisconnected"),
            (.pulledOut, "deviceDisconnected"),
        ] as [(ScriptedDriver.Step, String)])
    func anErrorInTheMiddleEndsTheStreamAndAnswersThePhotos(step: ScriptedDriver.Step, code: String) throws {
        let driver = ScriptedDriver([Self.stream: [.damaged, step, .frame()]])
        #expect(try run(driver, stills: [StillRequest()]) == ["dropped", "no still: \(code)", "failed: \(code)"])
        #expect(driver.state.withLock { $0.stopCount } == 1)
    }

    // MARK: What may pass

    private static let dark = [VideoSignal.missing, .unstable]
    private static let signal = VideoSignal.present(width: 64, height: 48)

    private func receiver(_ steps: [String: [ScriptedDriver.Step]], _ signals: [VideoSignal]) -> ScriptedDriver {
        let driver = ScriptedDriver(steps)
        driver.state.withLock { $0.signals = signals }
        return driver
    }

    @Test func anotherSignalOfTheSameSizeStartsTheStreamAgain() throws {
        let driver = receiver([Self.stream: [.frame(), .sourceChanged, .frame()]], [Self.signal])
        #expect(try run(driver) == ["frame 64", "frame 64"])
        #expect(driver.state.withLock { $0.streams == [Self.stream, Self.stream] && $0.stopCount == 2 })
        #expect(driver.state.withLock { $0.pauseCount } == 0)
    }

    /// A source that changes its resolution is dark for a moment.
    @Test func aSignalThatComesBackIsWaitedFor() throws {
        let driver = receiver(
            [Self.stream: [.frame(), .sourceChanged, .frame()]], [Self.signal] + Self.dark + [Self.signal])
        #expect(try run(driver) == ["frame 64", "frame 64"])
        #expect(driver.state.withLock { $0.pauseCount } == 2)
    }

    @Test func aSignalThatStaysAwayEndsTheStream() throws {
        let driver = receiver([Self.stream: [.frame(), .sourceChanged, .frame()]], [Self.signal, .missing])
        #expect(try run(driver) == ["frame 64", "failed: noFrames"])
        // Five seconds, a fifth of a second each.
        #expect(driver.state.withLock { $0.pauseCount } == 25)
    }

    @Test func whoStopsDoesNotWaitForTheSignal() throws {
        let driver = receiver([Self.stream: [.frame(), .sourceChanged, .frame()]], [Self.signal, .missing])
        driver.state.withLock { $0.pauseEnd = .woken }
        #expect(try run(driver) == ["frame 64"])
        #expect(driver.state.withLock { $0.pauseCount } == 1)
    }

    @Test func aSignalOfAnotherSizeEndsTheStream() throws {
        let driver = receiver(
            [Self.stream: [.frame(), .sourceChanged, .frame()]], [Self.signal, .present(width: 128, height: 96)])
        #expect(try run(driver) == ["frame 64", "failed: formatUnsupported"])
    }

    @Test func aReceiverWithoutASignalDoesNotStart() throws {
        for signal in Self.dark {
            let driver = receiver([Self.stream: [.frame()]], [signal])
            #expect(refusal(driver)?.code == .noFrames)
            #expect(driver.state.withLock { $0.streams } == [])
        }
    }

    /// Capture cards report a signal that is lost for a moment so, and may have stopped.
    @Test func anInputErrorStartsTheStreamAgain() throws {
        let driver = ScriptedDriver([
            Self.stream: [.frame(), .error(.io), .error(.io), .frame(), .error(.io), .frame()]
        ])
        #expect(try run(driver, stills: [StillRequest()]) == ["frame 64", "still 64", "frame 64", "frame 64"])
        #expect(driver.state.withLock { $0.streams == Array(repeating: Self.stream, count: 4) && $0.stopCount == 4 })
    }

    @Test func inputErrorsWithoutAFrameEndTheStream() throws {
        let driver = ScriptedDriver([
            Self.stream: [.frame(), .error(.io), .error(.io), .error(.io), .error(.io), .frame()]
        ])
        #expect(try run(driver) == ["frame 64", "failed: deviceFailed"])
        #expect(driver.state.withLock { $0.streams.count } == 4)
    }

    /// Some drivers say so when the camera is pulled out.
    @Test func anInputErrorOfACameraThatIsGoneIsItsEnd() throws {
        let driver = ScriptedDriver([Self.stream: [.frame(), .lastError(.io), .frame()]])
        #expect(try run(driver) == ["frame 64", "failed: deviceDisconnected"])
        #expect(driver.state.withLock { $0.streams.count } == 1)
    }

    @Test func aSignalThatChangesDuringAStillGivesTheStreamsFrame() throws {
        let driver = ScriptedDriver([
            Self.stream: [.frame(), .frame()], Self.large: [.sourceChanged, .frame(), .frame(), .frame()],
        ])
        #expect(try run(driver, stills: [largeStill]) == ["frame 64", "still 64", "frame 64"])
        #expect(driver.state.withLock { $0.streams } == [Self.stream, Self.large, Self.stream])
        #expect(driver.state.withLock { $0.steps[Self.large]?.count } == 3, "nobody waits for frames of the old signal")
    }

    // MARK: Stills

    @Test func aLargerStillPausesTheStream() throws {
        let driver = ScriptedDriver([Self.stream: [.frame(), .frame()], Self.large: [.damaged, .frame()]])
        #expect(try run(driver, stills: [largeStill]) == ["frame 64", "still 128", "frame 64"])
        #expect(driver.state.withLock { $0.streams } == [Self.stream, Self.large, Self.stream])
    }

    /// Whatever the driver refuses for it.
    @Test(
        arguments: [(.setFormat, .busy), (.setFormat, .io), (.allocate, .outOfMemory), (.start, .noSpace)]
            as [(ScriptedDriver.Call, Errno)])
    func aStillThatFailsIsTheStreamsFrameAndTheStreamGoesOn(call: ScriptedDriver.Call, errno: Errno) throws {
        let driver = ScriptedDriver([Self.stream: [.frame(), .frame()]])
        driver.fail(call, Self.large, with: errno)
        #expect(try run(driver, stills: [largeStill]) == ["frame 64", "still 64", "frame 64"])
        #expect(driver.state.withLock { $0.streams } == [Self.stream, Self.stream])
    }

    @Test(arguments: [ScriptedDriver.Step.silence, .error(.io)])
    func aStillThatNeverComesIsTheStreamsFrame(step: ScriptedDriver.Step) throws {
        let driver = ScriptedDriver([Self.stream: [.frame(), .frame()], Self.large: [step]])
        #expect(try run(driver, stills: [largeStill]) == ["frame 64", "still 64", "frame 64"])
        #expect(driver.state.withLock { $0.streams } == [Self.stream, Self.large, Self.stream])
    }

    @Test func aCameraThatIsPulledOutDuringAStillHasNoStill() throws {
        let driver = ScriptedDriver([Self.stream: [.frame(), .frame()], Self.large: [.pulledOut]])
        let events = try run(driver, stills: [largeStill, StillRequest()])
        let isGone = "deviceDisconnected"
        #expect(events == ["frame 64", "no still: \(isGone)", "no still: \(isGone)", "failed: \(isGone)"])
    }

    @Test func aStreamThatDoesNotComeBackAfterAStillFails() throws {
        let driver = ScriptedDriver([Self.stream: [.frame(), .frame()], Self.large: [.frame()]])
        driver.fail(.setFormat, Self.stream, with: .busy, after: 1)
        #expect(try run(driver, stills: [largeStill]) == ["frame 64", "still 128", "failed: deviceInUse"])
    }

    @Test func aStopDuringAStillAnswersIt() throws {
        let driver = ScriptedDriver([Self.stream: [.frame()], Self.large: [.woken]])
        #expect(try run(driver, stills: [largeStill]) == ["frame 64", "no still: interrupted"])
    }
}

extension CMSampleBuffer {
    /// The picture's width.
    fileprivate var size: Int { imageBuffer.map(CVPixelBufferGetWidth) ?? 0 }
}
