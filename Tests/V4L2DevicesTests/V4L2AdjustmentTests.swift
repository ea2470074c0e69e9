import CaptureEngine
import CoreMedia
import LinuxVideo
import Testing

@testable import V4L2Devices

struct V4L2AdjustmentTests {
    private let device = FakeControls.webcam()

    private func running(
        _ device: FakeControls? = nil, _ change: (inout CameraSettings) -> Void = { _ in }
    ) -> V4L2Adjustment {
        var settings = CameraSettings()
        change(&settings)
        let adjustment = V4L2Adjustment(
            V4L2Controls(device ?? self.device), settings, frameDuration: CMTime(value: 1, timescale: 30))
        adjustment.adjust(settings)
        adjustment.finish()
        return adjustment
    }

    /// The conditions of this many frames, with all controls set in between.
    private func frames(_ count: Int, of adjustment: V4L2Adjustment) -> [CaptureConditions] {
        (0..<count).compactMap { _ in
            defer { adjustment.finish() }
            return adjustment.conditionsOfNextFrame(nil, takenAt: nil)
        }
    }

    @Test func aSearchThatIsMadeOnceEndsAndStays() {
        let adjustment = running { settings in
            settings.exposure = .once
            settings.exposureStart = 1
        }
        let conditions = frames(40, of: adjustment)
        #expect(conditions.count == 40)
        #expect(conditions[0].isAdjustingExposure && !conditions[39].isAdjustingExposure)
        #expect(!conditions[0].isAdjustingFocus)
        #expect(device.control(V4L2ControlID.exposureAuto) == 1, "the camera does not go on by itself")
    }

    @Test func aSearchInProgressIsNotHeld() {
        _ = frames(40, of: running())
        #expect(device.control(V4L2ControlID.exposureAuto) == 3)
    }

    @Test func framesThatAreUnderWayDoNotShowAChangeYet() {
        let adjustment = running()
        _ = frames(5, of: adjustment)
        var settings = CameraSettings()
        settings.revision = 7
        settings.zoom = 2
        adjustment.adjust(settings)
        adjustment.finish()
        let revisions = frames(5, of: adjustment).map(\.settingsRevision)
        #expect(revisions == [0, 0, 0, 7, 7])
        #expect(device.control(V4L2ControlID.zoomAbsolute) == 200)
    }

    /// A late program still receives frames taken before the change.
    @Test func framesFromBeforeAChangeAreNotCounted() {
        let adjustment = running()
        _ = frames(5, of: adjustment)
        let before = MonotonicClock.shared.now.value
        var settings = CameraSettings()
        settings.revision = 7
        adjustment.adjust(settings)
        adjustment.finish()
        let late = (0..<10).map { _ in adjustment.conditionsOfNextFrame(nil, takenAt: before)?.settingsRevision }
        #expect(late.allSatisfy { $0 == 0 })
        let after = MonotonicClock.shared.now.value
        let revisions = (0..<5).map { _ in adjustment.conditionsOfNextFrame(nil, takenAt: after)?.settingsRevision }
        #expect(revisions == [0, 0, 0, 7, 7])
    }

    /// A driver whose clock stands still has no more frames than buffers.
    @Test func aWrongClockHidesNoChange() {
        let adjustment = running()
        _ = frames(5, of: adjustment)
        var settings = CameraSettings()
        settings.revision = 7
        adjustment.adjust(settings)
        adjustment.finish()
        let revisions = (0..<40).map { _ in adjustment.conditionsOfNextFrame(nil, takenAt: 1)?.settingsRevision }
        #expect(revisions.prefix(35).allSatisfy { $0 == 0 } && revisions.dropFirst(35).allSatisfy { $0 == 7 })
    }

    @Test func automaticValuesAreReadPeriodically() {
        let adjustment = running()
        device.moveByItself(V4L2ControlID.exposureAbsolute, to: 500)
        let durations = frames(20, of: adjustment).map(\.exposureDuration.seconds)
        #expect(durations.first == 0.025 && durations.last == 0.05)
    }

    /// Some drivers report the last exposure that was set by hand.
    @Test func anAutomaticExposureIsBelievedOnceItWasSeenToChange() {
        let adjustment = running()
        #expect(frames(30, of: adjustment).allSatisfy { !$0.isExposureCertain })
        #expect(!adjustment.conditionsNow().isExposureCertain)
        device.moveByItself(V4L2ControlID.exposureAbsolute, to: 500)
        #expect(frames(20, of: adjustment).last?.isExposureCertain == true)
        #expect(adjustment.conditionsNow().isExposureCertain)
    }

    @Test func anExposureThatMovesIsReadMoreOften() {
        let adjustment = running()
        _ = frames(60, of: adjustment)
        device.moveByItself(V4L2ControlID.exposureAbsolute, to: 500)
        #expect((0..<20).contains { _ in frames(1, of: adjustment).last?.exposureDuration.seconds == 0.05 })
        device.moveByItself(V4L2ControlID.exposureAbsolute, to: 1000)
        #expect(frames(6, of: adjustment).last?.exposureDuration.seconds == 0.1)
    }

    @Test func anExposureThatWasSetByHandIsCertainAndSaysNothingOfAnAutomaticOne() throws {
        let adjustment = running { $0.exposure = .custom(duration: CMTime(value: 1, timescale: 100), iso: 400) }
        #expect(frames(20, of: adjustment).allSatisfy { $0.isExposureCertain })
        var settings = CameraSettings()
        settings.revision = 1
        adjustment.adjust(settings)
        adjustment.finish()
        #expect(frames(20, of: adjustment).last?.isExposureCertain == false)
    }

    @Test func aStillsOwnExposureIsNoChangeByTheCamera() {
        let adjustment = running()
        _ = frames(20, of: adjustment)
        adjustment.controls.setExposure(CMTime(value: 1, timescale: 1000), iso: nil)
        #expect(adjustment.conditionsNow().isExposureCertain)
        adjustment.restoreExposure()
        device.moveByItself(V4L2ControlID.exposureAbsolute, to: 10)
        #expect(frames(20, of: adjustment).last?.isExposureCertain == false)
    }

    @Test func aVolatileExposureIsBelievedAtOnce() {
        let device = FakeControls([
            V4L2ControlID.exposureAuto: VideoControl(range: 0...3, defaultValue: 3),
            V4L2ControlID.exposureAbsolute: VideoControl(range: 1...1000, defaultValue: 100, isVolatile: true),
        ])
        #expect(frames(1, of: running(device)).first?.isExposureCertain == true)
    }

    /// The flag comes and goes with the automatic function.
    @Test func whetherAnExposureIsVolatileIsAskedEachTimeItIsRead() throws {
        let device = FakeControls(
            [
                V4L2ControlID.exposureAuto: VideoControl(range: 0...3, defaultValue: 1),
                V4L2ControlID.exposureAbsolute: VideoControl(range: 1...1000, defaultValue: 100),
            ], isVolatileWhileAutomatic: true)
        let adjustment = running(device)
        #expect(frames(1, of: adjustment).first?.isExposureCertain == true)
        // Another program hands the exposure to the camera.
        device.moveByItself(V4L2ControlID.exposureAuto, to: V4L2ControlID.ExposureMode.aperturePriority)
        #expect(adjustment.conditionsNow().isExposureCertain)
        adjustment.read()
        adjustment.finish()
        #expect(frames(1, of: adjustment).first?.isExposureCertain == true)
    }

    /// All automatic functions are off, so the driver reports every change.
    @Test func whatOthersSetIsReadWhenTheDriverReportsIt() throws {
        for id in [V4L2ControlID.focusAuto, V4L2ControlID.autoWhiteBalance] { try device.setControl(id, 0) }
        try device.setControl(V4L2ControlID.exposureAuto, V4L2ControlID.ExposureMode.manual)
        let adjustment = running()
        // The first frames do not wait for it.
        #expect(!device.isWatched(V4L2ControlID.zoomAbsolute))
        _ = frames(20, of: adjustment)
        #expect(device.isWatched(V4L2ControlID.zoomAbsolute) && device.isWatched(V4L2ControlID.exposureAuto))
        let readings = device.readings
        _ = frames(100, of: adjustment)
        #expect(device.readings == readings, "nobody asks in vain")
        device.moveByItself(V4L2ControlID.zoomAbsolute, to: 300)
        adjustment.read()
        adjustment.finish()
        #expect(frames(1, of: adjustment).first?.zoom == 3)
        // Another program turns an automatic function on.
        device.moveByItself(V4L2ControlID.focusAuto, to: 1)
        adjustment.read()
        adjustment.finish()
        device.moveByItself(V4L2ControlID.focusAbsolute, to: 125)
        #expect(frames(20, of: adjustment).last?.lensPosition == 0.5)
    }

    @Test func whatOthersSetIsReadPeriodicallyWhereNoDriverReportsIt() throws {
        let device = FakeControls.webcam(tells: false)
        for id in [V4L2ControlID.focusAuto, V4L2ControlID.autoWhiteBalance] { try device.setControl(id, 0) }
        try device.setControl(V4L2ControlID.exposureAuto, V4L2ControlID.ExposureMode.manual)
        let adjustment = running(device)
        device.moveByItself(V4L2ControlID.zoomAbsolute, to: 300)
        let zooms = frames(20, of: adjustment).map(\.zoom)
        #expect(zooms.first == 1 && zooms.last == 3)
    }

    // MARK: What others have set

    @Test func openingACameraChangesNothing() {
        try? device.setControl(V4L2ControlID.exposureAuto, 1)
        try? device.setControl(V4L2ControlID.focusAuto, 0)
        let changes = device.changes
        let adjustment = running()
        _ = frames(40, of: adjustment)
        #expect(adjustment.close(within: .seconds(60)))
        #expect(device.changes == changes)
    }

    @Test(arguments: [1, 3]) func theExposureIsPutBackAtTheEnd(mode: Int32) throws {
        try device.setControl(V4L2ControlID.exposureAuto, mode)
        try device.setControl(V4L2ControlID.exposureAbsolute, 777)
        let adjustment = running { $0.exposure = .custom(duration: CMTime(value: 1, timescale: 100), iso: 400) }
        #expect(device.control(V4L2ControlID.exposureAuto) == 1)
        #expect(device.control(V4L2ControlID.exposureAbsolute) == 100)
        #expect(device.control(V4L2ControlID.gain) != 0)
        #expect(adjustment.close(within: .seconds(60)))
        #expect(device.control(V4L2ControlID.exposureAuto) == mode)
        #expect(device.control(V4L2ControlID.exposureAbsolute) == 777)
        #expect(device.control(V4L2ControlID.gain) == 0)
    }

    @Test func whatAPersonChoseSurvivesAnAutomaticFunction() throws {
        try device.setControl(V4L2ControlID.focusAuto, 0)
        try device.setControl(V4L2ControlID.focusAbsolute, 45)
        let adjustment = running { settings in
            settings.focus = .once
            settings.focusStart = 1
        }
        #expect(device.control(V4L2ControlID.focusAuto) == 1)
        device.moveByItself(V4L2ControlID.focusAbsolute, to: 200)
        #expect(adjustment.close(within: .seconds(60)))
        #expect(device.control(V4L2ControlID.focusAuto) == 0)
        #expect(device.control(V4L2ControlID.focusAbsolute) == 45)
    }

    @Test func afterAStillTheExposureIsTheFoundOneAgain() throws {
        try device.setControl(V4L2ControlID.exposureAuto, 1)
        try device.setControl(V4L2ControlID.exposureAbsolute, 777)
        let adjustment = running()
        adjustment.controls.setExposure(CMTime(value: 1, timescale: 1000), iso: nil)
        #expect(device.control(V4L2ControlID.exposureAbsolute) == 10)
        adjustment.controls.restoreExposure(adjustment.settings)
        #expect(device.control(V4L2ControlID.exposureAbsolute) == 777)
        #expect(device.control(V4L2ControlID.exposureAuto) == 1)
    }
}
