import CoreMedia

/// The conditions under which a frame was made. A source that knows them attaches them to each frame.
package struct CaptureConditions: Sendable, Equatable {
    /// Who has chosen a value.
    package enum Choice: Sendable {
        /// The camera, now or before it was locked.
        case automatic
        /// A person or a program.
        case manual
    }

    /// `.invalid` when the device does not say.
    package var exposureDuration: CMTime
    /// 0 when the device does not say.
    package var iso: Float
    /// Whether duration and ISO are those of the frame; `false` if they may be older, or were never the camera's real
    /// values.
    package var isExposureCertain = true
    /// `nil` when the device does not say.
    package var exposureChoice: Choice?
    package var exposureBias: Float = 0
    /// How far the picture is from what automatic exposure wants, in stops; negative is too dark.
    package var exposureOffset: Float = 0
    /// 0 nearest, 1 farthest.
    package var lensPosition: Float = 1
    /// Only their ratios count.
    package var whiteBalanceGains = WhiteBalanceGains(red: 1, green: 1, blue: 1)
    /// `nil` when the device does not say.
    package var whiteBalanceChoice: Choice?
    package var zoom: Double = 1
    package var isFlashFired = false
    package var torch: Float = 0
    package var isAdjustingFocus = false
    package var isAdjustingExposure = false
    package var isAdjustingWhiteBalance = false
    package var isLowLightBoosted = false
    /// Whether the camera's privacy switch covers it.
    package var isCovered = false
    /// The place of the constituent that a virtual camera took the frame with; 0 for a real camera.
    package var constituent = 0
    /// The ``CameraSettings/revision`` that the frame shows.
    package var settingsRevision: UInt64 = 0

    package init(exposureDuration: CMTime, iso: Float) {
        self.exposureDuration = exposureDuration
        self.iso = iso
    }
}

extension CMSampleBuffer {
    /// What the source said about the frame; `nil` if it said nothing.
    package var conditions: CaptureConditions? {
        get { sourceFacts as? CaptureConditions }
        set { sourceFacts = newValue }
    }
}
