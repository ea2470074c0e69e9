import CaptureEngine
import SimulatedDevices
import TestSupport
import Testing

struct SimulatedFaultsTests {
    /// What a test needs to know about an event.
    enum Note: Sendable, Equatable {
        case frame(SceneReader.Reading?)
        case dropped(CMTime, DropReason)
        case failed(CaptureError.Code)
        case depth

        init(_ event: SourceEvent) {
            switch event {
            case .sample(let sample):
                self = .frame(CMSampleBufferGetImageBuffer(sample).flatMap { SceneReader.read($0) })
            case .dropped(let time, let reason): self = .dropped(time, reason)
            case .failed(let error): self = .failed(error.code)
            case .depth, .depthDropped: self = .depth
            }
        }

        var frameNumber: UInt32? {
            if case .frame(let reading?) = self { reading.frameNumber } else { nil }
        }
    }

    /// The first events of the back camera of a phone with faults.
    private func events(_ count: Int, _ change: (inout SimulatedFaults) -> Void) throws -> [Note] {
        let bench = Bench()
        var faults = SimulatedFaults()
        change(&faults)
        bench.phone.setFaults(faults, of: "back")
        let (source, configuration) = try bench.camera()
        let recorder = SourceRecorder { Note($0) }
        try source.start(configuration, deliver: recorder.deliver)
        bench.clock.advance(by: CMTime(value: 10, timescale: 1))
        let notes = recorder.wait(for: count)
        source.stop()
        return notes
    }

    /// The error from starting the back camera of a phone with faults.
    private func startError(_ change: (inout SimulatedFaults) -> Void) throws -> CaptureError {
        let bench = Bench()
        var faults = SimulatedFaults()
        change(&faults)
        bench.phone.setFaults(faults, of: "back")
        let (source, configuration) = try bench.camera()
        let error = #expect(throws: CaptureError.self) { try source.start(configuration) { _ in } }
        return try #require(error)
    }

    @Test func everyTenthFrameIsLost() throws {
        let notes = try events(301) { $0.dropEvery = 10 }
        #expect(notes.count == 301)
        let lost = notes.indices.filter { if case .dropped(_, .discontinuity) = notes[$0] { true } else { false } }
        #expect(lost == Array(stride(from: 9, to: 301, by: 10)))
        #expect(notes[10].frameNumber == 10, "the counter in the picture shows the gap")
        #expect(notes[9] == .dropped(CMTime(value: 300, timescale: 1000), .discontinuity))
    }

    @Test func corruptFramesKeepTheirUpperHalf() throws {
        let bench = Bench()
        var faults = SimulatedFaults()
        faults.corruptEvery = 2
        bench.phone.setFaults(faults, of: "back")
        let (source, configuration) = try bench.camera()
        let recorder = SourceRecorder { event -> [UInt8]? in
            guard case .sample(let sample) = event, let frame = CMSampleBufferGetImageBuffer(sample) else { return nil }
            return frame.withPlanes { planes in
                [100, 400].map { planes[0].base.load(fromByteOffset: $0 * planes[0].bytesPerRow + 10, as: UInt8.self) }
            }
        }
        try source.start(configuration, deliver: recorder.deliver)
        bench.clock.advance(by: CMTime(value: 1, timescale: 1))
        let pixels = recorder.wait(for: 31)
        source.stop()
        try #require(pixels.count == 31)
        #expect(pixels.indices.allSatisfy { pixels[$0][0] > 16 })
        #expect(pixels.indices.allSatisfy { (pixels[$0][1] == 0) == ($0 % 2 == 1) })
    }

    @Test func aStalledCameraStaysOpenAndSilent() throws {
        let bench = Bench()
        var faults = SimulatedFaults()
        faults.stallAfterMilliseconds = 1000
        bench.phone.setFaults(faults, of: "back")
        let (camera, configuration) = try bench.camera()
        let (other, otherConfiguration) = try bench.camera("front")
        let stalled = SourceRecorder { Note($0) }
        let running = SourceRecorder { Note($0) }
        try camera.start(configuration, deliver: stalled.deliver)
        try other.start(otherConfiguration, deliver: running.deliver)
        bench.clock.advance(by: CMTime(value: 5, timescale: 1))
        #expect(running.wait(for: 151).count == 151)
        #expect(stalled.wait(for: 30).count == 30)
        camera.stop()
        other.stop()
        #expect(stalled.all.count == 30)
    }

    @Test func aCameraThatIsPulledOutFailsAndIsGone() throws {
        let notes = try events(31) { $0.unplugAfterMilliseconds = 1000 }
        #expect(notes.prefix(30).allSatisfy { $0.frameNumber != nil })
        #expect(notes.last == .failed(.deviceDisconnected))
        #expect(notes.count == 31)
    }

    @Test func pluggingAndUnpluggingIsReported() throws {
        let bench = Bench()
        let changes = SourceRecorder<Int> { _ in 1 }
        let deliver = changes.deliver
        bench.phone.onChange { deliver(.dropped(timestamp: .zero, reason: .late)) }
        let builtIn = bench.phone.devices().map(\.id.name)
        #expect(builtIn.prefix(2) == ["back", "front"])
        #expect(!builtIn.contains("external") && builtIn.last == "microphone")
        bench.phone.plug()
        #expect(bench.phone.devices().map(\.id.name) == builtIn.dropLast() + ["external", "microphone"])
        #expect(changes.all.count == 1)

        let (source, configuration) = try bench.camera("external", width: 1280)
        let notes = SourceRecorder { Note($0) }
        try source.start(configuration, deliver: notes.deliver)
        _ = notes.wait(for: 1)
        bench.phone.unplug()
        #expect(notes.wait(for: 2).last == .failed(.deviceDisconnected))
        #expect(changes.all.count == 2)
        #expect(throws: CaptureError.self) { try bench.phone.device(named: "external") }
        source.stop()

        bench.phone.plug()
        try source.start(configuration, deliver: notes.deliver)
        source.stop()
    }

    @Test func aRunningCameraThatIsRefusedFailsAndIsClosed() throws {
        let bench = Bench()
        let (source, configuration) = try bench.camera("back-triple")
        let notes = SourceRecorder { Note($0) }
        try source.start(configuration, deliver: notes.deliver)
        _ = notes.wait(for: 1)
        bench.phone.setAllowed(false, cameras: false)
        #expect(bench.phone.isOpen("back-triple"))
        bench.phone.setAllowed(false, cameras: true)
        #expect(notes.wait(for: 2).last == .failed(.notAuthorized))
        #expect(!bench.phone.isOpen("back-triple"))
        let error = #expect(throws: CaptureError.self) { try source.start(configuration) { _ in } }
        #expect(error?.code == .notAuthorized)
        bench.phone.setAllowed(true, cameras: true)
        #expect(notes.all.count == 2)
        try source.start(configuration, deliver: notes.deliver)
        #expect(bench.phone.isOpen("back-triple"))
        source.stop()
    }

    @Test func aVirtualCameraGoesAndReturnsWithEachOfItsCameras() throws {
        for name in ["back-ultra-wide", "back", "back-telephoto"] {
            let bench = Bench()
            let (source, configuration) = try bench.camera("back-triple")
            let notes = SourceRecorder { Note($0) }
            try source.start(configuration, deliver: notes.deliver)
            _ = notes.wait(for: 1)
            bench.phone.unplug(name)
            #expect(notes.wait(for: 2).last == .failed(.deviceDisconnected))
            #expect(throws: CaptureError.self) { try bench.phone.device(named: "back-triple") }
            source.stop()
            bench.phone.plug(name)
            try source.start(configuration, deliver: notes.deliver)
            source.stop()
        }
    }

    @Test func aVirtualCameraHasTheFaultsOfItsCameras() throws {
        func error(_ change: (inout SimulatedFaults) -> Void) throws -> CaptureError.Code? {
            let bench = Bench()
            let (source, configuration) = try bench.camera("back-triple")
            var faults = SimulatedFaults()
            change(&faults)
            bench.phone.setFaults(faults, of: "back")
            return #expect(throws: CaptureError.self) { try source.start(configuration) { _ in } }?.code
        }
        #expect(try error { $0.isBusy = true } == .deviceInUse)
        #expect(try error { $0.isDenied = true } == .notAuthorized)
        #expect(try error { $0.isMissing = true } == .deviceNotFound)
    }

    @Test func theCameraWhoseFaultItIsIsPulledOutOfAVirtualOne() throws {
        let bench = Bench()
        var faults = SimulatedFaults()
        faults.unplugAfterMilliseconds = 1000
        bench.phone.setFaults(faults, of: "back")
        let (source, configuration) = try bench.camera("back-triple")
        let notes = SourceRecorder { Note($0) }
        try source.start(configuration, deliver: notes.deliver)
        bench.clock.advance(by: CMTime(value: 10, timescale: 1))
        #expect(notes.wait(for: 31).last == .failed(.deviceDisconnected))
        let names = bench.phone.devices().map(\.id.name)
        #expect(Set(["back", "back-dual", "back-dual-wide", "back-triple"]).isDisjoint(with: names))
        #expect(Set(["back-ultra-wide", "back-telephoto"]).isSubset(of: names))
        source.stop()
    }

    @Test func aSecondSourceOnOneCameraIsRefused() throws {
        let bench = Bench()
        let (first, configuration) = try bench.camera()
        let (second, _) = try bench.camera()
        try first.start(configuration) { _ in }
        let error = #expect(throws: CaptureError.self) { try second.start(configuration) { _ in } }
        #expect(error?.code == .deviceInUse)
        first.stop()
        try second.start(configuration) { _ in }
        second.stop()
    }

    @Test func busyDeniedAndMissingSayWhatTheyAre() throws {
        let busy = try startError { $0.isBusy = true }
        #expect(busy.code == .deviceInUse)
        #expect(busy.message == "simulated:back is already in use")
        let denied = try startError { $0.isDenied = true }
        #expect(denied.code == .notAuthorized)
        #expect(denied.message == "access to simulated:back was refused")

        let phone = Bench().phone
        var faults = SimulatedFaults()
        faults.isMissing = true
        phone.setFaults(faults, of: "back")
        #expect(phone.devices().first?.id.name == "front")
        let missing = #expect(throws: CaptureError.self) { try phone.device(named: "back") }
        #expect(missing?.message == "there is no device simulated:back")
    }

    @Test func faultsAreReadFromWords() throws {
        let faults = try SimulatedFaults.parse("unplug-after=2s, microphone:stall-after=500ms,back:drop-every=10")
        #expect(faults["back"]?.unplugAfterMilliseconds == 2000)
        #expect(faults["back"]?.dropEvery == 10)
        #expect(faults["front"]?.unplugAfterMilliseconds == 2000)
        #expect(faults["front"]?.dropEvery == nil)
        #expect(faults["microphone"]?.stallAfterMilliseconds == 500)
        #expect(try SimulatedFaults.parse("no-camera")["back"]?.isMissing == true)
        #expect(try SimulatedFaults.parse("no-microphone").keys.sorted() == ["microphone"])
        #expect(try SimulatedFaults.parse("").isEmpty)
    }

    @Test(arguments: ["nonsense", "unplug-after=soon", "drop-every=0", "side:busy", "busy=1", "stall-after"])
    func aWordThatIsNotAFaultIsNamed(word: String) throws {
        let error = #expect(throws: CaptureError.self) { try SimulatedFaults.parse(word) }
        #expect(error?.message == "AVCAM_SIMULATED_FAULTS: \"\(word)\" is not a fault")
    }

    @Test func startingAndStoppingManyTimesLeavesNothingBehind() throws {
        let bench = Bench()
        let (source, configuration) = try bench.camera()
        for _ in 0..<50 {
            let recorder = SourceRecorder { Note($0) }
            try source.start(configuration, deliver: recorder.deliver)
            #expect(recorder.wait(for: 1).first?.frameNumber == 0)
            source.stop()
            bench.clock.advance(by: CMTime(value: 1, timescale: 1))
            #expect(recorder.all.count == 1)
        }
    }
}
