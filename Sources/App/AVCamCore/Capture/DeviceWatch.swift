import AVFoundation

/// Tells when cameras or microphones come or go, or another camera is preferred.
final class DeviceWatch: @unchecked Sendable {  // immutable; kept for its observations
    private let searches: [AVCaptureDevice.DiscoverySession]
    private let observations: [AnyObject]

    /// Takes its time: it looks at all devices.
    ///
    /// - Parameter onChange: called on an arbitrary thread.
    init(platform: any CapturePlatform, _ onChange: @escaping @Sendable () -> Void) {
        searches = [DeviceLookup.cameraSearch, DeviceLookup.microphoneSearch]
        observations =
            searches.map { search in search.observe(\.devices) { _, _ in onChange() } }
            + [platform.observePreferredCamera(onChange)]
    }
}
