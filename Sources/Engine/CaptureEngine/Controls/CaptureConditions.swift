import CoreMedia

/// Under what conditions a frame was made; a source that knows attaches it to each frame.
package struct CaptureConditions: Sendable, Equatable {
    package var exposureDuration: CMTime
    package var iso: Float
    package var exposureBias: Float = 0
    /// By how many stops the picture misses what automatic exposure wants; negative is too dark.
    package var exposureOffset: Float = 0
    /// 0 nearest, 1 farthest.
    package var lensPosition: Float = 1
    package var whiteBalanceGains = WhiteBalanceGains(red: 1, green: 1, blue: 1)
    package var zoom: Double = 1
    package var isFlashFired = false
    package var torch: Float = 0
    package var isAdjustingFocus = false
    package var isAdjustingExposure = false
    package var isAdjustingWhiteBalance = false
    /// The ``CameraSettings/revision`` that the frame shows.
    package var settingsRevision: UInt64 = 0

    package init(exposureDuration: CMTime, iso: Float) {
        self.exposureDuration = exposureDuration
        self.iso = iso
    }
}

extension CMSampleBuffer {
    private static let conditionsKey = "CaptureConditions"

    /// What the source said of the frame; `nil` when it knows nothing.
    package var conditions: CaptureConditions? {
        get { CMGetAttachment(self, key: Self.conditionsKey, attachmentModeOut: nil) as? CaptureConditions }
        set {
            CMSetAttachment(
                self, key: Self.conditionsKey, value: newValue as AnyObject?,
                attachmentMode: kCMAttachmentMode_ShouldPropagate)
        }
    }
}
