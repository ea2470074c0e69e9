import CaptureEngine
import Foundation

extension AVCaptureDevice {
    /// Whether the torch is on. Source: Apple, AVCaptureDevice.TorchMode.
    public enum TorchMode: Int, Sendable {
        /// Always off.
        case off = 0
        /// Always on.
        case on = 1
        /// On when the scene is dark.
        case auto = 2
    }

    /// For ``setTorchModeOn(level:)``: as bright as it can be now.
    public static let maxAvailableTorchLevel = Float.greatestFiniteMagnitude

    /// Whether the camera has a flash for photos.
    public var hasFlash: Bool { capabilities.hasFlash }

    /// Whether the flash can fire now; not while the camera is too hot. Observable.
    public var isFlashAvailable: Bool { hasFlash && canGiveLight }

    /// Whether the camera has a light that can stay on.
    public var hasTorch: Bool { capabilities.hasTorch }

    /// Whether the torch can be switched on now; not while the camera is too hot. Observable.
    public var isTorchAvailable: Bool { hasTorch && canGiveLight }

    private var canGiveLight: Bool { isConnected && !isTooHotForLight }

    private var isTooHotForLight: Bool { pressure.level >= .critical }

    /// Whether the torch can be set to the mode.
    public func isTorchModeSupported(_ torchMode: TorchMode) -> Bool {
        switch torchMode {
        case .off, .on: hasTorch
        case .auto: hasTorch && capabilities.exposure != nil
        }
    }

    /// Whether the torch is on; `.on` is full brightness. Observable.
    ///
    /// Setting it needs ``lockForConfiguration()`` and ``isTorchModeSupported(_:)``. When the camera gets too hot the
    /// torch goes off, and stays off until the mode is set again once the camera has cooled down, see
    /// ``isTorchAvailable``. Linux: it is on only while a session runs the camera, and `.auto` keeps it on once the
    /// scene was dark.
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

    /// How bright the torch was in the last frame, 0 to 1. Observable.
    public var torchLevel: Float { state.withLock { $0.shown.torch } }

    /// Whether the torch was on in the last frame. Observable.
    public var isTorchActive: Bool { torchLevel > 0 }

    /// Switches the torch on. Needs ``lockForConfiguration()`` and ``isTorchModeSupported(_:)`` of `.on`.
    ///
    /// - Parameter torchLevel: more than 0 to 1, or ``maxAvailableTorchLevel``.
    /// - Throws: ``AVError`` `torchLevelUnavailable` when the torch cannot be on now.
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

    /// Switches the torch off when the camera is too hot for it.
    func switchTorchOffWhenHot() {
        guard isTooHotForLight, torchMode != .off else { return }
        adjustWithoutLock(\.torchMode) { $0.setTorch(.off, level: 0) }
    }

    /// In mode `.auto`, switches the torch on when exposure can no longer make up for the dark.
    func lightTorchWhenDark() {
        let isDark = state.withLock { state in
            // A frame from before the mode was set, reported late, says nothing about the light now.
            guard state.controls.torchMode == .auto, state.settings.torch == 0,
                state.shown.settingsRevision >= state.controls.torchStart
            else { return false }
            return state.isTooDark
        }
        guard isDark, isTorchAvailable, isStreaming else { return }
        adjustSilently { state in
            if state.controls.torchMode == .auto { state.settings.torch = 1 }
        }
    }
}

extension AVCaptureDevice.State {
    /// Whether exposure can no longer make up for the dark.
    var isTooDark: Bool {
        guard let limits = description.capabilities.exposure, !shown.isAdjustingExposure else { return false }
        return shown.exposureOffset < -1 || shown.iso >= limits.iso.upperBound * 0.9
    }

    /// - Parameter level: how bright it is in mode `.on`.
    fileprivate mutating func setTorch(_ mode: AVCaptureDevice.TorchMode, level: Float) {
        controls.torchMode = mode
        controls.torchStart = settings.revision
        settings.torch = mode == .on ? level : 0
    }
}
