import CaptureEngine
import CoreVideo
import Foundation

/// Software metering on one running camera, where the driver has no control for it: exposure at a point or with a bias,
/// and focus. It uses the frames that are delivered anyway.
///
/// Until a program asks for it, the camera's own automatic functions are in charge and nothing is measured.
struct SoftwareMetering {
    /// What is done about an automatic function after the settings have changed.
    enum Change: Equatable {
        /// The driver's controls say it all.
        case none
        /// The software goes on; the driver's controls stay as they are.
        case keep
        case begin
        /// The driver's automatic function is in charge again.
        case giveBack
    }

    /// The parts of the next picture that are to be measured.
    struct Due {
        var exposurePoint: CameraSettings.Point?
        var focusPoint: CameraSettings.Point?
    }

    /// What was measured.
    struct Reading {
        var level: Double?
        var sharpness: Double?

        init(_ picture: CVPixelBuffer, _ due: Due) {
            if let point = due.exposurePoint { level = PictureMeter(picture, at: point)?.level }
            if let point = due.focusPoint { sharpness = PictureMeter(picture, at: point)?.sharpness }
        }
    }

    /// What is to be set on the camera.
    struct Steps: Equatable {
        /// In stops.
        var exposure: Double?
        /// A part of the lens's range: 0 farthest, 1 nearest.
        var lens: Double?
        /// Whether the exposure has no effect, so that the camera's own is better.
        var givesExposureBack = false

        var isEmpty: Bool { self == Steps() }
    }

    /// Middle gray, in linear light.
    private static let gray = 0.18
    /// Pictures cannot be brighter on average.
    private static let brightest = 0.8

    private let abilities: V4L2Controls.SoftwareAbilities
    private let scale: ExposureScale?
    /// The settings that were followed last.
    private var settings = CameraSettings()
    private var exposure: ExposureLoop?
    private var focus: FocusHunt?
    /// Where the exposure starts, once the level is known that the camera has chosen by itself.
    private var exposureStart: Double?
    /// The level without a bias.
    private var reference = gray
    /// The level of the whole picture when the camera chose the exposure by itself; `nil` while it does.
    private var ownLevel: Double?
    /// How many frames a camera that has just started may still be opening up.
    private var startingFrames = FirstFrames.limit
    private var steps = Steps()

    init(_ abilities: V4L2Controls.SoftwareAbilities, frameDuration: CMTime) {
        self.abilities = abilities
        scale = abilities.meters ? ExposureScale(abilities.exposure, frameDuration: frameDuration) : nil
    }

    // MARK: What the settings ask for

    /// What is to be done about the exposure for new settings.
    func exposureChange(to new: CameraSettings) -> Change {
        let isOurs = exposure != nil || exposureStart != nil
        let isSearch = new.exposure == .continuous || new.exposure == .once
        let isSameSearch = isOurs && new.exposure == settings.exposure && new.exposureStart == settings.exposureStart
        if isSameSearch, new.exposure == .once { return .keep }
        let hasBias = new.exposureBias != 0 && !abilities.driverHasBias
        guard scale != nil, isSearch, new.exposurePoint != .middle || hasBias else {
            return isOurs && isSearch ? .giveBack : .none
        }
        return isSameSearch && new.exposurePoint == settings.exposurePoint ? .keep : .begin
    }

    /// What is to be done about focus for new settings.
    func focusChange(to new: CameraSettings) -> Change {
        let isSearch = new.focus == .continuous || new.focus == .once
        // A lens that nothing drives stays where it is until it is asked to focus.
        let isWanted = abilities.driverFocuses ? new.focusPoint != .middle : new.focusStart != 0
        guard abilities.hasLens, isSearch, isWanted else { return focus != nil && isSearch ? .giveBack : .none }
        return focus != nil && new.focusStart == settings.focusStart && new.focus == settings.focus ? .keep : .begin
    }

    /// Follows new settings, after the driver's controls have been set.
    ///
    /// - Parameters:
    ///   - stops: the exposure that the camera has now, if the loop is to begin.
    ///   - lens: where the lens is now, if the hunt is to begin.
    mutating func follow(
        _ new: CameraSettings, exposure change: Change, from stops: Double?, focus focusChange: Change,
        from lens: Double?
    ) {
        settings = new
        switch change {
        case .none, .giveBack:
            (exposure, exposureStart, steps.exposure) = (nil, nil, nil)
            if change == .giveBack { ownLevel = nil }
        case .keep:
            let target = target
            exposure?.retarget(target)
        case .begin:
            // Without a point, a bias counts from what the camera has chosen by itself: its level is measured first.
            let isKnown = new.exposurePoint != .middle || exposure != nil
            reference = (new.exposurePoint == .middle ? ownLevel : nil) ?? Self.gray
            (exposure, exposureStart, steps.exposure) = (nil, stops ?? scale.map { middle($0.range) }, nil)
            if isKnown { takeOver() }
        }
        switch focusChange {
        case .none, .giveBack: (focus, steps.lens) = (nil, nil)
        case .keep: break
        case .begin:
            let hunt = FocusHunt(from: lens ?? 0, follows: new.focus == .continuous)
            (focus, steps.lens) = (hunt, hunt.position)
        }
    }

    private func middle(_ range: ClosedRange<Double>) -> Double { (range.lowerBound + range.upperBound) / 2 }

    private var target: Double { min(reference * exp2(Double(settings.exposureBias)), Self.brightest) }

    private mutating func takeOver() {
        guard let scale, let start = exposureStart else { return }
        let loop = ExposureLoop(
            from: start, in: scale.range, target: target, follows: settings.exposure == .continuous)
        (exposure, exposureStart, steps.exposure) = (loop, nil, loop.value)
    }

    // MARK: Frames

    /// Counts a frame, and says what to measure in it; `nil` for nothing.
    mutating func takeFrame() -> Due? {
        var due = Due()
        if startingFrames > 0 { startingFrames -= 1 }
        let isReferenceDue = exposureStart != nil && startingFrames == 0
        if isReferenceDue || exposure?.takesFrame() == true { due.exposurePoint = settings.exposurePoint }
        // Focus is judged in a picture that is neither too dark nor about to change.
        if !isAdjustingExposure, focus?.takesFrame() == true { due.focusPoint = settings.focusPoint }
        return due.exposurePoint == nil && due.focusPoint == nil ? nil : due
    }

    mutating func note(_ reading: Reading) {
        if let level = reading.level { note(level) }
        if let sharpness = reading.sharpness, let position = focus?.note(sharpness: sharpness) {
            steps.lens = position
        }
    }

    private mutating func note(_ level: Double) {
        if exposureStart != nil {
            // A scene that was too dark for the camera does not make gray black.
            reference = min(max(level, Self.gray / 2), Self.gray * 2)
            ownLevel = reference
            return takeOver()
        }
        if let stops = exposure?.note(level: level) { steps.exposure = stops }
        if exposure?.hasFailed == true { steps.givesExposureBack = true }
    }

    /// What is to be set now; afterwards call ``stepsAreSet(_:)``.
    mutating func takeSteps() -> Steps {
        defer { steps = Steps() }
        return steps
    }

    var hasSteps: Bool { !steps.isEmpty }

    mutating func stepsAreSet(_ steps: Steps) {
        if steps.exposure != nil { exposure?.valueIsSet() }
        if steps.lens != nil { focus?.positionIsSet() }
    }

    /// After a still, which may have used another exposure.
    mutating func stillIsOver() {
        exposure?.valueIsSet()
        focus?.positionIsSet()
    }

    // MARK: What is known

    /// The exposure that the loop has set, in stops; `nil` if the camera's own controls decide.
    var exposureValue: Double? { exposure.flatMap { $0.hasFailed ? nil : $0.value } }

    var isAdjustingExposure: Bool { exposureStart != nil || exposure?.isAdjusting == true }

    var isAdjustingFocus: Bool { focus?.isAdjusting == true }

    /// Whether it searches, so that no search of the driver is waited for.
    func searches(_ function: AutomaticFunction) -> Bool {
        switch function {
        case .exposure: exposure != nil || exposureStart != nil
        case .focus: focus != nil
        case .whiteBalance: false
        }
    }

    /// Adds what is known from the loops to a frame's conditions.
    func complete(_ conditions: inout CaptureConditions) {
        if exposure != nil || exposureStart != nil {
            conditions.isAdjustingExposure = isAdjustingExposure
            conditions.exposureOffset = Float(exposure?.offset ?? 0)
            conditions.exposureBias = settings.exposureBias
        }
        if focus != nil { conditions.isAdjustingFocus = isAdjustingFocus }
    }
}
