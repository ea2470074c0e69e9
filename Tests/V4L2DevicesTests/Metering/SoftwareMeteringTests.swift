import CaptureEngine
import CoreMedia
import LinuxVideo
import Testing

@testable import V4L2Devices

/// A running camera whose driver has neither points of interest nor an exposure bias.
struct SoftwareMeteringTests {
    private final class Camera {
        let device = FakeScene.webcam()
        var scene: FakeScene
        let adjustment: V4L2Adjustment
        var settings = CameraSettings()
        private(set) var conditions = CaptureConditions(exposureDuration: .invalid, iso: 0)

        init(delay: Int = 2) {
            scene = FakeScene(device)
            scene.delay = delay
            adjustment = V4L2Adjustment(
                V4L2Controls(device), settings, frameDuration: CMTime(value: 1, timescale: 30))
            set { _ in }
        }

        func set(_ change: (inout CameraSettings) -> Void) {
            settings.revision += 1
            change(&settings)
            adjustment.adjust(settings)
            adjustment.finish()
        }

        func expose(_ mode: CameraSettings.Exposure, at point: CameraSettings.Point) {
            set { settings in
                (settings.exposure, settings.exposurePoint) = (mode, point)
                settings.exposureStart = settings.revision
            }
        }

        func focus(_ mode: CameraSettings.Focus, at point: CameraSettings.Point) {
            set { settings in
                (settings.focus, settings.focusPoint) = (mode, point)
                settings.focusStart = settings.revision
            }
        }

        func frames(_ count: Int) throws {
            for _ in 0..<count {
                if let new = adjustment.conditionsOfNextFrame(try scene.picture(), takenAt: nil) { conditions = new }
                adjustment.finish()
            }
        }

        /// Whether an adjustment began, and ended within 300 frames.
        func adjusts(_ part: KeyPath<CaptureConditions, Bool>) throws -> Bool {
            try frames(1)
            guard conditions[keyPath: part] else { return false }
            for _ in 0..<300 where conditions[keyPath: part] { try frames(1) }
            return !conditions[keyPath: part]
        }

        func level(_ point: CameraSettings.Point) throws -> Double? {
            try frames(scene.delay + 1)
            return PictureMeter(try scene.picture(), at: point)?.level
        }

        func control(_ id: UInt32) -> Int32? { device.control(id) }
    }

    private static let gray = 0.165...0.2

    @Test(arguments: 1...4) func theDarkHalfBecomesMiddleGray(delay: Int) throws {
        let camera = Camera(delay: delay)
        try camera.frames(20)
        #expect(try #require(try camera.level(FakeScene.dark)) < 0.04)
        camera.expose(.once, at: FakeScene.dark)
        #expect(try camera.adjusts(\.isAdjustingExposure))
        #expect(try Self.gray.contains(#require(try camera.level(FakeScene.dark))))
        #expect(camera.control(V4L2ControlID.exposureAuto) == 1)
        #expect(camera.control(V4L2ControlID.exposureAbsolute) == 333, "not longer than a frame; then gain")
        #expect(camera.conditions.iso > 300 && abs(camera.conditions.exposureOffset) < 0.2)
    }

    @Test func theBrightHalfBecomesMiddleGray() throws {
        let camera = Camera()
        camera.expose(.once, at: FakeScene.bright)
        #expect(try camera.adjusts(\.isAdjustingExposure))
        #expect(try Self.gray.contains(#require(try camera.level(FakeScene.bright))))
    }

    @Test func aPointThatFollowsTheSceneFollowsItsLight() throws {
        let camera = Camera()
        camera.expose(.continuous, at: FakeScene.bright)
        #expect(try camera.adjusts(\.isAdjustingExposure))
        camera.scene.light = 3
        try camera.frames(8)
        #expect(try camera.adjusts(\.isAdjustingExposure))
        #expect(try Self.gray.contains(#require(try camera.level(FakeScene.bright))))
    }

    @Test func withoutAPointTheCameraIsInChargeAgain() throws {
        let camera = Camera()
        camera.expose(.continuous, at: FakeScene.dark)
        #expect(try camera.adjusts(\.isAdjustingExposure))
        camera.expose(.continuous, at: .middle)
        try camera.frames(3)
        #expect(camera.control(V4L2ControlID.exposureAuto) == 3)
        #expect(camera.control(V4L2ControlID.exposureAbsolute) == 250 && camera.control(V4L2ControlID.gain) == 0)
        #expect(!camera.conditions.isAdjustingExposure)
    }

    @Test func whatAnotherProgramSetIsPutBackAtTheEnd() throws {
        let camera = Camera()
        try camera.device.setControl(V4L2ControlID.exposureAuto, 1)
        try camera.device.setControl(V4L2ControlID.exposureAbsolute, 777)
        try camera.device.setControl(V4L2ControlID.focusAbsolute, 45)
        let changes = camera.device.changes
        try camera.frames(40)
        #expect(camera.device.changes == changes, "nothing changes until a point is set")
        camera.expose(.continuous, at: FakeScene.dark)
        camera.focus(.once, at: FakeScene.dark)
        try camera.frames(200)
        #expect(camera.adjustment.close(within: .seconds(60)))
        #expect(camera.control(V4L2ControlID.exposureAuto) == 1)
        #expect(camera.control(V4L2ControlID.exposureAbsolute) == 777 && camera.control(V4L2ControlID.gain) == 0)
        #expect(camera.control(V4L2ControlID.focusAbsolute) == 45 && camera.control(V4L2ControlID.focusAuto) == 1)
    }

    @Test func aLockKeepsWhatWasMetered() throws {
        let camera = Camera()
        camera.expose(.continuous, at: FakeScene.dark)
        #expect(try camera.adjusts(\.isAdjustingExposure))
        let gain = camera.control(V4L2ControlID.gain)
        camera.expose(.locked, at: FakeScene.dark)
        camera.scene.light = 4
        try camera.frames(60)
        #expect(camera.control(V4L2ControlID.exposureAuto) == 1 && camera.control(V4L2ControlID.gain) == gain)
    }

    @Test(arguments: [-1, 1]) func aBiasCountsFromWhatTheCameraChose(stops: Float) throws {
        let camera = Camera()
        try camera.frames(20)
        let own = try #require(try camera.level(.middle))
        camera.set { $0.exposureBias = stops }
        #expect(try camera.adjusts(\.isAdjustingExposure))
        let level = try #require(try camera.level(.middle))
        #expect(abs(Float(log2(level / own)) - stops) < 0.2)
        #expect(camera.conditions.exposureBias == stops)
        camera.set { $0.exposureBias = 0 }
        try camera.frames(3)
        #expect(camera.control(V4L2ControlID.exposureAuto) == 3)
    }

    @Test func aBiasAddsToAPoint() throws {
        let camera = Camera()
        camera.expose(.once, at: FakeScene.dark)
        #expect(try camera.adjusts(\.isAdjustingExposure))
        camera.set { $0.exposureBias = 1 }
        #expect(try camera.adjusts(\.isAdjustingExposure))
        let level = try #require(try camera.level(FakeScene.dark))
        #expect(abs(log2(level / 0.36)) < 0.2)
        camera.set { $0.exposureBias = 0 }
        #expect(try camera.adjusts(\.isAdjustingExposure))
        #expect(try Self.gray.contains(#require(try camera.level(FakeScene.dark))))
    }

    @Test func aControlWithoutEffectGivesTheExposureBack() throws {
        let camera = Camera()
        camera.scene.isObedient = false
        camera.expose(.continuous, at: FakeScene.dark)
        #expect(try camera.adjusts(\.isAdjustingExposure))
        #expect(camera.control(V4L2ControlID.exposureAuto) == 3 && camera.control(V4L2ControlID.gain) == 0)
        let changes = camera.device.changes
        try camera.frames(100)
        #expect(camera.device.changes == changes)
    }

    @Test func aStillInAnotherExposureLeavesTheMeteredOne() throws {
        let camera = Camera()
        camera.expose(.once, at: FakeScene.dark)
        #expect(try camera.adjusts(\.isAdjustingExposure))
        let (time, gain) = (camera.control(V4L2ControlID.exposureAbsolute), camera.control(V4L2ControlID.gain))
        camera.adjustment.setBias(-2)
        #expect(camera.control(V4L2ControlID.gain) != gain)
        camera.adjustment.restoreBias()
        #expect(camera.control(V4L2ControlID.exposureAbsolute) == time && camera.control(V4L2ControlID.gain) == gain)
    }

    @Test func aStillWithABiasIsDarkerThanTheCamerasOwn() throws {
        let camera = Camera()
        camera.adjustment.setBias(-1)
        #expect(camera.control(V4L2ControlID.exposureAuto) == 1)
        #expect(camera.control(V4L2ControlID.exposureAbsolute) == 125)
        camera.adjustment.restoreBias()
        #expect(camera.control(V4L2ControlID.exposureAuto) == 3)
        #expect(camera.control(V4L2ControlID.exposureAbsolute) == 250)
    }

    // MARK: Focus

    @Test(arguments: [(FakeScene.bright, Int32(50)), (FakeScene.dark, Int32(180))])
    func theLensFocusesOnAPoint(point: CameraSettings.Point, lens: Int32) throws {
        let camera = Camera()
        camera.expose(.once, at: point)
        camera.focus(.once, at: point)
        #expect(try camera.adjusts(\.isAdjustingFocus))
        #expect(!camera.conditions.isAdjustingExposure)
        #expect(try abs(#require(camera.control(V4L2ControlID.focusAbsolute)) - lens) <= 5)
        #expect(camera.control(V4L2ControlID.focusAuto) == 0)
        camera.focus(.continuous, at: .middle)
        #expect(camera.control(V4L2ControlID.focusAuto) == 1, "the camera focuses by itself again")
    }

    @Test func aPointThatFollowsTheSceneFocusesAgain() throws {
        let camera = Camera()
        camera.focus(.continuous, at: FakeScene.bright)
        #expect(try camera.adjusts(\.isAdjustingFocus))
        // Somebody moves the lens.
        try camera.device.setControl(V4L2ControlID.focusAbsolute, 200)
        try camera.frames(25)
        #expect(try camera.adjusts(\.isAdjustingFocus))
        #expect(try abs(#require(camera.control(V4L2ControlID.focusAbsolute)) - 50) <= 5)
    }
}
