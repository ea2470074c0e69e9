import CaptureEngine
import Foundation

extension AVCaptureDevice {
    /// Whether the torch burns. Source: Apple, AVCaptureDevice.TorchMode.
    public enum TorchMode: Int, Sendable {
        /// Does not burn. Source: Apple, AVCaptureDevice.TorchMode.off.
        case off = 0
        /// Burns. Source: Apple, AVCaptureDevice.TorchMode.on.
        case on = 1
        /// Burns when the scene is dark. Source: Apple, AVCaptureDevice.TorchMode.auto.
        case auto = 2
    }

    /// For ``setTorchModeOn(level:)``: as bright as it can be now.
    ///
    /// Source: Apple, AVCaptureDevice.maxAvailableTorchLevel.
    public static let maxAvailableTorchLevel = Float.greatestFiniteMagnitude

    /// Whether the camera has a flash for photos. Source: Apple, AVCaptureDevice.hasFlash.
    public var hasFlash: Bool { capabilities.hasFlash }

    /// Whether the flash can fire now; not while the camera is too hot. Observable.
    ///
    /// Source: Apple, AVCaptureDevice.isFlashAvailable.
    public var isFlashAvailable: Bool { hasFlash && canGiveLight }

    /// Whether the camera has a light that can burn. Source: Apple, AVCaptureDevice.hasTorch.
    public var hasTorch: Bool { capabilities.hasTorch }

    /// Whether the torch can burn now; not while the camera is too hot. Observable.
    ///
    /// Source: Apple, AVCaptureDevice.isTorchAvailable.
    public var isTorchAvailable: Bool { hasTorch && canGiveLight }

    private var canGiveLight: Bool { isConnected && !isTooHotForLight }

    private var isTooHotForLight: Bool { pressure.level >= .critical }

    /// Whether the torch can be set to the mode. Source: Apple, AVCaptureDevice.isTorchModeSupported(_:).
    public func isTorchModeSupported(_ torchMode: TorchMode) -> Bool {
        switch torchMode {
        case .off, .on: hasTorch
        case .auto: hasTorch && capabilities.exposure != nil
        }
    }

    /// Whether the torch burns; `.on` is as bright as can be. Observable.
    ///
    /// Setting it needs ``lockForConfiguration()`` and ``isTorchModeSupported(_:)``. When the camera gets too hot the
    /// torch goes off, and stays off until the mode is set again, with a cooler camera: see ``isTorchAvailable``.
    /// Linux: it burns while a session runs the camera, and `.auto` keeps it burning once the scene was dark.
    /// Source: Apple, AVCaptureDevice.torchMode.
    public var torchMode: TorchMode {
        get { state.withLock { $0.controls.torchMode } }
        set {
            require(isTorchModeSupported(newValue), "setTorchMode:", "-isTorchModeSupported:")
            let mode = isTooHotForLight ? .off : newValue
            adjust(\.torchMode, "setTorchMode:") { $0.setTorch(mode, level: 1) }
            // It may have got too hot at the same time.
            if mode != .off { switchTorchOffWhenHot() }
        }
    }

    /// How bright the torch burns in the last frame, 0 to 1. Observable. Source: Apple, AVCaptureDevice.torchLevel.
    public var torchLevel: Float { state.withLock { $0.shown.torch } }

    /// Whether the torch burns in the last frame. Observable. Source: Apple, AVCaptureDevice.isTorchActive.
    public var isTorchActive: Bool { torchLevel > 0 }

    /// Lights the torch. Needs ``lockForConfiguration()`` and ``isTorchModeSupported(_:)`` of `.on`.
    ///
    /// - Parameter torchLevel: more than 0 to 1, or ``maxAvailableTorchLevel``.
    /// - Throws: ``AVError`` `torchLevelUnavailable` when the torch cannot burn now.
    ///
    /// Source: Apple, AVCaptureDevice.setTorchModeOn(level:).
    public func setTorchModeOn(level torchLevel: Float) throws {
        let setter = "setTorchModeOnWithLevel:error:"
        require(isTorchModeSupported(.on), setter, "-isTorchModeSupported:")
        requireLock(setter)
        let level = torchLevel == Self.maxAvailableTorchLevel ? 1 : torchLevel
        guard level > 0, level <= 1 else {
            raiseException(
                .range, "*** -[AVCaptureDevice \(setter)] The passed torchLevel \(torchLevel) is out of range (0, 1]")
        }
        guard isTorchAvailable else { throw AVError(.torchLevelUnavailable) }
        adjust(\.torchMode, setter) { $0.setTorch(.on, level: level) }
        switchTorchOffWhenHot()
    }

    /// Puts the light out when the camera is too hot for it.
    func switchTorchOffWhenHot() {
        guard isTooHotForLight, torchMode != .off else { return }
        adjustWithoutLock(\.torchMode) { $0.setTorch(.off, level: 0) }
    }

    /// In mode `.auto`, lights the torch when exposure cannot follow the dark any more.
    func lightTorchWhenDark() {
        let isDark = state.withLock { state in
            // A frame of before, told late, says nothing of the light now.
            guard state.controls.torchMode == .auto, state.settings.torch == 0,
                state.shown.settingsRevision >= state.controls.torchStart,
                let limits = state.description.capabilities.exposure, !state.shown.isAdjustingExposure
            else { return false }
            return state.shown.exposureOffset < -1 || state.shown.iso >= limits.iso.upperBound * 0.9
        }
        guard isDark, isTorchAvailable, isStreaming else { return }
        adjustSilently { state in
            if state.controls.torchMode == .auto { state.settings.torch = 1 }
        }
    }
}

extension AVCaptureDevice.State {
    /// - Parameter level: how bright it burns in mode `.on`.
    fileprivate mutating func setTorch(_ mode: AVCaptureDevice.TorchMode, level: Float) {
        controls.torchMode = mode
        controls.torchStart = settings.revision
        settings.torch = mode == .on ? level : 0
    }
}
