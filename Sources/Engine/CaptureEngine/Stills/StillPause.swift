import CoreMedia

extension CMSampleBuffer {
    private static let pauseForStillKey = "PauseForStill"

    /// On the first frame after a still that interrupted the camera's stream (to change its format or settle on another
    /// exposure): the time since the last frame before it. `nil` on all others.
    package var pauseForStill: CMTime? {
        get { CMGetAttachment(self, key: Self.pauseForStillKey, attachmentModeOut: nil) as? CMTime }
        set {
            CMSetAttachment(
                self, key: Self.pauseForStillKey, value: newValue as AnyObject?,
                attachmentMode: kCMAttachmentMode_ShouldNotPropagate)
        }
    }
}
