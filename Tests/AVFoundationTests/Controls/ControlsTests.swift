import AVFoundation
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

extension OnTheSimulatedPhone {
    @Suite struct ControlsTests {
        private let body = SimulatedPhone.ofTest.body

        private final class Delegate: NSObject, AVCaptureSessionControlsDelegate, Sendable {
            let calls = Monitor<[String]>([])

            func sessionControlsDidBecomeActive(_ session: AVCaptureSession) { note("active") }
            func sessionControlsWillEnterFullscreenAppearance(_ session: AVCaptureSession) { note("enter") }
            func sessionControlsWillExitFullscreenAppearance(_ session: AVCaptureSession) { note("exit") }
            func sessionControlsDidBecomeInactive(_ session: AVCaptureSession) { note("inactive") }

            private func note(_ call: String) { calls.withLock { $0.append(call) } }

            func wait(_ count: Int) -> [String]? {
                calls.wait(timeout: .seconds(10)) { $0.count >= count ? $0 : nil }
            }
        }

        /// A running session with controls, and what its delegate heard.
        private func capture(_ controls: [AVCaptureControl]) throws -> (SimulatedCapture, Delegate) {
            let capture = try SimulatedCapture(outputs: [AVCapturePhotoOutput()])
            let delegate = Delegate()
            #expect(capture.session.supportsControls)
            for control in controls {
                #expect(capture.session.canAddControl(control))
                capture.session.addControl(control)
            }
            capture.session.setControlsDelegate(delegate, queue: DispatchQueue(label: "controls"))
            capture.session.startRunning()
            return (capture, delegate)
        }

        @Test func aLightPressShowsTheControlsAndAnotherPutsThemAway() throws {
            let (capture, delegate) = try capture([AVCaptureSlider("Focus", symbolName: "scope", in: 0...1)])
            body.touch(.lightPress)
            #expect(delegate.wait(2) == ["active", "enter"])
            body.touch(.lightPress)
            #expect(delegate.wait(4)?.suffix(2) == ["exit", "inactive"])
            body.touch(.lightPress)
            body.touch(.leave)
            #expect(delegate.wait(8)?.suffix(4) == ["active", "enter", "exit", "inactive"])
            body.touch(.lightPress)
            #expect(delegate.wait(10) != nil)
            capture.session.stopRunning()
            #expect(delegate.wait(12)?.suffix(2) == ["exit", "inactive"])
        }

        @Test func theHandlerForDrawingControlsIsToldWhatTheyShow() throws {
            let slider = AVCaptureSlider("Focus", symbolName: "scope", in: 0...1)
            let picker = AVCaptureIndexPicker("Filters", symbolName: "f", localizedIndexTitles: ["a", "b", "c"])
            let (capture, delegate) = try capture([slider, picker])
            let shown = Monitor<[ControlsAppearance?]>([])
            capture.session.setControlsAppearanceHandler { appearance in shown.withLock { $0.append(appearance) } }
            func last(of count: Int) -> ControlsAppearance? {
                shown.wait(timeout: .seconds(10)) { $0.count >= count ? $0.last : nil } ?? nil
            }
            capture.session.touchControls(.lightPress)
            let control = try #require(last(of: 1))
            #expect(control.controls.map(\.title) == ["Focus", "Filters"])
            #expect(control.controls.map(\.value) == ["0.00", "a"])
            #expect(control.index == 0 && !control.isList)
            capture.session.touchControls(.slide(0.5))
            #expect(last(of: 2)?.controls.first?.position == 0.5)
            capture.session.touchControls(.doubleLightPress)
            #expect(last(of: 3)?.isList == true)
            capture.session.touchControls(.leave)
            #expect(shown.wait(timeout: .seconds(10)) { $0.count >= 4 ? $0 : nil }?.last == .some(nil))
            _ = delegate
        }

        @Test func whatTheAppChangesIsShown() throws {
            let device = try #require(AVCaptureDevice(uniqueID: "simulated:back"))
            let slider = AVCaptureSlider("Focus", symbolName: "scope", in: 0...1)
            let picker = AVCaptureIndexPicker("Filters", symbolName: "f", localizedIndexTitles: ["a", "b", "c"])
            let (capture, delegate) = try capture([
                slider, picker, AVCaptureSystemZoomSlider(device: device),
                AVCaptureSystemExposureBiasSlider(device: device),
            ])
            defer { reset(device) }
            let shown = Monitor<ControlsAppearance?>(nil)
            capture.session.setControlsAppearanceHandler { appearance in shown.withLock { $0 = appearance } }
            func isShown(_ check: @escaping @Sendable (ControlsAppearance) -> Bool) -> Bool {
                shown.wait(timeout: .seconds(20)) { $0.map(check) == true ? true : nil } == true
            }
            capture.session.touchControls(.lightPress)
            #expect(isShown { $0.controls.map(\.value) == ["0.00", "a", "1.0×", "+0.0 EV"] })
            slider.value = 0.75
            #expect(isShown { $0.controls[0].value == "0.75" })
            slider.localizedValueFormat = "%.1f m"
            #expect(isShown { $0.controls[0].value == "0.8 m" })
            picker.selectedIndex = 2
            #expect(isShown { $0.controls[1].value == "c" })
            try device.lockForConfiguration()
            device.videoZoomFactor = 3
            device.setExposureTargetBias(1)
            device.unlockForConfiguration()
            #expect(isShown { $0.controls[2].value == "3.0×" && $0.controls[3].value == "+1.0 EV" })
            slider.isEnabled = false
            #expect(isShown { !$0.controls[0].isEnabled && $0.index == 0 })
            capture.session.removeControl(slider)
            #expect(isShown { $0.controls.map(\.title) == ["Filters", "Zoom", "Exposure"] && $0.index == 0 })
            capture.session.addControl(slider)
            #expect(isShown { $0.controls.map(\.title).last == "Focus" })
            _ = delegate
        }

        @Test func theShownControlStaysWhenAnEarlierOneIsRemoved() throws {
            let sliders = ["a", "b", "c"].map { AVCaptureSlider($0, symbolName: "dial", in: 0...1) }
            let (capture, delegate) = try capture(sliders)
            let shown = Monitor<ControlsAppearance?>(nil)
            capture.session.setControlsAppearanceHandler { appearance in shown.withLock { $0 = appearance } }
            for touch in [SimulatedBody.Touch.lightPress, .doubleLightPress, .slide(0.5), .lightPress] {
                capture.session.touchControls(touch)
            }
            #expect(shown.wait(timeout: .seconds(20)) { $0?.index == 1 && $0?.isList == false ? true : nil } == true)
            capture.session.removeControl(sliders[0])
            let last = shown.wait(timeout: .seconds(20)) { $0?.controls.count == 2 ? $0 : nil }
            #expect(last?.index == 0 && last?.controls.first?.title == "b")
            _ = delegate
        }

        @Test func theValuesOfControlsAreObservable() throws {
            let slider = AVCaptureSlider("Focus", symbolName: "scope", in: 0...1)
            let picker = AVCaptureIndexPicker("Filters", symbolName: "f", numberOfIndexes: 3)
            let told = Mutex<[String]>([])
            let observations = [
                slider.observe(\.value) { slider, _ in told.withLock { $0.append("\(slider.value)") } },
                picker.observe(\.selectedIndex) { picker, _ in told.withLock { $0.append("\(picker.selectedIndex)") } },
            ]
            slider.value = 0.5
            picker.selectedIndex = 2
            #expect(told.withLock { $0 } == ["0.5", "2"])
            for observation in observations { observation.invalidate() }
        }

        @Test func slidingMovesTheSliderAndCallsItsActionOnItsQueue() throws {
            let slider = AVCaptureSlider("Focus", symbolName: "scope", in: 0...1)
            let queue = DispatchSerialQueue(label: "session")
            let values = Monitor<[Float]>([])
            slider.setActionQueue(queue) { value in
                dispatchPrecondition(condition: .onQueue(queue))
                values.withLock { $0.append(value) }
            }
            let (capture, delegate) = try capture([slider])
            slider.value = 0.5
            body.touch(.slide(0.25))  // nothing is shown yet
            body.touch(.lightPress)
            body.touch(.slide(0.25))
            body.touch(.slide(0.5))
            #expect(values.wait(timeout: .seconds(10)) { $0.count >= 2 ? $0 : nil } == [0.75, 1])
            #expect(slider.value == 1)
            slider.isEnabled = false
            body.touch(.slide(-1))
            slider.isEnabled = true
            slider.value = 0.25
            body.touch(.slide(-0.125))
            #expect(values.wait(timeout: .seconds(10)) { $0.count >= 3 ? $0.last : nil } != nil)
            _ = (capture, delegate)
        }

        @Test func aDoubleLightPressChoosesAmongTheControls() throws {
            let picker = AVCaptureIndexPicker(
                "Filters", symbolName: "camera.filters", localizedIndexTitles: ["a", "b", "c"])
            let slider = AVCaptureSlider("Level", symbolName: "dial", values: [4, 1, 2])
            let chosen = Monitor<[String]>([])
            let queue = DispatchQueue(label: "actions")
            picker.setActionQueue(queue) { index in chosen.withLock { $0.append("picker \(index)") } }
            slider.setActionQueue(queue) { value in chosen.withLock { $0.append("slider \(value)") } }
            let (capture, delegate) = try capture([picker, slider])
            body.touch(.lightPress)
            body.touch(.slide(0.5))
            body.touch(.doubleLightPress)
            body.touch(.slide(1))
            body.touch(.lightPress)
            body.touch(.slide(0.5))
            #expect(
                chosen.wait(timeout: .seconds(10)) { $0.count >= 2 ? $0 : nil } == ["picker 1", "slider 2.0"])
            #expect(picker.selectedIndex == 1 && picker.numberOfIndexes == 3)
            _ = (capture, delegate)
        }

        @Test func theZoomSliderAndTheCameraShowTheSame() throws {
            let device = try #require(AVCaptureDevice(uniqueID: "simulated:back"))
            let factors = Monitor<[CGFloat]>([])
            let slider = AVCaptureSystemZoomSlider(device: device) { factor in factors.withLock { $0.append(factor) } }
            let (capture, delegate) = try capture([slider])
            reset(device)
            defer { reset(device) }
            body.touch(.lightPress)
            body.touch(.slide(0.5))
            let half = try #require(factors.wait(timeout: .seconds(10)) { $0.last })
            #expect(half > 1 && device.videoZoomFactor == half)
            try device.lockForConfiguration()
            device.videoZoomFactor = 1
            device.unlockForConfiguration()
            body.touch(.slide(0.5))
            #expect(factors.wait(timeout: .seconds(10)) { $0.count >= 2 ? $0.last : nil } == half)
            let most = try #require(device.activeFormat.systemRecommendedVideoZoomRange?.upperBound)
            body.touch(.slide(1))
            let end = try #require(factors.wait(timeout: .seconds(10)) { $0.count >= 3 ? $0.last : nil })
            #expect(abs(end - most) < 0.001)
            _ = (capture, delegate)
        }

        @Test func theExposureSliderSetsTheCamerasBias() throws {
            let device = try #require(AVCaptureDevice(uniqueID: "simulated:back"))
            let biases = Monitor<[Float]>([])
            let slider = AVCaptureSystemExposureBiasSlider(device: device) { bias in
                biases.withLock { $0.append(bias) }
            }
            let (capture, delegate) = try capture([slider])
            defer { reset(device) }
            let range = try #require(device.activeFormat.systemRecommendedExposureBiasRange)
            body.touch(.lightPress)
            body.touch(.slide(1))
            #expect(biases.wait(timeout: .seconds(10)) { $0.last } == range.upperBound)
            #expect(device.exposureTargetBias == range.upperBound)
            body.touch(.slide(-1))
            #expect(biases.wait(timeout: .seconds(10)) { $0.count >= 2 ? $0.last : nil } == range.lowerBound)
            _ = (capture, delegate)
        }

        private func reset(_ device: AVCaptureDevice) {
            guard (try? device.lockForConfiguration()) != nil else { return }
            device.videoZoomFactor = 1
            device.setExposureTargetBias(0)
            device.unlockForConfiguration()
        }

        @Test func aSessionTakesAsManyControlsAsItSays() throws {
            let session = AVCaptureSession()
            let device = try #require(AVCaptureDevice(uniqueID: "simulated:back"))
            session.addInput(try AVCaptureDeviceInput(device: device))
            let controls = (0..<session.maxControlsCount).map {
                AVCaptureSlider("\($0)", symbolName: "dial", in: 0...1)
            }
            for control in controls { session.addControl(control) }
            #expect(session.controls.count == session.maxControlsCount)
            #expect(!session.canAddControl(AVCaptureSlider("more", symbolName: "dial", in: 0...1)))
            #expect(!AVCaptureSession().canAddControl(controls[0]))
            for control in session.controls { session.removeControl(control) }
            #expect(session.controls.isEmpty && session.canAddControl(controls[0]))
        }

        @Test func slidersStopOnlyAtTheirValues() {
            let stepped = AVCaptureSlider("Step", symbolName: "dial", in: 0...1, step: 0.3)
            stepped.value = 0.5
            #expect(stepped.value == 0.6)
            stepped.value = 1
            #expect(stepped.value == 1)
            let listed = AVCaptureSlider("List", symbolName: "dial", values: [8, 2, 4])
            #expect(listed.value == 2)
            listed.value = 7
            #expect(listed.value == 8)
            let named = AVCaptureIndexPicker("Named", symbolName: "dial", numberOfIndexes: 2) { "No. \($0)" }
            #expect(named.localizedIndexTitles == ["No. 0", "No. 1"])
        }

        @Test func aSliderMayHaveMoreStepsThanMemoryHolds() {
            let fine = AVCaptureSlider("Fine", symbolName: "dial", in: 0...1, step: 1e-9)
            fine.value = 0.3
            #expect(abs(fine.value - 0.3) < 1e-6)
            let least = AVCaptureSlider("Least", symbolName: "dial", in: 0...3e38, step: .leastNonzeroMagnitude)
            least.value = 1
            #expect(least.value == 1)
            least.value = 3e38
            #expect(least.value == 3e38)
            let coarse = AVCaptureSlider("Coarse", symbolName: "dial", in: 2...3, step: .infinity)
            coarse.value = 2.9
            #expect(coarse.value == 2)
            let short = AVCaptureSlider("Short", symbolName: "dial", in: 0...1, step: 4)
            short.value = 0.6
            #expect(short.value == 1)
        }

        @Test func aSliderAtItsEndIsWithinItsRange() throws {
            // A range in which the sum of lower bound and length is rounded up.
            let slider = AVCaptureSlider("Bias", symbolName: "dial", in: -3...0.2)
            let values = Monitor<[Float]>([])
            slider.setActionQueue(DispatchQueue(label: "bias")) { value in values.withLock { $0.append(value) } }
            let (capture, delegate) = try capture([slider])
            body.touch(.lightPress)
            body.touch(.slide(1))
            #expect(values.wait(timeout: .seconds(10)) { $0.last } == 0.2)
            slider.value = slider.value
            _ = (capture, delegate)
        }

        @Test func anActorCanBeTheQueueOfItsControls() async throws {
            let device = try #require(AVCaptureDevice(uniqueID: "simulated:back"))
            let service = ControlService()
            try await service.start(device)
            body.touch(.lightPress)
            body.touch(.slide(0.5))
            #expect(await service.nextValue() == 0.5)
            await service.stop()
        }
    }
}

/// An actor on a queue, whose controls call it without a hop.
private actor ControlService {
    private let session = AVCaptureSession()
    private let queue = DispatchSerialQueue(label: "ControlService")
    private let delegate = SilentDelegate()
    private var value: Float?
    private var waiting: CheckedContinuation<Float, Never>?

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    func start(_ device: AVCaptureDevice) throws {
        session.addInput(try AVCaptureDeviceInput(device: device))
        session.addOutput(AVCapturePhotoOutput())
        let slider = AVCaptureSlider("Focus", symbolName: "scope", in: 0...1)
        slider.setActionQueue(queue) { value in self.assumeIsolated { $0.take(value) } }
        session.addControl(slider)
        session.setControlsDelegate(delegate, queue: queue)
        session.startRunning()
    }

    func stop() { session.stopRunning() }

    func nextValue() async -> Float {
        if let value { return value }
        return await withCheckedContinuation { waiting = $0 }
    }

    private func take(_ value: Float) {
        self.value = value
        waiting?.resume(returning: value)
        waiting = nil
    }
}

private final class SilentDelegate: NSObject, AVCaptureSessionControlsDelegate, Sendable {
    func sessionControlsDidBecomeActive(_ session: AVCaptureSession) {}
    func sessionControlsWillEnterFullscreenAppearance(_ session: AVCaptureSession) {}
    func sessionControlsWillExitFullscreenAppearance(_ session: AVCaptureSession) {}
    func sessionControlsDidBecomeInactive(_ session: AVCaptureSession) {}
}
