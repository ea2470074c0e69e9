import CoreMedia

/// Which of the ``CameraSettings`` a camera obeys, and how far.
package struct CameraCapabilities: Sendable, Equatable {
    package struct Exposure: Sendable, Equatable {
        package var durations: ClosedRange<CMTime>
        package var iso: ClosedRange<Float>

        package init(durations: ClosedRange<CMTime>, iso: ClosedRange<Float>) {
            self.durations = durations
            self.iso = iso
        }
    }

    package var hasFlash = false
    package var hasTorch = false
    /// Whether two stills can differ only in the light of the flash: see ``StillRequest/Exposure/underFlash``.
    package var isolatesFlash = false
    /// Whether automatic focus exists; ``canLockLens`` says whether a position can be set.
    package var hasAutoFocus = false
    /// Whether automatic focus begins only when it is asked for: the lens stays where it is until then.
    package var focusesOnRequest = false
    package var canLockLens = false
    package var hasFocusPoint = false
    package var hasFocusRange = false
    package var hasSmoothFocus = false
    /// The nearest distance that can be sharp, in millimeters; -1 when unknown.
    package var minimumFocusDistance = -1
    package var hasAutoExposure = false
    package var hasExposurePoint = false
    /// The limits of a custom exposure; `nil` when none can be set.
    package var exposure: Exposure?
    /// The limits of ``CameraSettings/exposureBias``.
    package var exposureBias: ClosedRange<Float> = 0...0
    /// Whether it obeys ``CameraSettings/longestExposure``.
    package var hasLongestExposure = false
    package var hasLowLightBoost = false
    package var hasAutoWhiteBalance = false
    /// Whether it reports a switch that covers it.
    package var hasPrivacySwitch = false
    /// The largest white-balance gain; 1 when gains cannot be set.
    package var maxWhiteBalanceGain: Float = 1
    /// The gains that make daylight (D65) white.
    package var daylightGains = WhiteBalanceGains(red: 1, green: 1, blue: 1)
    /// The largest zoom factor that the device supports by itself.
    package var maxZoom: Double = 1
    /// The zoom factors at which a virtual camera changes from one lens to the next.
    package var switchOverZooms: [Double] = []
    /// The f-number; 0 when unknown.
    package var lensAperture: Float = 0
    /// In millimeters; 0 when unknown.
    package var lensFocalLength: Float = 0

    package init() {}
}
