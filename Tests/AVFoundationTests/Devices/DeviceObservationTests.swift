@testable import AVFoundation
import CaptureEngine
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

extension OnTheSimulatedPhone {
    /// Every property that Apple documents as observable notifies its observers.
    @Suite struct DeviceObservationTests {
        private typealias Device = AVCaptureDevice

        /// Expects that an action notifies the observers of a property.
        private func expectNews<Value>(
            of property: KeyPath<AVCaptureDevice, Value>, _ device: AVCaptureDevice,
            location: SourceLocation = #_sourceLocation, when action: () throws -> Void
        ) rethrows {
            let told = Monitor(0)
            let observation = device.observe(property) { _, _ in told.withLock { $0 += 1 } }
            defer { observation.invalidate() }
            try action()
            let isTold = told.wait(timeout: .seconds(30)) { $0 > 0 ? true : nil } ?? false
            #expect(isTold, "\(property)", sourceLocation: location)
        }

        private final class NameObserver: NSObject, NSKeyValueObserving, Sendable {
            let news = Monitor<[String]>([])

            func observeValue(
                forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
                context: UnsafeMutableRawPointer?
            ) {
                news.withLock { $0.append("\(keyPath ?? "") \(change?[.newKey] ?? "")") }
            }
        }

        @Test func propertiesAreObservableByObjectiveCsNames() throws {
            let camera = try MeasuredCamera()
            let observer = NameObserver()
            for name in ["adjustingFocus", "focusMode", "torchActive"] {
                camera.device.addObserver(observer, forKeyPath: name, options: .new, context: nil)
            }
            _ = try camera.frame()
            camera.device.torchMode = .on
            #expect(observer.news.wait(timeout: .seconds(30)) { $0.contains("torchActive true") ? true : nil } == true)
            camera.device.focusMode = .autoFocus
            let wanted = ["focusMode 1", "adjustingFocus true", "adjustingFocus false", "focusMode 0"]
            let news = observer.news.wait(timeout: .seconds(30)) { $0.last == wanted.last ? $0 : nil }
            #expect(news?.suffix(4) == wanted[...])
        }

        @Test func focusIsObservable() throws {
            let camera = try MeasuredCamera()
            let device = camera.device
            _ = try camera.frame()
            expectNews(of: \.focusPointOfInterest, device) { device.focusPointOfInterest = CGPoint(x: 0.1, y: 0.1) }
            expectNews(of: \.lensPosition, device) { device.setFocusModeLocked(lensPosition: 0.2) }
            expectNews(of: \.focusMode, device) { device.focusMode = .continuousAutoFocus }
            device.setFocusModeLocked(lensPosition: 0.3)
            expectNews(of: \.isAdjustingFocus, device) { device.focusMode = .autoFocus }
        }

        @Test func exposureIsObservable() throws {
            let camera = try MeasuredCamera()
            let device = camera.device
            _ = try camera.frame()
            expectNews(of: \.exposurePointOfInterest, device) {
                device.exposurePointOfInterest = CGPoint(x: 0.4, y: 0.4)
            }
            expectNews(of: \.exposureTargetBias, device) { device.setExposureTargetBias(0.5) }
            expectNews(of: \.exposureMode, device) { device.exposureMode = .autoExpose }
            func expose(_ denominator: Int32, _ iso: Float) {
                device.setExposureModeCustom(duration: CMTime(value: 1, timescale: denominator), iso: iso)
            }
            expectNews(of: \.exposureDuration, device) { expose(777, 100) }
            expectNews(of: \.iso, device) { expose(777, 400) }
            expectNews(of: \.exposureTargetOffset, device) { expose(50, 400) }
            expectNews(of: \.activeMaxExposureDuration, device) {
                device.activeMaxExposureDuration = CMTime(value: 1, timescale: 100)
            }
            device.activeMaxExposureDuration = .invalid
            device.exposureMode = .continuousAutoExposure
            expectNews(of: \.isAdjustingExposure, device) { SimulatedPhone.ofTest.setSceneBrightness(0.1) }
            expectNews(of: \.isLowLightBoostEnabled, device) {
                device.automaticallyEnablesLowLightBoostWhenAvailable = true
                SimulatedPhone.ofTest.setSceneBrightness(1.0 / 2048)
            }
        }

        @Test func whiteBalanceIsObservable() throws {
            let camera = try MeasuredCamera()
            let device = camera.device
            _ = try camera.frame()
            expectNews(of: \.whiteBalanceMode, device) { device.whiteBalanceMode = .locked }
            expectNews(of: \.deviceWhiteBalanceGains, device) {
                device.setWhiteBalanceModeLocked(with: .init(redGain: 3, greenGain: 1, blueGain: 1.2))
            }
            expectNews(of: \.grayWorldDeviceWhiteBalanceGains, device) {}
            expectNews(of: \.isAdjustingWhiteBalance, device) { device.whiteBalanceMode = .continuousAutoWhiteBalance }
        }

        @Test func zoomAndTorchAreObservable() throws {
            let camera = try MeasuredCamera()
            let device = camera.device
            _ = try camera.frame()
            expectNews(of: \.videoZoomFactor, device) { device.videoZoomFactor = 2 }
            expectNews(of: \.isRampingVideoZoom, device) { device.ramp(toVideoZoomFactor: 3, withRate: 8) }
            expectNews(of: \.torchMode, device) { device.torchMode = .on }
            device.torchMode = .off
            #expect(camera.wait(for: \.isTorchActive) { !$0 })
            try expectNews(of: \.isTorchActive, device) { try device.setTorchModeOn(level: 0.5) }
            try expectNews(of: \.torchLevel, device) { try device.setTorchModeOn(level: 0.25) }
            let hot = DevicePressure(level: .critical, factors: [.cameraTemperature])
            defer { SimulatedPhone.ofTest.setPressure(DevicePressure()) }
            expectNews(of: \.isTorchAvailable, device) { SimulatedPhone.ofTest.setPressure(hot) }
            expectNews(of: \.isFlashAvailable, device) { SimulatedPhone.ofTest.setPressure(DevicePressure()) }
            expectNews(of: \.systemPressureState, device) { SimulatedPhone.ofTest.setPressure(hot) }
        }

        @Test func formatsAndWhatComesWithThemAreObservable() throws {
            let device = try #require(AVCaptureDevice(uniqueID: "simulated:back-lidar"))
            try device.lockForConfiguration()
            defer { device.unlockForConfiguration() }
            let old = device.activeFormat
            defer { device.activeFormat = old }
            let hdr = try #require(device.formats.first { $0.supportedColorSpaces == [.HLG_BT2020] })
            func expectNewsOfFormat<Value>(_ property: KeyPath<AVCaptureDevice, Value>) {
                // Only a real change of value is reported.
                device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 10)
                device.activeVideoMaxFrameDuration = CMTime(value: 1, timescale: 5)
                expectNews(of: property, device) { device.activeFormat = hdr }
                device.activeFormat = old
            }
            expectNewsOfFormat(\.activeFormat)
            expectNewsOfFormat(\.activeColorSpace)
            expectNewsOfFormat(\.activeVideoMinFrameDuration)
            expectNewsOfFormat(\.activeVideoMaxFrameDuration)
            expectNewsOfFormat(\.activeDepthDataFormat)
            expectNews(of: \.activeVideoMaxFrameDuration, device) {
                device.activeVideoMaxFrameDuration = CMTime(value: 1, timescale: 15)
            }
            expectNews(of: \.activeDepthDataMinFrameDuration, device) {
                device.activeDepthDataMinFrameDuration = CMTime(value: 1, timescale: 15)
            }
            // Another format has the default again.
            let other = device.activeFormat.supportedDepthDataFormats.last
            expectNews(of: \.activeDepthDataMinFrameDuration, device) { device.activeDepthDataFormat = other }
            expectNews(of: \.activeDepthDataFormat, device) { device.activeDepthDataFormat = nil }
        }

        @Test func aFormatWithLessZoomNotifiesTheObservers() throws {
            let device = try #require(AVCaptureDevice(uniqueID: "simulated:back"))
            try device.lockForConfiguration()
            defer { device.unlockForConfiguration() }
            let whole = device.activeFormat
            defer { device.activeFormat = whole }
            // The simulated cameras have the same zoom range in every format.
            var description = device.engineDescription
            description.capabilities.maxZoom = 8
            let short = AVCaptureDevice.Format(whole.source, of: description)
            device.videoZoomFactor = 16
            expectNews(of: \.maxAvailableVideoZoomFactor, device) { device.useFormat(short) }
            #expect(device.maxAvailableVideoZoomFactor == 8 && device.videoZoomFactor == 8)
            expectNews(of: \.maxAvailableVideoZoomFactor, device) { device.activeFormat = whole }
            #expect(device.maxAvailableVideoZoomFactor == 16)
            device.videoZoomFactor = 16
            expectNews(of: \.videoZoomFactor, device) { device.useFormat(short) }
            #expect(device.minAvailableVideoZoomFactor == 1)
            device.videoZoomFactor = 1
        }

        @Test func theConstituentsOfAVirtualCameraAreObservable() throws {
            let camera = try MeasuredCamera("back-triple")
            let device = camera.device
            _ = try camera.frame()
            expectNews(of: \.activePrimaryConstituent, device) { device.videoZoomFactor = 4 }
            func keep(_ behavior: Device.PrimaryConstituentDeviceSwitchingBehavior) {
                device.setPrimaryConstituentDeviceSwitchingBehavior(
                    behavior, restrictedSwitchingBehaviorConditions: behavior == .restricted ? .focusModeChanged : [])
            }
            expectNews(of: \.minAvailableVideoZoomFactor, device) { keep(.locked) }
            expectNews(of: \.primaryConstituentDeviceSwitchingBehavior, device) { keep(.auto) }
            expectNews(of: \.activePrimaryConstituentDeviceSwitchingBehavior, device) { keep(.locked) }
            expectNews(of: \.activePrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions, device) {
                keep(.restricted)
            }
            device.videoZoomFactor = 7
            expectNews(of: \.minAvailableVideoZoomFactor, device) { device.focusMode = .continuousAutoFocus }
            expectNews(of: \.fallbackPrimaryConstituentDevices, device) {
                device.fallbackPrimaryConstituentDevices = []
            }
            device.fallbackPrimaryConstituentDevices = device.supportedFallbackPrimaryConstituentDevices
        }
    }
}
