import CaptureEngine
import Foundation

/// The automatic functions of one running camera: from the settings and the light, they determine what the next frame
/// shows.
///
/// Exposure and white balance move a third of the remaining way with each frame, and the lens arrives after a few
/// frames. Manual settings show in the next frame. Used by one thread.
final class SensorControl {
    private let camera: SimulatedCamera
    private let meter: SceneMeter
    private let step: CMTime

    private var exposure = AutomaticValue(tolerance: 0.02)
    private var seconds = 0.0
    private var iso = 0.0
    /// The bias of the last frame; a locked exposure moves with it.
    private var bias: Float?
    private var lens: AutomaticLens
    private var red = AutomaticValue(tolerance: 0.005)
    private var blue = AutomaticValue(tolerance: 0.005)
    private var exposureChoice = CaptureConditions.Choice.automatic
    private var whiteBalanceChoice = CaptureConditions.Choice.automatic

    /// A still under the flash is this many stops darker than right, so that colored ambient light saturates none of
    /// the sensor's colors.
    private static let headroom = 0.5

    init(_ camera: SimulatedCamera, step: CMTime) {
        self.camera = camera
        self.step = step
        meter = SceneMeter(view: camera.view)
        lens = AutomaticLens(diopters: camera.hasAutoFocus ? nil : SimulatedCamera.fixedFocus)
    }

    /// What the next frame shows.
    func next(_ settings: CameraSettings, light: SceneLight) -> SensorState {
        let constituent = camera.constituent(zoom: settings.zoom, locked: settings.lockedConstituent)
        let scale = camera.scale(zoom: settings.zoom)
        let brightness = light.brightness + Double(settings.torch) * SimulatedCamera.torchLight
        let wanted = expose(settings, brightness: brightness, scale: scale)
        focus(settings, scale: scale)
        balance(settings, light: light)
        choose(settings)
        var conditions = CaptureConditions(exposureDuration: CMTime(seconds: seconds), iso: Float(iso))
        conditions.exposureChoice = exposureChoice
        conditions.whiteBalanceChoice = whiteBalanceChoice
        conditions.exposureBias = settings.exposureBias
        conditions.exposureOffset = Float(ExposureProgram.value(seconds: seconds, iso: iso) - wanted)
        conditions.lensPosition = lens.position
        conditions.zoom = settings.zoom
        conditions.torch = settings.torch
        conditions.isAdjustingExposure = exposure.isAdjusting
        conditions.isAdjustingFocus = lens.isAdjusting
        conditions.isAdjustingWhiteBalance = red.isAdjusting || blue.isAdjusting
        conditions.whiteBalanceGains = WhiteBalanceGains(red: Float(red.value), green: 1, blue: Float(blue.value))
        conditions.isLowLightBoosted = iso > Double(ExposureProgram.isos.upperBound)
        conditions.constituent = constituent
        conditions.settingsRevision = settings.revision
        var state = SensorState(conditions: conditions, scale: scale, focus: lens.diopters)
        setTone(of: &state, light: light, brightness: brightness)
        return state
    }

    /// What a still shows if it begins with the frame of `state`.
    func still(
        _ request: StillRequest, _ state: SensorState, _ settings: CameraSettings, light: SceneLight
    ) -> SensorState {
        var state = state
        let ambient = light.brightness + Double(settings.torch) * SimulatedCamera.torchLight
        let isExposedForFlash = request.firesFlash || request.exposure == .underFlash
        let brightness = ambient + (isExposedForFlash ? SimulatedCamera.flashLight : 0)
        let program = ExposureProgram(settings, step: step)
        let wanted = ExposureProgram.target(brightness) + meter.spot(settings.exposurePoint, scale: state.scale)
        var made = (seconds: state.conditions.exposureDuration.seconds, iso: Double(state.conditions.iso))
        switch request.exposure {
        case .current:
            if case .custom(let duration, let iso) = settings.exposure {
                // The newest frame may be older than the choice.
                made = (min(duration?.seconds ?? made.seconds, step.seconds), iso.map(Double.init) ?? made.iso)
                state.conditions.exposureChoice = .manual
            } else if request.firesFlash {
                made = program.split(wanted + Double(settings.exposureBias))
            }
        case .bias(let bias):
            made = program.split(wanted + Double(bias))
            state.conditions.exposureBias = bias
            state.conditions.exposureChoice = .automatic
        case .underFlash:
            made = program.split(wanted + Double(settings.exposureBias) - Self.headroom)
            state.conditions.exposureChoice = .automatic
        case .manual(let duration, let iso):
            made = (duration?.seconds ?? made.seconds, iso.map(Double.init) ?? made.iso)
            state.conditions.exposureChoice = .manual
        }
        state.conditions.exposureDuration = CMTime(seconds: made.seconds)
        state.conditions.iso = Float(made.iso)
        state.conditions.exposureOffset = Float(
            ExposureProgram.value(seconds: made.seconds, iso: made.iso) - wanted - Double(state.conditions.exposureBias)
        )
        state.conditions.isFlashFired = request.firesFlash
        if let gains = stillGains(request, settings, light: light, ambient: ambient) {
            state.conditions.whiteBalanceGains = gains
            state.conditions.whiteBalanceChoice = .automatic
        }
        setTone(
            of: &state, light: light, brightness: ambient, flash: request.firesFlash ? SimulatedCamera.flashLight : 0)
        return state
    }

    /// What is locked is still the camera's choice, or the person's.
    private func choose(_ settings: CameraSettings) {
        switch settings.exposure {
        case .locked: break
        case .continuous, .once: exposureChoice = .automatic
        case .custom: exposureChoice = .manual
        }
        switch settings.whiteBalance {
        case .locked(nil): break
        case .continuous, .once: whiteBalanceChoice = .automatic
        case .locked: whiteBalanceChoice = .manual
        }
    }

    // MARK: Exposure

    /// - Returns: what automatic exposure wants, in stops.
    private func expose(_ settings: CameraSettings, brightness: Double, scale: Double) -> Double {
        let program = ExposureProgram(settings, step: step)
        let wanted =
            ExposureProgram.target(brightness) + Double(settings.exposureBias)
            + meter.spot(settings.exposurePoint, scale: scale)
        let reachable = program.split(wanted)
        let target = ExposureProgram.value(seconds: reachable.seconds, iso: reachable.iso)
        if exposure.value == 0, seconds == 0 { exposure.set(target) }
        if seconds == 0 { (seconds, iso) = reachable }
        let shift = Double(settings.exposureBias - (bias ?? settings.exposureBias))
        bias = settings.exposureBias
        switch settings.exposure {
        case .locked: exposure.hold(shift: shift)
        case .continuous: exposure.approach(target)
        case .once: exposure.approachOnce(target, start: settings.exposureStart, shift: shift)
        case .custom(let duration, let wantedISO):
            seconds = min(duration?.seconds ?? seconds, step.seconds)
            iso = wantedISO.map(Double.init) ?? iso
            exposure.set(ExposureProgram.value(seconds: seconds, iso: iso))
            return wanted
        }
        let split = program.split(exposure.value)
        // The limit may have come down while nothing else moved.
        if exposure.hasMoved || (settings.exposure != .locked && split.seconds < seconds) { (seconds, iso) = split }
        return wanted
    }

    /// - Parameters:
    ///   - brightness: of all light except the flash's.
    ///   - flash: how bright the flash is where its subject is.
    private func setTone(of state: inout SensorState, light: SceneLight, brightness: Double, flash: Double = 0) {
        let conditions = state.conditions
        let exposure = exposureProduct(conditions) / ExposureProgram.nominal
        let gain = Self.snapped(exposure * brightness)
        let gains = conditions.whiteBalanceGains
        let daylight = SensorLevels.daylight
        let (red, blue) = (Double(gains.red / daylight.red), Double(gains.blue / daylight.blue))
        state.rawTone = SceneTone(red: gain * light.red, green: gain, blue: gain * light.blue)
        state.tone = SceneTone(
            red: gain * Self.snapped(red * light.red), green: gain * Double(gains.green),
            blue: gain * Self.snapped(blue * light.blue))
        guard flash > 0 else { return }
        let near = exposure * flash * Double(camera.flashDistance * camera.flashDistance)
        // The flash is daylight.
        state.rawTone.flash = SceneTone.Flash(red: near, green: near, blue: near)
        state.tone.flash = SceneTone.Flash(red: near * red, green: near * Double(gains.green), blue: near * blue)
    }

    /// Rounding must not turn a neutral picture into an almost neutral one.
    private static func snapped(_ factor: Double) -> Double { abs(factor - 1) < 1e-6 ? 1 : factor }

    /// Seconds times ISO; times are whole nanoseconds.
    private func exposureProduct(_ conditions: CaptureConditions) -> Double {
        conditions.exposureDuration.seconds * Double(conditions.iso)
    }

    // MARK: Focus and white balance

    private func focus(_ settings: CameraSettings, scale: Double) {
        guard camera.hasAutoFocus else { return }
        if case .locked(let position) = settings.focus, lens.isSet || position != nil {
            return lens.lock(position)
        }
        var target = meter.diopters(settings.focusPoint, scale: scale)
        switch settings.focusRange {
        case .all: break
        case .near: target = max(target, 1)
        case .far: target = min(target, 1)
        }
        lens.search(
            target, start: settings.focus == .once ? settings.focusStart : nil, isSmooth: settings.isFocusSmooth)
    }

    /// The white balance of a still whose light is not the stream's; `nil` leaves it as it is.
    private func stillGains(
        _ request: StillRequest, _ settings: CameraSettings, light: SceneLight, ambient: Double
    ) -> WhiteBalanceGains? {
        let daylight = SensorLevels.daylight
        if request.exposure == .underFlash { return daylight }
        guard request.firesFlash, settings.whiteBalance == .continuous else { return nil }
        // The subject is lit by both lights together.
        let (flash, all) = (SimulatedCamera.flashLight, ambient + SimulatedCamera.flashLight)
        return WhiteBalanceGains(
            red: daylight.red / Float((ambient * light.red + flash) / all), green: 1,
            blue: daylight.blue / Float((ambient * light.blue + flash) / all))
    }

    private func balance(_ settings: CameraSettings, light: SceneLight) {
        let target = (Double(SensorLevels.daylight.red) / light.red, Double(SensorLevels.daylight.blue) / light.blue)
        if red.value == 0 {
            red.set(target.0)
            blue.set(target.1)
        }
        switch settings.whiteBalance {
        case .locked(let gains?):
            // Only the ratios count: gains do not make the picture brighter.
            red.set(Double(gains.red / gains.green))
            blue.set(Double(gains.blue / gains.green))
        case .locked(nil):
            red.hold()
            blue.hold()
        case .continuous:
            red.approach(target.0)
            blue.approach(target.1)
        case .once:
            red.approachOnce(target.0, start: settings.whiteBalanceStart)
            blue.approachOnce(target.1, start: settings.whiteBalanceStart)
        }
    }
}

extension CMTime {
    /// Whole nanoseconds.
    fileprivate init(seconds: Double) {
        self.init(nanoseconds: Int64((seconds * 1e9).rounded()))
    }
}
