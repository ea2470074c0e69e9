import CaptureEngine
import SimulatedDevices
import TestSupport
import Testing

/// What a test needs to know about a frame, and the settings that it was made with.
struct SensorNote: Sendable {
    var conditions: CaptureConditions
    var frameNumber: UInt32?
    /// The light of the gray steps 1 … 5.
    var grays: [Double]
    var white: (red: Double, green: Double, blue: Double)
    var chartWidth: Int
    var boardSharpness: Double
    var edgeSharpness: Double
    /// A patch of even gray, sample by sample.
    var patch: [UInt8]

    init?(_ event: SourceEvent) {
        guard case .sample(let sample) = event else { return nil }
        self.init(sample)
    }

    init?(_ sample: CMSampleBuffer) {
        guard let frame = CMSampleBufferGetImageBuffer(sample), let conditions = sample.conditions else { return nil }
        self.conditions = conditions
        frameNumber = SceneReader.read(frame)?.frameNumber
        grays = (1...5).map { SceneProbe.light(frame, in: SceneLayout.grayStep($0)).green }
        white = SceneProbe.light(frame, in: SceneLayout.grayStep(5))
        chartWidth = SceneProbe.chartWidth(frame)
        boardSharpness = SceneProbe.sharpness(frame, in: SceneLayout.nearBoard)
        edgeSharpness = SceneProbe.sharpness(frame, in: SceneLayout.slantedEdge)
        let area = SceneLayout.grayStep(5).pixels(inWidth: frame.width, height: frame.height)
        patch = frame.withPlanes { planes in
            (area.y..<area.y + area.height).flatMap { y in
                (area.x..<area.x + area.width).map { x in
                    planes[0].base.load(fromByteOffset: y * planes[0].bytesPerRow + x, as: UInt8.self)
                }
            }
        }
    }
}

/// Each control's effect, measured in the pixels.
struct SensorTests {
    /// The last frame of a second with these settings, on a camera with 30 frames a second at 640 x 480.
    private func settled(
        _ camera: String = "back", light: SceneLight = SceneLight(), isNoisy: Bool = false, frames: Int = 31,
        _ change: (inout CameraSettings) -> Void = { _ in }
    ) throws -> SensorNote {
        try #require(try run(camera, light: light, isNoisy: isNoisy, frames: frames, change).last)
    }

    private func run(
        _ camera: String = "back", light: SceneLight = SceneLight(), isNoisy: Bool = false, frames: Int = 31,
        _ change: (inout CameraSettings) -> Void = { _ in }
    ) throws -> [SensorNote] {
        let bench = Bench()
        bench.phone.setSceneLight(light)
        bench.phone.setNoise(isNoisy)
        let (source, start) = try bench.camera(camera, pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
        var configuration = start
        change(&configuration.settings)
        let recorder = SourceRecorder { SensorNote($0) }
        try source.start(configuration, deliver: recorder.deliver)
        bench.advance(frames: frames - 1)
        defer { source.stop() }
        return recorder.wait(for: frames)
    }

    private func ratio(_ a: SensorNote, _ b: SensorNote) -> Double {
        a.grays.reduce(0, +) / b.grays.reduce(0, +)
    }

    @Test func oneStopMoreDoublesTheLight() throws {
        let plain = try settled()
        let brighter = try settled { $0.exposureBias = 1 }
        let darker = try settled { $0.exposureBias = -1 }
        // 8-bit samples are exact to half a step: 2 % of the darkest gray.
        #expect(abs(ratio(brighter, plain) - 2) < 0.05)
        #expect(abs(ratio(darker, plain) - 0.5) < 0.02)
        #expect(plain.conditions.exposureOffset == 0)
    }

    @Test func timeAndISOCountAlike() throws {
        func manual(_ denominator: Int32, _ iso: Float) throws -> SensorNote {
            try settled(frames: 1) {
                $0.exposure = .custom(duration: CMTime(value: 1, timescale: denominator), iso: iso)
            }
        }
        let base = try manual(240, 100)
        #expect(abs(ratio(try manual(120, 100), base) - 2) < 0.05)
        #expect(abs(ratio(try manual(240, 200), base) - 2) < 0.05)
        #expect(abs(ratio(try manual(120, 50), base) - 1) < 0.01)
        #expect(base.conditions.iso == 100)
        #expect(abs(base.conditions.exposureDuration.seconds - 1.0 / 240) < 1e-9)
    }

    @Test func aDimSceneIsTakenAtISO1600AndNoisy() throws {
        let light = SceneLight(brightness: 1.0 / 128)
        let noisy = try run(light: light, isNoisy: true, frames: 9)
        let clean = try #require(try run(light: light, frames: 1).first)
        let bright = try #require(try run(frames: 1).first)
        #expect(abs(noisy[0].conditions.iso - 1600) < 1)
        #expect(abs(noisy[0].conditions.exposureDuration.seconds - 1.0 / 30) < 1e-6)
        #expect(clean.patch == bright.patch, "without noise a dim scene looks like a bright one")
        func error(_ patch: [Double]) -> Double {
            let squares = zip(patch, clean.patch).map { ($0 - Double($1)) * ($0 - Double($1)) }
            return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
        }
        let single = error(noisy[0].patch.map(Double.init))
        #expect((3...9).contains(single))
        let mean = noisy[0].patch.indices.map { index in
            noisy.reduce(0) { $0 + Double($1.patch[index]) } / 9
        }
        // Nine independent frames have a third of the noise.
        #expect(abs(error(mean) / single - 1.0 / 3) < 0.08)
        #expect(noisy.map(\.frameNumber) == (0..<9).map { UInt32($0) }, "the blocks stay readable")
    }

    @Test func noiseIsTheSameInEveryRunAndAbsentInGoodLight() throws {
        let light = SceneLight(brightness: 1.0 / 128)
        let runs = try (0..<2).map { _ in try run(light: light, isNoisy: true, frames: 3).map(\.patch) }
        #expect(runs[0] == runs[1])
        #expect(Set(runs[0]).count == 3)
        #expect(try settled(isNoisy: true).patch == settled().patch)
    }

    @Test func whiteBalanceGainsMultiplyTheirColor() throws {
        let plain = try settled().white
        let warm = try settled { $0.whiteBalance = .locked(WhiteBalanceGains(red: 3, green: 1, blue: 1.6)) }.white
        #expect(abs(warm.red / plain.red - 1.5) < 0.05)
        #expect(abs(warm.green / plain.green - 1) < 0.02)
        let evening = SceneLight(red: 1.5, blue: 0.5)
        let adapted = try settled(light: evening).white
        #expect(abs(adapted.red / adapted.blue - 1) < 0.05)
        let locked = try settled(light: evening) {
            $0.whiteBalance = .locked(WhiteBalanceGains(red: 2, green: 1, blue: 1.6))
        }.white
        #expect(abs(locked.red / locked.blue - 3) < 0.2)
    }

    @Test func twiceTheZoomDoublesTheChart() throws {
        let plain = try settled(frames: 1)
        let zoomed = try settled(frames: 1) { $0.zoom = 2 }
        #expect(plain.chartWidth > 200)
        #expect(abs(zoomed.chartWidth - 2 * plain.chartWidth) <= 4)
        #expect(zoomed.conditions.zoom == 2)
        #expect(zoomed.frameNumber == 0)
        let wide = try settled("back-ultra-wide", frames: 1)
        #expect(abs(2 * wide.chartWidth - plain.chartWidth) <= 4)
    }

    @Test func aVirtualCameraChangesItsLensWithTheZoom() throws {
        let zooms: [Double] = [1, 1.9, 2, 5.9, 6]
        let constituents = try zooms.map { zoom in
            try settled("back-triple", frames: 1) { $0.zoom = zoom }.conditions.constituent
        }
        #expect(constituents == [0, 0, 1, 1, 2])
        let same = try settled("back-triple", frames: 1) { $0.zoom = 2 }
        #expect(same.chartWidth == (try settled(frames: 1).chartWidth))
        #expect(
            try settled("back-triple", frames: 1) {
                $0.lockedConstituent = 0; $0.zoom = 6
            }.conditions.constituent == 0)
    }

    @Test func aFocusPointSharpensThatDistance() throws {
        let far = try settled()
        let near = try settled { $0.focusPoint = .init(x: 0.66, y: 0.2) }
        #expect(near.boardSharpness > 3 * far.boardSharpness)
        #expect(far.edgeSharpness > 3 * near.edgeSharpness)
        #expect(abs(near.conditions.lensPosition - 0.5) < 0.01)
        let locked = try settled(frames: 1) { $0.focus = .locked(0.5) }
        #expect(abs(locked.boardSharpness - near.boardSharpness) < 0.01 * near.boardSharpness)
        #expect(near.frameNumber == 30)
    }

    @Test func aSmoothSearchTakesLonger() throws {
        func searchingFrames(isSmooth: Bool) throws -> Int {
            let bench = Bench()
            let (source, configuration) = try bench.camera()
            let recorder = SourceRecorder { SensorNote($0)?.conditions }
            try source.start(configuration, deliver: recorder.deliver)
            _ = recorder.wait(for: 1)
            bench.clock.waitForSleeper()
            var settings = CameraSettings()
            settings.isFocusSmooth = isSmooth
            settings.focusPoint = .init(x: 0.66, y: 0.2)
            (source as? any AdjustableSource)?.adjust(settings)
            bench.advance(frames: 20)
            defer { source.stop() }
            return recorder.wait(for: 21).count(where: \.isAdjustingFocus)
        }
        #expect(try searchingFrames(isSmooth: true) >= 2 * searchingFrames(isSmooth: false))
    }

    @Test func anExposurePointOnSomethingDarkBrightens() throws {
        // The frame around the flash.
        let dark = try settled { $0.exposurePoint = .init(x: 0.9, y: 0.09) }
        #expect(ratio(dark, try settled()) > 1.2)
    }

    @Test func theTorchLightsWhatAutomaticExposureCannot() throws {
        let night = SceneLight(brightness: 1.0 / 4096)
        let dark = try settled(light: night)
        #expect(dark.conditions.exposureOffset < -3)
        let lit = try settled(light: night) { $0.torch = 1 }
        #expect(ratio(lit, dark) > 8)
        #expect(lit.conditions.torch == 1 && abs(lit.conditions.exposureOffset) < 0.01)
        #expect(dark.frameNumber == 30, "the blocks are readable at night")
        let boosted = try settled(light: night) { $0.allowsLowLightBoost = true }
        #expect(boosted.conditions.isLowLightBoosted)
        #expect(ratio(boosted, dark) > 3)
    }

    @Test func automaticExposureAdaptsAndSaysSo() throws {
        let bench = Bench()
        let (source, configuration) = try bench.camera(
            pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
        let recorder = SourceRecorder { SensorNote($0) }
        try source.start(configuration, deliver: recorder.deliver)
        _ = recorder.wait(for: 1)
        bench.phone.setSceneBrightness(1.0 / 16)
        bench.clock.advance(by: CMTime(value: 1, timescale: 1))
        let notes = recorder.wait(for: 31)
        source.stop()
        #expect(!notes[0].conditions.isAdjustingExposure)
        #expect(notes[1].conditions.isAdjustingExposure && notes[1].conditions.exposureOffset < -1)
        #expect(!notes[30].conditions.isAdjustingExposure && abs(notes[30].conditions.exposureOffset) < 0.01)
        #expect(abs(ratio(notes[30], notes[0]) - 1) < 0.02)
    }

    @Test func settingsShowInTheNextFrameWithTheirRevision() throws {
        let bench = Bench()
        let (source, configuration) = try bench.camera()
        let recorder = SourceRecorder { SensorNote($0)?.conditions }
        try source.start(configuration, deliver: recorder.deliver)
        _ = recorder.wait(for: 1)
        var settings = CameraSettings()
        settings.revision = 7
        settings.focus = .once
        settings.focusPoint = .init(x: 0.66, y: 0.2)
        settings.focusStart = 7
        (source as? any AdjustableSource)?.adjust(settings)
        bench.advance(frames: 10)
        let conditions = recorder.wait(for: 11)
        source.stop()
        #expect(conditions.map(\.settingsRevision) == [0] + Array(repeating: 7, count: 10))
        #expect(conditions[1].isAdjustingFocus)
        #expect(!conditions[10].isAdjustingFocus)
        #expect(abs(conditions[10].lensPosition - 0.5) < 0.01)
    }
}
