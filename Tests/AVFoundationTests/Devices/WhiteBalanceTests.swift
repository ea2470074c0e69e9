import CaptureEngine
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

@testable import AVFoundation

extension OnTheSimulatedPhone {
    @Suite struct WhiteBalanceTests {
        private typealias Gains = AVCaptureDevice.WhiteBalanceGains
        private typealias TemperatureAndTint = AVCaptureDevice.WhiteBalanceTemperatureAndTintValues
        private typealias ChromaticityValues = AVCaptureDevice.WhiteBalanceChromaticityValues

        /// Programs meter by waiting for it to begin and to end.
        @Test(arguments: [AVCaptureDevice.WhiteBalanceMode.autoWhiteBalance, .continuousAutoWhiteBalance])
        func balancingIsSeenAlsoWhenNothingChanges(_ mode: AVCaptureDevice.WhiteBalanceMode) throws {
            let camera = try MeasuredCamera()
            _ = try camera.frame()
            #expect(camera.wait(for: \.isAdjustingWhiteBalance) { !$0 })
            #expect(seen(\.isAdjustingWhiteBalance, of: camera.device) { camera.device.whiteBalanceMode = mode })
        }

        @Test func aGainShowsOnlyInItsColor() async throws {
            let camera = try MeasuredCamera()
            let device = camera.device
            let plain = try MeasuredFrame(
                camera.frame(
                    at: await device.setWhiteBalanceModeLocked(
                        with: Gains(redGain: 2, greenGain: 1, blueGain: 1.6))))
            let red = try MeasuredFrame(
                camera.frame(
                    at: await device.setWhiteBalanceModeLocked(
                        with: Gains(redGain: 3, greenGain: 1, blueGain: 1.6))))
            let place = try #require(plain.grayPlaces(0.1...0.3).first)
            let (before, after) = (plain.color(place.x, place.y), red.color(place.x, place.y))
            // Chroma has 8 bits: one step is a few percent.
            #expect(abs(after.red / before.red - 1.5) < 0.15)
            #expect(abs(after.blue / before.blue - 1) < 0.1)
            #expect(device.whiteBalanceMode == .locked)
            #expect(device.deviceWhiteBalanceGains.redGain == 3)
        }

        @Test(arguments: [
            (CaptureEngine.WhiteBalanceGains(red: 9, green: 1, blue: 2), Float(4)),
            (.init(red: 0.1, green: 1, blue: 1), 1),
            (.init(red: 0, green: 1, blue: 1), 1),
        ])
        func gainsThatACameraReportsCanBeSetAgain(reported: CaptureEngine.WhiteBalanceGains, red: Float) throws {
            let device = try #require(AVCaptureDevice(uniqueID: "simulated:back"))
            let before = device.state.withLock { $0.shown.whiteBalanceGains }
            defer { device.state.withLock { $0.shown.whiteBalanceGains = before } }
            device.state.withLock { $0.shown.whiteBalanceGains = reported }
            #expect(device.deviceWhiteBalanceGains.redGain == red)
            #expect(device.temperatureAndTintValues(for: device.deviceWhiteBalanceGains).temperature > 0)
        }

        @Test func theHandlersFrameIsTheFirstThatShowsTheGains() async throws {
            let camera = try MeasuredCamera()
            let tenth = CMTime(value: 1, timescale: 10)
            func balance(red: Float) async -> CMTime {
                await camera.device.setWhiteBalanceModeLocked(with: Gains(redGain: red, greenGain: 1, blueGain: 1.6))
            }
            let start = await balance(red: 2)
            _ = try camera.frame(at: start + tenth)
            let change = await balance(red: 3)
            _ = try camera.frame(at: change + tenth)
            let before = camera.looks.filter { $0.time >= start && $0.time < change }.map(\.warmth)
            let after = camera.looks.filter { $0.time >= change }.map(\.warmth)
            let neutral = try #require(before.first)
            #expect(before.allSatisfy { abs($0 / neutral - 1) < 0.1 })
            #expect(!after.isEmpty && after.allSatisfy { abs($0 / neutral - 1.5) < 0.2 })
        }

        @Test func whiteFollowsTheLightAndCanBeKept() throws {
            let camera = try MeasuredCamera()
            _ = try camera.frame()
            camera.device.whiteBalanceMode = .locked
            _ = try camera.frame()
            let gains = camera.device.deviceWhiteBalanceGains
            SimulatedPhone.ofTest.setSceneLight(SceneLight(red: 1.5, blue: 0.6))
            _ = try camera.frame()
            let warm = try MeasuredFrame(camera.frame())
            let place = try #require(warm.grayPlaces(0.1...0.3).first)
            #expect(warm.color(place.x, place.y).red > 1.3 * warm.color(place.x, place.y).blue)
            #expect(camera.device.deviceWhiteBalanceGains.redGain == gains.redGain)
            camera.device.whiteBalanceMode = .autoWhiteBalance
            #expect(camera.wait(for: \.whiteBalanceMode) { $0 == .locked })
            let neutral = try MeasuredFrame(camera.frame()).color(place.x, place.y)
            #expect(abs(neutral.red / neutral.blue - 1) < 0.1)
        }

        /// The gains of the gray world in a frame that begins after this call.
        private func grayWorld(_ device: AVCaptureDevice) throws -> Gains {
            let samples = Monitor(0)
            let observation = device.observe(\.grayWorldDeviceWhiteBalanceGains) { _, _ in
                samples.withLock { $0 += 1 }
            }
            defer { observation.invalidate() }
            // One frame may be in progress.
            try #require(samples.wait(timeout: .seconds(30)) { $0 >= 2 ? true : nil } == true)
            return device.grayWorldDeviceWhiteBalanceGains
        }

        @Test func theGrayWorldIsTheSameWhateverGainsAreInForce() async throws {
            let camera = try MeasuredCamera()
            // So dark that no color clips with one of the two gains only.
            _ = await camera.device.setExposureModeCustom(duration: CMTime(value: 1, timescale: 250), iso: 50)
            _ = await camera.device.setWhiteBalanceModeLocked(with: Gains(redGain: 2, greenGain: 1, blueGain: 1.6))
            let before = try grayWorld(camera.device)
            _ = await camera.device.setWhiteBalanceModeLocked(with: Gains(redGain: 1.5, greenGain: 1, blueGain: 1.9))
            let after = try grayWorld(camera.device)
            let (red, blue) = (after.redGain / before.redGain, after.blueGain / before.blueGain)
            #expect(abs(red - 1) < 0.1 && abs(blue - 1) < 0.1, "\(red), \(blue)")
        }

        @Test func daylightHasItsTemperature() throws {
            let device = try #require(AVCaptureDevice(uniqueID: "simulated:back"))
            // D65. Source: CIE 15.
            let gains = device.deviceWhiteBalanceGains(for: ChromaticityValues(x: 0.3127, y: 0.3290))
            #expect(abs(gains.redGain - 2) < 0.02 && gains.greenGain == 1 && abs(gains.blueGain - 1.6) < 0.02)
            let light = device.temperatureAndTintValues(for: gains)
            #expect(abs(light.temperature - 6504) < 30)
            // 0.0032 above the black body's curve.
            #expect(abs(light.tint - 9.6) < 1)
        }

        @Test func lampsHaveTheirTemperature() throws {
            let device = try #require(AVCaptureDevice(uniqueID: "simulated:back"))
            // Illuminant A. Source: CIE 15.
            let gains = device.deviceWhiteBalanceGains(for: ChromaticityValues(x: 0.44757, y: 0.40745))
            #expect(min(gains.redGain, gains.greenGain, gains.blueGain) == 1)
            // The same light, by its temperature. A camera knows the gains even if they are beyond its range.
            let same = device.deviceWhiteBalanceGains(for: TemperatureAndTint(temperature: 2856, tint: 0))
            #expect(abs(same.redGain / gains.redGain - 1) < 0.02 && abs(same.blueGain / gains.blueGain - 1) < 0.02)
        }

        /// Lights that the camera's gains can make white; a candle's is too red.
        private static let lights: [(Float, Float)] =
            [(3200, -30)]
            + [4000, 5000, 6500, 8000].flatMap { temperature in [-30, 0, 30].map { (temperature, $0) } }

        @Test(arguments: lights)
        func conversionsAreReversible(_ temperature: Float, _ tint: Float) throws {
            let device = try #require(AVCaptureDevice(uniqueID: "simulated:back"))
            let gains = device.deviceWhiteBalanceGains(
                for: TemperatureAndTint(temperature: temperature, tint: tint))
            try #require(max(gains.redGain, gains.greenGain, gains.blueGain) <= device.maxWhiteBalanceGain)
            let back = device.temperatureAndTintValues(for: gains)
            #expect(abs(back.temperature / temperature - 1) < 0.005 && abs(back.tint - tint) < 0.5)
            let chromaticity = device.chromaticityValues(for: gains)
            let again = device.deviceWhiteBalanceGains(for: chromaticity)
            #expect(abs(again.redGain - gains.redGain) < 0.01 && abs(again.blueGain - gains.blueGain) < 0.01)
        }
    }
}
