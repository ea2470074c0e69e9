import CaptureEngine
import Locking
import SimulatedDevices
import TestSupport
import Testing

/// The stills of the phone's cameras.
struct SimulatedStillTests {
    /// Answers in order of arrival.
    private final class Answers: Sendable {
        private let list = Monitor<[(Int, Result<StillFrame, CaptureError>)]>([])

        var deliver: @Sendable (Int, Result<StillFrame, CaptureError>) -> Void {
            { index, result in self.list.withLock { $0.append((index, result)) } }
        }

        func wait(for count: Int) -> [(index: Int, result: Result<StillFrame, CaptureError>)] {
            let all = list.wait(timeout: .seconds(30)) { $0.count >= count ? $0 : nil } ?? list.withLock { $0 }
            return all.map { (index: $0.0, result: $0.1) }
        }
    }

    private func stills(
        _ camera: String = "back", width: Int32 = 640, light: SceneLight = SceneLight(), requests: [StillRequest],
        settings: (inout CameraSettings) -> Void = { _ in }
    ) throws -> [Result<StillFrame, CaptureError>] {
        let bench = Bench()
        bench.phone.setSceneLight(light)
        let (source, start) = try bench.camera(
            camera, width: width, pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
        var configuration = start
        settings(&configuration.settings)
        let answers = Answers()
        let frames = SourceRecorder { FrameNote($0) }
        try source.start(configuration, deliver: frames.deliver)
        _ = frames.wait(for: 1)
        bench.clock.waitForSleeper()
        try #require(source as? any StillSource).captureStills(requests, deliver: answers.deliver)
        bench.advance(frames: requests.count)
        let list = answers.wait(for: requests.count)
        _ = frames.wait(for: requests.count + 1)
        source.stop()
        #expect(list.map(\.index) == Array(requests.indices))
        return list.map(\.result)
    }

    private func still(
        _ camera: String = "back", width: Int32 = 640, light: SceneLight = SceneLight(),
        _ change: (inout StillRequest) -> Void = { _ in }
    ) throws -> StillFrame {
        var request = StillRequest()
        change(&request)
        return try #require(try stills(camera, width: width, light: light, requests: [request]).first).get()
    }

    private func gray(_ frame: CMSampleBuffer) throws -> Double {
        SceneProbe.light(try #require(CMSampleBufferGetImageBuffer(frame)), in: SceneLayout.grayStep(3)).green
    }

    @Test func aStillIsLargerThanTheStreamAndOfItsMoment() throws {
        let still = try still(width: 1920) { $0.dimensions = CMVideoDimensions(width: 4032, height: 3024) }
        let buffer = try #require(CMSampleBufferGetImageBuffer(still.frame))
        #expect(buffer.width == 4032 && buffer.height == 3024)
        #expect(SceneReader.read(buffer)?.frameNumber == 1)
        #expect(still.frame.conditions?.iso == 50)
    }

    @Test func aBracketComesInItsOrderWithItsExposures() throws {
        let requests = [Float(0), -1, 1].map { bias in
            var request = StillRequest()
            request.exposure = .bias(bias)
            return request
        }
        let frames = try stills(requests: requests).map { try $0.get().frame }
        #expect(frames.map { $0.conditions?.exposureBias } == [0, -1, 1])
        let light = try frames.map(gray)
        #expect(abs(light[1] / light[0] - 0.5) < 0.03)
        #expect(abs(light[2] / light[0] - 2) < 0.1)
        let numbers = frames.map { CMSampleBufferGetImageBuffer($0).flatMap { SceneReader.read($0)?.frameNumber } }
        #expect(numbers == [1, 2, 3])
    }

    @Test func aManualStillHasItsTimeAndISO() throws {
        let frame = try still { $0.exposure = .manual(duration: CMTime(value: 1, timescale: 60), iso: 50) }.frame
        #expect(abs(try #require(frame.conditions).exposureDuration.seconds - 1.0 / 60) < 1e-9)
        #expect(abs(try gray(frame) / gray(try still().frame) - 2) < 0.1)
    }

    @Test func theFlashLightsTheNight() throws {
        let night = SceneLight(brightness: 1.0 / 4096)
        let dark = try still(light: night)
        let lit = try still(light: night) { $0.firesFlash = true }
        #expect(try gray(lit.frame) > 8 * gray(dark.frame))
        #expect(lit.frame.conditions?.isFlashFired == true && dark.frame.conditions?.isFlashFired == false)
    }

    @Test func theFlashKeepsAnExposureThatWasSet() throws {
        let (flash, plain) = (StillRequest().with { $0.firesFlash = true }, StillRequest())
        let night = SceneLight(brightness: 1.0 / 256)
        let results = try stills(light: night, requests: [flash, plain, flash]) { settings in
            settings.exposure = .custom(duration: CMTime(value: 1, timescale: 500), iso: 100)
        }
        let frames = try results.map { try $0.get().frame }
        let conditions = frames.compactMap(\.conditions)
        #expect(conditions.map(\.isFlashFired) == [true, false, true])
        #expect(conditions.allSatisfy { abs($0.exposureDuration.seconds - 0.002) < 1e-6 && $0.iso == 100 })
        // The light of a bright day, for less time than it needs.
        #expect(try gray(frames[0]) > 8 * gray(frames[1]))
    }

    @Test func theFlashReachesWhatIsNear() throws {
        let light = SceneLight(brightness: 1.0 / 64)
        let request = StillRequest.underFlash
        let (dark, lit) = (
            try still(light: light) { $0 = request(false) }, try still(light: light) { $0 = request(true) }
        )
        func gain(_ region: SceneRegion) throws -> Double {
            let frames = try [dark, lit].map { try #require(CMSampleBufferGetImageBuffer($0.frame)) }
            return SceneProbe.light(frames[1], in: region).green / SceneProbe.light(frames[0], in: region).green
        }
        // At the charts' distance the flash is as bright as a bright day: 64 times the other light. The ground is twice
        // as far away.
        #expect(abs(try gain(SceneLayout.grayStep(7)) / 65 - 1) < 0.3)
        let ground = SceneRegion(x: 0.64, y: 0.73, width: 0.3, height: 0.03)
        #expect(try gain(ground) < 30)
    }

    @Test func stillsUnderTheFlashDifferByItsLightAlone() throws {
        let light = SceneLight(brightness: 0.5, red: 1.5, blue: 0.5)
        let frames = try stills(light: light, requests: [false, true, false].map(StillRequest.underFlash)).map {
            try $0.get().frame
        }
        let conditions = frames.compactMap(\.conditions)
        #expect(conditions.map(\.isFlashFired) == [false, true, false])
        #expect(Set(conditions.map(\.exposureDuration)).count == 1 && Set(conditions.map(\.iso)).count == 1)
        #expect(conditions.allSatisfy { $0.whiteBalanceGains == WhiteBalanceGains(red: 2, green: 1, blue: 1.6) })
        let grays = try frames.map {
            SceneProbe.light(try #require(CMSampleBufferGetImageBuffer($0)), in: SceneLayout.grayStep(5))
        }
        // The lamp is warm; what the flash adds is white.
        #expect(abs(grays[0].red / grays[0].green - 1.5) < 0.05 && abs(grays[0].blue / grays[0].green - 0.5) < 0.05)
        let (red, green, blue) = (
            grays[1].red - grays[0].red, grays[1].green - grays[0].green, grays[1].blue - grays[0].blue
        )
        #expect(abs(red / green - 1) < 0.05 && abs(blue / green - 1) < 0.05)
    }

    @Test func aPhotoWithFlashIsWhiteInBothLights() throws {
        let light = SceneLight(brightness: 0.5, red: 1.5, blue: 0.5)
        let frame = try still(light: light) { $0.firesFlash = true }.frame
        let gray = SceneProbe.light(try #require(CMSampleBufferGetImageBuffer(frame)), in: SceneLayout.grayStep(5))
        #expect(abs(gray.red / gray.green - 1) < 0.03 && abs(gray.blue / gray.green - 1) < 0.03)
    }

    @Test func aMosaicIsOfTheWholeSensorAndSaysItsLevels() throws {
        let raw = try #require(try still { $0.rawPixelFormat = kCVPixelFormatType_14Bayer_RGGB }.raw)
        let buffer = try #require(CMSampleBufferGetImageBuffer(raw))
        let levels = try #require(raw.rawDescription)
        #expect(buffer.width == 4032 && buffer.height == 3024)
        #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_14Bayer_RGGB)
        // Gray has the ratios that the description says is neutral.
        let area = SceneLayout.grayStep(5).pixels(inWidth: 4032, height: 3024)
        let means = buffer.withPlanes { planes in
            [(0, 0), (1, 0), (1, 1)].map { column, row in
                var sum = 0
                for y in stride(from: area.y, to: area.y + area.height, by: 2) {
                    for x in stride(from: area.x, to: area.x + area.width, by: 2) {
                        sum += Int(
                            planes[0].base.load(
                                fromByteOffset: (y + row) * planes[0].bytesPerRow + (x + column) * 2, as: UInt16.self))
                    }
                }
                return Double(sum) / Double(area.width / 2 * area.height / 2) - Double(levels.blackLevel)
            }
        }
        #expect(abs(means[0] / means[1] - levels.neutral[0]) < 0.01)
        #expect(abs(means[2] / means[1] - levels.neutral[2]) < 0.01)
        // Half of the code range is about a quarter of the light.
        #expect(abs(means[1] / Double(levels.whiteLevel - levels.blackLevel) - 0.26) < 0.02)
    }

    /// How much samples that are `step` apart in a row differ in a region of 16-bit samples.
    private func sharpness(_ sample: CMSampleBuffer?, _ region: SceneRegion, step: Int) throws -> Double {
        let buffer = try #require(sample.flatMap(CMSampleBufferGetImageBuffer))
        let area = region.pixels(inWidth: buffer.width, height: buffer.height)
        return buffer.withPlanes { planes in
            var sum = 0.0
            for y in area.y..<area.y + area.height {
                let row = (planes[0].base + y * planes[0].bytesPerRow).assumingMemoryBound(to: UInt16.self)
                for x in area.x..<area.x + area.width - step {
                    let difference = Double(row[x + step]) - Double(row[x])
                    sum += difference * difference
                }
            }
            return sum / Double(area.width * area.height)
        }
    }

    @Test(arguments: [
        kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange,
    ]) func mosaicsAndTenBitsAreSharpWhereTheFocusIs(_ pixelFormat: OSType) throws {
        let isMosaic = pixelFormat == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
        func note(lens: Float) throws -> (board: Double, edge: Double) {
            let bench = Bench()
            bench.phone.setNoise(false)
            let (source, start) = try bench.camera(width: 1920, pixelFormat: pixelFormat)
            let (answers, frames) = (Answers(), SourceRecorder { FrameNote($0) })
            var configuration = start
            configuration.settings.focus = .locked(lens)
            try source.start(configuration, deliver: frames.deliver)
            _ = frames.wait(for: 1)
            bench.clock.waitForSleeper()
            var request = StillRequest()
            if isMosaic { request.rawPixelFormat = kCVPixelFormatType_14Bayer_RGGB }
            try #require(source as? any StillSource).captureStills([request], deliver: answers.deliver)
            bench.advance(frames: 1)
            let still = try #require(answers.wait(for: 1).first).result.get()
            source.stop()
            let (sample, step) = isMosaic ? (still.raw, 2) : (still.frame, 1)
            return try (
                sharpness(sample, SceneLayout.nearBoard, step: step),
                sharpness(sample, SceneLayout.slantedEdge, step: step)
            )
        }
        let (near, far) = try (note(lens: 0.5), note(lens: 0.9))
        #expect(near.board > 3 * far.board)
        #expect(far.edge > 3 * near.edge)
    }

    @Test func depthIsThatOfTheScene() throws {
        let depth = try #require(try still("back-lidar") { $0.wantsDepth = true }.depth)
        func meters(_ region: SceneRegion) -> Float {
            depth.buffer.withPlanes { planes in
                let x = Int((region.x + region.width / 2) * Double(depth.buffer.width))
                let y = Int((region.y + region.height / 2) * Double(depth.buffer.height))
                return planes[0].base.load(fromByteOffset: y * planes[0].bytesPerRow + x * 4, as: Float.self)
            }
        }
        #expect(meters(SceneLayout.nearBoard) == SceneLayout.nearDistance)
        #expect(meters(SceneLayout.colorChart) == SceneLayout.chartDistance)
        let focalLength = try #require(depth.calibration?.focalLength)
        // 69 degrees over 4032 pixels.
        #expect(abs(focalLength - 2933) < 5)
        #expect(throws: CaptureError.self) { try still("back") { $0.wantsDepth = true } }
    }

    @Test func moreMapsThanPicturesMayBeInUse() throws {
        let bench = Bench()
        let (source, configuration) = try bench.camera(
            "back-lidar", width: 640, pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
        let (maps, frames) = (Monitor<[DepthMap]>([]), SourceRecorder { FrameNote($0) })
        try source.start(configuration, deliver: frames.deliver)
        _ = frames.wait(for: 1)
        bench.clock.waitForSleeper()
        var request = StillRequest()
        request.wantsDepth = true
        try #require(source as? any StillSource).captureStills(Array(repeating: request, count: 12)) { _, result in
            guard let map = (try? result.get())?.depth else { return }
            maps.withLock { $0.append(map) }
        }
        bench.advance(frames: 12)
        #expect(maps.wait(timeout: .seconds(30)) { $0.count == 12 ? true : nil } == true)
        source.stop()
    }

    @Test func theTrueDepthCameraTellsPeopleFromTheRest() throws {
        let matte = try #require(try still("front-truedepth") { $0.wantsPortraitMatte = true }.portraitMatte)
        let (middle, corner) = matte.withPlanes { planes in
            (
                planes[0].base.load(
                    fromByteOffset: matte.height / 2 * planes[0].bytesPerRow + matte.width / 2, as: UInt8.self),
                planes[0].base.load(as: UInt8.self)
            )
        }
        #expect(middle == 255 && corner == 0)
    }

    @Test func constituentsDeliverTheSameMoment() throws {
        let ids = ["back-ultra-wide", "back"].map { DeviceID(scheme: "simulated", name: $0) }
        let still = try still("back-dual-wide") { $0.constituents = ids }
        #expect(still.constituents.count == 2)
        let pictures = still.constituents.compactMap { CMSampleBufferGetImageBuffer($0) }
        #expect(pictures.map { SceneReader.read($0)?.frameNumber } == [1, 1])
        #expect(abs(2 * SceneProbe.chartWidth(pictures[0]) - SceneProbe.chartWidth(pictures[1])) <= 4)
        #expect(Set(still.constituents.map(\.presentationTimeStamp)).count == 1)
    }

    @Test func requestsBeyondTheFormatAreRefused() throws {
        for change: (inout StillRequest) -> Void in [
            { $0.dimensions = CMVideoDimensions(width: 100, height: 100) },
            { $0.rawPixelFormat = kCVPixelFormatType_14Bayer_BGGR },
            { $0.constituents = [DeviceID(scheme: "simulated", name: "front")] },
        ] {
            let error = #expect(throws: CaptureError.self) { try still { change(&$0) } }
            #expect(error?.code == .formatUnsupported)
        }
    }

    enum End: CaseIterable {
        case stop, unplug, stall, notRunning
    }

    @Test(arguments: End.allCases)
    func everyRequestIsAnsweredOnceWhateverHappens(end: End) throws {
        let bench = Bench()
        var faults = SimulatedFaults()
        faults.stallAfterMilliseconds = end == .stall ? 20 : nil
        bench.phone.setFaults(faults, of: "back")
        let (source, configuration) = try bench.camera()
        let answers = Answers()
        if end != .notRunning {
            let frames = SourceRecorder { FrameNote($0) }
            try source.start(configuration, deliver: frames.deliver)
            _ = frames.wait(for: 1)
            bench.clock.waitForSleeper()
        }
        let camera = try #require(source as? any StillSource)
        camera.captureStills(Array(repeating: StillRequest(), count: 5), deliver: answers.deliver)
        if end == .unplug { bench.phone.unplug("back") } else { source.stop() }
        let list = answers.wait(for: 5)
        source.stop()
        #expect(list.map(\.index) == [0, 1, 2, 3, 4])
        let codes = list.map { answer -> CaptureError.Code? in
            if case .failure(let error) = answer.result { error.code } else { nil }
        }
        #expect(codes == Array(repeating: end == .unplug ? .deviceDisconnected : .interrupted, count: 5))
        #expect(answers.wait(for: 5).count == 5)
    }

    @Test func tenBitFramesAreHLGAndReadable() throws {
        let bench = Bench()
        let (source, configuration) = try bench.camera(
            width: 1920, pixelFormat: kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange)
        let recorder = SourceRecorder { event -> (SceneReader.Reading?, String?)? in
            guard case .sample(let sample) = event, let frame = CMSampleBufferGetImageBuffer(sample) else { return nil }
            let transfer = CVBufferCopyAttachment(frame, kCVImageBufferTransferFunctionKey, nil) as? String
            return (SceneReader.read(frame), transfer)
        }
        try source.start(configuration, deliver: recorder.deliver)
        let first = try #require(recorder.wait(for: 1).first)
        source.stop()
        #expect(first.0?.frameNumber == 0)
        #expect(first.1 == kCVImageBufferTransferFunction_ITU_R_2100_HLG)
    }
}

extension StillRequest {
    fileprivate func with(_ change: (inout StillRequest) -> Void) -> StillRequest {
        var request = self
        change(&request)
        return request
    }

    fileprivate static func underFlash(_ fires: Bool) -> StillRequest {
        var request = StillRequest()
        request.exposure = .underFlash
        request.firesFlash = fires
        return request
    }
}
