import CoreMedia
import Foundation

/// For code from before iOS 8.
extension AVCaptureConnection {
    /// Whether ``videoMinFrameDuration`` can be set: for video.
    @available(*, deprecated, message: "Use AVCaptureDevice.activeFormat.videoSupportedFrameRateRanges instead.")
    public var isVideoMinFrameDurationSupported: Bool { camera != nil }

    /// The shortest time between frames: the camera's `activeVideoMinFrameDuration`, which is set to the nearest one that
    /// its format supports. Nothing changes if the camera cannot be locked for configuration.
    @available(*, deprecated, message: "Use AVCaptureDevice.activeVideoMinFrameDuration instead.")
    public var videoMinFrameDuration: CMTime {
        get { camera?.activeVideoMinFrameDuration ?? .invalid }
        set { setFrameDuration(\.activeVideoMinFrameDuration, newValue) }
    }

    /// Whether ``videoMaxFrameDuration`` can be set: for video.
    @available(*, deprecated, message: "Use AVCaptureDevice.activeFormat.videoSupportedFrameRateRanges instead.")
    public var isVideoMaxFrameDurationSupported: Bool { camera != nil }

    /// The longest time between frames: the camera's `activeVideoMaxFrameDuration`, as ``videoMinFrameDuration``.
    @available(*, deprecated, message: "Use AVCaptureDevice.activeVideoMaxFrameDuration instead.")
    public var videoMaxFrameDuration: CMTime {
        get { camera?.activeVideoMaxFrameDuration ?? .invalid }
        set { setFrameDuration(\.activeVideoMaxFrameDuration, newValue) }
    }

    /// Whether the picture is kept steady where the device can: ``preferredVideoStabilizationMode`` is not `.off`, and
    /// becomes `.standard` or `.off`.
    @available(*, deprecated, message: "Use preferredVideoStabilizationMode instead.")
    public var enablesVideoStabilizationWhenAvailable: Bool {
        get { preferredVideoStabilizationMode != .off }
        set { preferredVideoStabilizationMode = newValue ? .standard : .off }
    }

    /// Whether ``activeVideoStabilizationMode`` is not `.off`.
    @available(*, deprecated, message: "Use activeVideoStabilizationMode instead.")
    public var isVideoStabilizationEnabled: Bool { activeVideoStabilizationMode != .off }

    private var camera: AVCaptureDevice? { mediaType == .video ? inputPorts.first?.device : nil }

    private func setFrameDuration(_ property: ReferenceWritableKeyPath<AVCaptureDevice, CMTime>, _ duration: CMTime) {
        guard let camera, (try? camera.lockForConfiguration()) != nil else { return }
        defer { camera.unlockForConfiguration() }
        let ranges = camera.activeFormat.videoSupportedFrameRateRanges
        // The nearest in each range, and of these the nearest.
        let supported = ranges.map { min(max(duration, $0.minFrameDuration), $0.maxFrameDuration) }
        func distance(_ other: CMTime) -> Double { abs((other - duration).seconds) }
        guard duration.isNumeric else { return camera[keyPath: property] = .invalid }
        if let nearest = supported.min(by: { distance($0) < distance($1) }) { camera[keyPath: property] = nearest }
    }
}
