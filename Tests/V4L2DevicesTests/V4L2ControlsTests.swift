import CaptureEngine
import LinuxVideo
import Locking
import Testing

@testable import V4L2Devices

struct V4L2ControlsTests {
    @Test func aCameraWithoutControlsCanDoNothing() {
        #expect(V4L2Controls(FakeControls([:])).capabilities == CameraCapabilities())
    }

    @Test func aDriversNonsenseNumbersDoNoHarm() {
        let controls = V4L2Controls(
            FakeControls([
                V4L2ControlID.exposureAbsolute: VideoControl(range: -20...0),
                V4L2ControlID.redBalance: VideoControl(range: 1...10, defaultValue: 100),
                V4L2ControlID.blueBalance: VideoControl(range: 1...10, defaultValue: 100),
                V4L2ControlID.focusAbsolute: VideoControl(range: 0...10, defaultValue: 99),
            ]))
        #expect(controls.capabilities.exposure == nil)
        #expect(controls.capabilities.maxWhiteBalanceGain == 1)
        #expect(controls.conditions(CameraSettings()).lensPosition == 0)
    }

    @Test func controlsBecomeCapabilities() {
        let capabilities = V4L2Controls(FakeControls.webcam()).capabilities
        #expect(
            capabilities.exposure?.durations == CMTime(
                value: 3, timescale: 10_000)...CMTime(value: 2047, timescale: 10_000))
        #expect(capabilities.exposure?.iso == 100...1600)
        #expect(capabilities.exposureBias == -2...2)
        #expect(capabilities.hasAutoExposure && capabilities.hasAutoFocus && capabilities.hasAutoWhiteBalance)
        #expect(capabilities.canLockLens && capabilities.maxZoom == 5 && capabilities.maxWhiteBalanceGain == 4)
        #expect(!capabilities.hasFlash && !capabilities.hasTorch && !capabilities.focusesOnRequest)
        #expect(capabilities.hasFocusPoint && capabilities.hasExposurePoint)
    }

    @Test func whatCanOnlyBeReadIsShownAndNotOffered() {
        let device = FakeControls(
            [
                V4L2ControlID.exposureAuto: VideoControl(range: 0...3, defaultValue: 3, isReadOnly: true),
                V4L2ControlID.exposureAbsolute: VideoControl(range: 1...1000, defaultValue: 100, isReadOnly: true),
                V4L2ControlID.gain: VideoControl(range: 0...255, defaultValue: 255, isReadOnly: true),
                V4L2ControlID.autoExposureBias: VideoControl(range: 0...2, defaultValue: 2, isReadOnly: true),
                V4L2ControlID.focusAuto: VideoControl(range: 0...1, defaultValue: 1, isReadOnly: true),
                V4L2ControlID.focusAbsolute: VideoControl(range: 0...250, defaultValue: 250, isReadOnly: true),
                V4L2ControlID.autoFocusStart: VideoControl(range: 0...0, isReadOnly: true),
                V4L2ControlID.autoWhiteBalance: VideoControl(range: 0...1, defaultValue: 1, isReadOnly: true),
                V4L2ControlID.whiteBalanceTemperature: VideoControl(
                    range: 2000...6500, defaultValue: 5000, isReadOnly: true),
                V4L2ControlID.zoomAbsolute: VideoControl(range: 100...500, defaultValue: 200, isReadOnly: true),
                V4L2ControlID.flashLEDMode: VideoControl(range: 0...2, isReadOnly: true),
                V4L2ControlID.flashStrobe: VideoControl(range: 0...0, isReadOnly: true),
            ], menus: [V4L2ControlID.autoExposureBias: [0: -1000, 1: 0, 2: 1000]])
        let controls = V4L2Controls(device)
        #expect(controls.capabilities == CameraCapabilities())
        let abilities = controls.softwareAbilities
        #expect(!abilities.meters && !abilities.hasLens && !abilities.driverHasBias && !abilities.driverFocuses)
        let conditions = controls.conditions(CameraSettings())
        #expect(conditions.exposureDuration == CMTime(value: 100, timescale: 10_000) && conditions.iso == 1600)
        #expect(conditions.lensPosition == 0 && conditions.zoom == 2 && conditions.exposureBias == 1)
        #expect(conditions.whiteBalanceGains == WhiteBalanceGains(red: 1, green: 1, blue: 1))
    }

    @Test func aGainThatCanOnlyBeReadLeavesTheExposureTimeSettable() {
        let device = FakeControls([
            V4L2ControlID.exposureAuto: VideoControl(range: 0...3, defaultValue: 3),
            V4L2ControlID.exposureAbsolute: VideoControl(range: 1...1000, defaultValue: 100),
            V4L2ControlID.gain: VideoControl(range: 0...255, defaultValue: 255, isReadOnly: true),
        ])
        let controls = V4L2Controls(device)
        #expect(controls.capabilities.exposure?.iso == 100...100)
        controls.setExposure(CMTime(value: 1, timescale: 50), iso: 400)
        #expect(controls.conditions(CameraSettings()).iso == 1600)
        #expect(controls.conditions(CameraSettings()).exposureDuration == CMTime(value: 200, timescale: 10_000))
    }

    @Test func softwareFocusesALensThatNothingElseDrives() {
        let device = FakeControls([V4L2ControlID.focusAbsolute: VideoControl(range: 0...250)])
        let capabilities = V4L2Controls(device).capabilities
        #expect(capabilities.hasAutoFocus && capabilities.focusesOnRequest && capabilities.hasFocusPoint)
        #expect(!capabilities.hasExposurePoint && capabilities.exposureBias == 0...0)
    }

    @Test func aPrivacySwitchIsSeenWhereTheDriverHasOne() throws {
        let device = FakeControls([V4L2ControlID.privacy: VideoControl(range: 0...1)])
        let controls = V4L2Controls(device)
        #expect(controls.capabilities.hasPrivacySwitch && !controls.conditions(CameraSettings()).isCovered)
        try device.setControl(V4L2ControlID.privacy, 1)
        #expect(controls.isCovered && controls.conditions(CameraSettings()).isCovered)
        #expect(!V4L2Controls(FakeControls.webcam()).isCovered)
    }

    @Test func aFlashIsThereWhereTheDriverHasOne() {
        let device = FakeControls([
            V4L2ControlID.flashLEDMode: VideoControl(range: 0...2),
            V4L2ControlID.flashStrobe: VideoControl(range: 0...0),
            V4L2ControlID.flashTorchIntensity: VideoControl(range: 10...110, step: 10, defaultValue: 10),
        ])
        let controls = V4L2Controls(device)
        #expect(controls.capabilities.hasFlash && controls.capabilities.hasTorch)
        #expect(!controls.capabilities.isolatesFlash)
        var settings = CameraSettings()
        settings.torch = 0.5
        controls.apply(settings, over: CameraSettings())
        #expect(device.control(V4L2ControlID.flashLEDMode) == 2)
        #expect(device.control(V4L2ControlID.flashTorchIntensity) == 60)
        controls.fireFlash()
        #expect(device.control(V4L2ControlID.flashLEDMode) == 1)
        controls.endFlash(settings)
        #expect(device.control(V4L2ControlID.flashLEDMode) == 2)
    }

    @Test func anIndicatorLightIsNeitherFlashNorTorch() {
        let capabilities = V4L2Controls(FakeControls([V4L2ControlID.flashLEDMode: VideoControl(range: 0...1)]))
            .capabilities
        #expect(!capabilities.hasFlash && !capabilities.hasTorch)
    }

    @Test func settingsBecomeControlsAndComeBackAsConditions() throws {
        let device = FakeControls.webcam()
        let controls = V4L2Controls(device)
        var settings = CameraSettings()
        settings.exposure = .custom(duration: CMTime(value: 1, timescale: 100), iso: 400)
        settings.focus = .locked(0.5)
        settings.whiteBalance = .locked(WhiteBalanceGains(red: 1, green: 1, blue: 1.25))
        settings.zoom = 2
        settings.exposureBias = -1
        settings.revision = 9
        controls.apply(settings, over: nil)
        #expect(device.control(V4L2ControlID.exposureAuto) == 1)
        #expect(device.control(V4L2ControlID.exposureAbsolute) == 100)
        #expect(device.control(V4L2ControlID.gain) == 128)
        #expect(device.control(V4L2ControlID.focusAuto) == 0)
        #expect(device.control(V4L2ControlID.focusAbsolute) == 125)
        #expect(device.control(V4L2ControlID.autoWhiteBalance) == 0)
        #expect(device.control(V4L2ControlID.whiteBalanceTemperature) == 4000)
        #expect(device.control(V4L2ControlID.zoomAbsolute) == 200)
        #expect(device.control(V4L2ControlID.autoExposureBias) == 1)

        let conditions = controls.conditions(settings)
        #expect(conditions.exposureDuration == CMTime(value: 1, timescale: 100))
        #expect(abs(conditions.iso - 402) < 3)
        #expect(conditions.lensPosition == 0.5 && conditions.zoom == 2 && conditions.settingsRevision == 9)
        #expect(conditions.whiteBalanceGains == WhiteBalanceGains(red: 1, green: 1, blue: 1.25))
    }

    @Test func whoChoseIsSaidWhereTheDriversModeTells() throws {
        let device = FakeControls.webcam()
        let controls = V4L2Controls(device)
        var settings = CameraSettings()
        controls.apply(settings, over: nil)
        try device.setControl(V4L2ControlID.exposureAuto, 3)
        try device.setControl(V4L2ControlID.autoWhiteBalance, 1)
        #expect(controls.conditions(settings).exposureChoice == .automatic)
        #expect(controls.conditions(settings).whiteBalanceChoice == .automatic)
        // Another program, or what meters in software, has set these.
        try device.setControl(V4L2ControlID.exposureAuto, 1)
        try device.setControl(V4L2ControlID.autoWhiteBalance, 0)
        #expect(controls.conditions(settings).exposureChoice == nil)
        #expect(controls.conditions(settings).whiteBalanceChoice == nil)
        settings.exposure = .custom(duration: CMTime(value: 1, timescale: 100), iso: 400)
        settings.whiteBalance = .locked(WhiteBalanceGains(red: 1, green: 1, blue: 1.25))
        controls.apply(settings, over: CameraSettings())
        #expect(controls.conditions(settings).exposureChoice == .manual)
        #expect(controls.conditions(settings).whiteBalanceChoice == .manual)
        #expect(V4L2Controls(FakeControls([:])).conditions(settings).exposureChoice == nil)
    }

    @Test func refusedSettingsAreReportedAsTheyReallyAre() {
        let device = FakeControls.webcam(refusing: [
            V4L2ControlID.exposureAbsolute, V4L2ControlID.gain, V4L2ControlID.focusAbsolute,
            V4L2ControlID.autoExposureBias, V4L2ControlID.zoomAbsolute, V4L2ControlID.whiteBalanceTemperature,
        ])
        let controls = V4L2Controls(device)
        var settings = CameraSettings()
        settings.exposure = .custom(duration: CMTime(value: 1, timescale: 100), iso: 400)
        settings.exposureBias = -1
        settings.focus = .locked(0.5)
        settings.whiteBalance = .locked(WhiteBalanceGains(red: 1, green: 1, blue: 2))
        settings.zoom = 2
        controls.apply(settings, over: nil)
        let conditions = controls.conditions(settings)
        #expect(conditions.exposureDuration == CMTime(value: 250, timescale: 10_000) && conditions.iso == 100)
        #expect(conditions.exposureBias == 0 && conditions.lensPosition == 1 && conditions.zoom == 1)
        #expect(conditions.whiteBalanceGains == WhiteBalanceGains(red: 1, green: 1, blue: 1.25))
    }

    @Test func aTorchThatTheDriverRefusesIsOff() {
        let ranges = [
            V4L2ControlID.flashLEDMode: VideoControl(range: 0...2),
            V4L2ControlID.flashTorchIntensity: VideoControl(range: 10...110, step: 10, defaultValue: 10),
        ]
        var settings = CameraSettings()
        settings.torch = 0.5
        for (refused, torch) in [(Set<UInt32>(), Float(0.5)), ([V4L2ControlID.flashLEDMode], 0)] {
            let controls = V4L2Controls(FakeControls(ranges, refusing: refused))
            controls.apply(settings, over: CameraSettings())
            #expect(controls.conditions(settings).torch == torch)
        }
    }

    @Test func onlyWhatHasChangedIsSet() {
        let device = FakeControls.webcam()
        let controls = V4L2Controls(device)
        var settings = CameraSettings()
        controls.apply(settings, over: settings)
        #expect(device.changes == 0)
        settings.zoom = 3
        controls.apply(settings, over: CameraSettings())
        #expect(device.changes == 1)
    }

    /// A new start without another mode is a new request: to focus once more, for example.
    @Test(
        arguments: [
            { $0.exposure = .once }, { $0.exposureStart += 1 }, { $0.focus = .once }, { $0.focusStart += 1 },
            { $0.whiteBalance = .once }, { $0.whiteBalanceStart += 1 },
        ] as [@Sendable (inout CameraSettings) -> Void])
    func aFunctionIsSetWhenItsModeOrItsStartChanges(change: @Sendable (inout CameraSettings) -> Void) {
        let device = FakeControls.webcam()
        var settings = CameraSettings()
        change(&settings)
        V4L2Controls(device).apply(settings, over: CameraSettings())
        #expect(device.changes > 0)
    }

    @Test func automaticExposureIsWhatUVCCamerasCallAperturePriority() {
        let device = FakeControls.webcam()
        let controls = V4L2Controls(device)
        var manual = CameraSettings()
        manual.exposure = .custom(duration: nil, iso: nil)
        controls.apply(manual, over: nil)
        #expect(device.control(V4L2ControlID.exposureAuto) == 1)
        controls.apply(CameraSettings(), over: manual)
        #expect(device.control(V4L2ControlID.exposureAuto) == 3)
    }

    @Test func heldFunctionsKeepTheCamerasValues() {
        let device = FakeControls.webcam()
        let controls = V4L2Controls(device)
        device.moveByItself(V4L2ControlID.exposureAbsolute, to: 77)
        device.moveByItself(V4L2ControlID.gain, to: 42)
        device.moveByItself(V4L2ControlID.focusAbsolute, to: 60)
        device.moveByItself(V4L2ControlID.whiteBalanceTemperature, to: 3100)
        for function in AutomaticFunction.allCases { controls.hold(function) }
        #expect(device.control(V4L2ControlID.exposureAuto) == 1)
        #expect(device.control(V4L2ControlID.exposureAbsolute) == 77 && device.control(V4L2ControlID.gain) == 42)
        #expect(device.control(V4L2ControlID.focusAuto) == 0)
        #expect(device.control(V4L2ControlID.focusAbsolute) == 60)
        #expect(device.control(V4L2ControlID.autoWhiteBalance) == 0)
        #expect(device.control(V4L2ControlID.whiteBalanceTemperature) == 3100)
    }

    @Test func aCameraWithoutExposureValuesStillReportsTheOthers() {
        let device = FakeControls([V4L2ControlID.zoomAbsolute: VideoControl(range: 100...500, defaultValue: 200)])
        let conditions = V4L2Controls(device).conditions(CameraSettings())
        #expect(!conditions.exposureDuration.isValid && conditions.iso == 0)
        #expect(conditions.zoom == 2)
    }

    @Test func valuesOutOfRangeAndOffTheStepAreMoved() {
        let control = VideoControl(range: 0...250, step: 100)
        #expect(control.nearest(-5) == 0)
        #expect(control.nearest(149) == 100)
        #expect(control.nearest(1000) == 200)
        #expect(control.value(at: 2) == 200)
        #expect(VideoControl(range: 5...5).part(of: 5) == 0)
    }
}
