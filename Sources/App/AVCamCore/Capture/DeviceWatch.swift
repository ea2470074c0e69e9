import AVFoundation

/// Reports when a camera or microphone is plugged in or unplugged, or another camera becomes the preferred one.
final class DeviceWatch: @unchecked Sendable {  // immutable; kept for its observations
    private let searches: [AVCaptureDevice.DiscoverySession]
    private let observations: [AnyObject]

    /// Blocks for a while, because it looks at all devices.
    ///
    /// - Parameter onChange: called on an arbitrary thread.
    init(platform: any CapturePlatform, _ onChange: @escaping @Sendable () -> Void) {
        searches = [DeviceLookup.cameraSearch, DeviceLookup.microphoneSearch]
        observations =
            searches.map { search in search.observe(\.devices) { _, _ in onChange() } }
            + [platform.observePreferredCamera(onChange)]
    }
}
