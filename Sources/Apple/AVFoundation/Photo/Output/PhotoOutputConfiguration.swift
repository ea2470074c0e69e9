import CoreMedia

/// What the app has set on a photo output.
struct PhotoOutputConfiguration: @unchecked Sendable {  // the settings inside are locked classes
    var maxQuality = AVCapturePhotoOutput.QualityPrioritization.balanced
    /// `nil` is the size of the stream.
    var maxDimensions: CMVideoDimensions?
    var isHighResolution = false
    /// `true` by default, as for apps of iOS 17 and later.
    var hasZeroShutterLag = true
    var isResponsive = false
    var prefersFastCapture = false
    var defersDelivery = false
    var deliversDepth = false
    var deliversPortraitMatte = false
    var deliversConstituents = false
    var hasConstantColor = false
    /// The last value that observers of the support were notified of.
    var couldConstantColor = false
    var sceneMonitoring: AVCapturePhotoSettings?
    var prepared: [AVCapturePhotoSettings] = []

    /// How many frames are kept for the next photo.
    var ringDepth: Int { Self.frameCount(maxQuality) }

    /// How many frames a photo of that quality is made from.
    static func frameCount(_ quality: AVCapturePhotoOutput.QualityPrioritization) -> Int {
        switch quality {
        case .speed: 1
        case .balanced: 3
        case .quality: 6
        }
    }
}
