import CaptureEngine
import Foundation

/// A zoom ramp under way.
struct ZoomRamp {
    var target: Double
    /// Doublings a second.
    var rate: Double
    /// The time of the last frame that took a step; `nil` before the first.
    var lastFrame: CMTime?
    /// Whether the zoom has arrived, and observers are being notified.
    var isThere = false

    /// The zoom for a frame.
    mutating func step(from zoom: Double, at time: CMTime) -> Double {
        let elapsed = lastFrame.map { max((time - $0).seconds, 0) } ?? 0
        lastFrame = time
        return target > zoom ? min(zoom * exp2(rate * elapsed), target) : max(zoom * exp2(-rate * elapsed), target)
    }
}

extension AVCaptureDevice {
    /// How much the picture is enlarged: 1 shows all of it, 2 the middle half of its width and height.
    /// Observable.
    ///
    /// Setting it needs ``lockForConfiguration()``, must lie within ``minAvailableVideoZoomFactor`` and
    /// ``maxAvailableVideoZoomFactor``, and ends a ramp.
    public var videoZoomFactor: CGFloat {
        get { state.withLock { $0.settings.zoom } }
        set {
            requireZoom(newValue, "setVideoZoomFactor:")
            endRamp()
            adjust(\.videoZoomFactor, "setVideoZoomFactor:") { $0.zoom(to: newValue) }
        }
    }

    /// The lowest value of ``videoZoomFactor`` now: more than 1 when a virtual device is locked to a narrow
    /// constituent. Observable.
    public var minAvailableVideoZoomFactor: CGFloat {
        state.withLock { state in
            guard let constituent = state.settings.lockedConstituent, constituent > 0,
                !state.switchingInForce.conditions.contains(.videoZoomChanged)
            else { return 1 }
            let switchOvers = state.description.capabilities.switchOverZooms
            return switchOvers.indices.contains(constituent - 1) ? switchOvers[constituent - 1] : 1
        }
    }

    /// The highest value of ``videoZoomFactor`` now. Observable.
    public var maxAvailableVideoZoomFactor: CGFloat { activeFormat.videoMaxZoomFactor }

    /// Multiply ``videoZoomFactor`` by this to get the number to show to users, in which the wide-angle camera is 1.
    ///
    /// Linux: worked out from the fields of view of this camera and the wide-angle one beside it, to one decimal.
    public var displayVideoZoomFactorMultiplier: CGFloat {
        let wide = world.devices.builtInWideAngle(beside: self)
        guard let wide, wide !== self, let own = tangentOfField, let normal = wide.tangentOfField else { return 1 }
        return max((normal / own * 10).rounded() / 10, 0.1)
    }

    private var tangentOfField: Double? {
        let degrees = Double(formats.map(\.videoFieldOfView).max() ?? 0)
        return degrees > 0 && degrees < 180 ? tan(degrees * .pi / 360) : nil
    }

    // MARK: Ramp

    /// Whether a ramp is under way. Observable.
    public var isRampingVideoZoom: Bool { state.withLock { $0.controls.ramp != nil } }

    /// Zooms smoothly to a factor, one step for each frame. Needs ``lockForConfiguration()`` only for the call.
    ///
    /// While the camera does not run, the factor is set at once.
    /// - Parameters:
    ///   - factor: within ``minAvailableVideoZoomFactor`` and ``maxAvailableVideoZoomFactor``.
    ///   - rate: doublings (or halvings) of the factor a second, more than 0; 1 to 3 is comfortable.
    public func ramp(toVideoZoomFactor factor: CGFloat, withRate rate: Float) {
        let setter = "rampToVideoZoomFactor:withRate:"
        requireZoom(factor, setter)
        requireLock(setter)
        guard rate > 0 else {
            raiseException(.range, "*** -[AVCaptureDevice \(setter)] The passed rate \(rate) must be greater than zero")
        }
        changing(\.isRampingVideoZoom) {
            state.withLock { $0.controls.ramp = ZoomRamp(target: factor, rate: Double(rate)) }
        }
        if !isStreaming { framesEnded() }
    }

    /// Ends a ramp where it is. Needs ``lockForConfiguration()``.
    ///
    /// Linux: stops at once, without slowing down first.
    public func cancelVideoZoomRamp() {
        requireLock("cancelVideoZoomRamp")
        endRamp()
    }

    private func endRamp() {
        guard isRampingVideoZoom else { return }
        changing(\.isRampingVideoZoom) { state.withLock { $0.controls.ramp = nil } }
    }

    /// Advances the ramp to a frame; `.invalid`, when no more frames come, ends it at its target.
    func stepZoom(at time: CMTime) {
        guard isRampingVideoZoom else { return }
        adjustWithoutLock(\.videoZoomFactor) { state in
            guard var ramp = state.controls.ramp else { return }
            let next = time.isValid ? ramp.step(from: state.settings.zoom, at: time) : ramp.target
            state.zoom(to: next)
            ramp.isThere = next == ramp.target
            state.controls.ramp = ramp
        }
        // An observer of the arrival may have begun the next ramp.
        guard state.withLock({ $0.controls.ramp?.isThere == true }) else { return }
        mayChange(\.isRampingVideoZoom) {
            state.withLock { if $0.controls.ramp?.isThere == true { $0.controls.ramp = nil } }
        }
    }

    private func requireZoom(_ factor: CGFloat, _ setter: String) {
        let range = minAvailableVideoZoomFactor...maxAvailableVideoZoomFactor
        guard range.contains(factor) else {
            raiseException(
                .range,
                "*** -[AVCaptureDevice \(setter)] videoZoomFactor out of range \(factor) - use "
                    + "-minAvailableVideoZoomFactor and -maxAvailableVideoZoomFactor "
                    + "[\(range.lowerBound), \(range.upperBound)]")
        }
    }
}

extension AVCaptureDevice.State {
    mutating func zoom(to factor: Double) {
        settings.zoom = factor
        followRestrictedSwitching(on: .videoZoomChanged)
    }
}
