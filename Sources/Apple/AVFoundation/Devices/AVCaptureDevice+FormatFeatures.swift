import CaptureEngine
import Foundation
import PixelCoding

// MARK: Exposure

extension AVCaptureDevice.Format {
    /// The shortest exposure; `.invalid` when none can be set.
    public var minExposureDuration: CMTime { capabilities.exposure?.durations.lowerBound ?? .invalid }

    /// The longest exposure; `.invalid` when none can be set.
    public var maxExposureDuration: CMTime { capabilities.exposure?.durations.upperBound ?? .invalid }

    /// The lowest sensitivity; 0 when none can be set.
    public var minISO: Float { capabilities.exposure?.iso.lowerBound ?? 0 }

    /// The highest sensitivity; 0 when none can be set.
    public var maxISO: Float { capabilities.exposure?.iso.upperBound ?? 0 }

    /// The exposure biases to offer to users, in stops: two either way; `nil` when the bias cannot be set.
    public var systemRecommendedExposureBiasRange: ClosedRange<Float>? {
        let all = capabilities.exposureBias
        return all.lowerBound < all.upperBound ? all.clamped(to: -2...2) : nil
    }
}

// MARK: Zoom

extension AVCaptureDevice.Format {
    /// The most that ``AVCaptureDevice/videoZoomFactor`` can be; 1 when the camera does not zoom.
    public var videoMaxZoomFactor: CGFloat { capabilities.maxZoom }

    /// The zoom factor above which pixels are upscaled: the sensor's width over that of the stream.
    public var videoZoomFactorUpscaleThreshold: CGFloat {
        guard let sensor = supportedMaxPhotoDimensions.last, formatDescription.dimensions.width > 0 else { return 1 }
        return min(CGFloat(sensor.width) / CGFloat(formatDescription.dimensions.width), videoMaxZoomFactor)
    }

    /// The zoom factors to offer to users: up to 10; `nil` when the camera does not zoom.
    public var systemRecommendedVideoZoomRange: ClosedRange<CGFloat>? {
        videoMaxZoomFactor > 1 ? 1...min(videoMaxZoomFactor, 10) : nil
    }

    /// Linux: always empty; no sensor here has a second native resolution.
    public var secondaryNativeResolutionZoomFactors: [CGFloat] { [] }
}

// MARK: Focus

extension AVCaptureDevice.Format {
    /// How a camera finds focus. Source: Apple, AVCaptureDevice.Format.AutoFocusSystem.
    public enum AutoFocusSystem: Int, Sendable {
        /// The camera has no autofocus.
        case none = 0
        /// Moves the lens to where the picture is sharpest.
        case contrastDetection = 1
        /// Reads from the sensor which way and how far to move. Linux: never.
        case phaseDetection = 2
    }

    /// Linux: `.contrastDetection` for any camera that focuses by itself; drivers do not say how.
    public var autoFocusSystem: AutoFocusSystem { capabilities.hasAutoFocus ? .contrastDetection : .none }
}

// MARK: The picture

extension AVCaptureDevice.Format {
    /// The colors that the frames can have; empty for sound. Linux: exactly one for each format.
    public var supportedColorSpaces: [AVCaptureColorSpace] {
        guard mediaType == .video else { return [] }
        let transfer = formatDescription.extensionValue(kCVImageBufferTransferFunctionKey) as? String
        if transfer == kCVImageBufferTransferFunction_ITU_R_2100_HLG { return [.HLG_BT2020] }
        let primaries = formatDescription.extensionValue(kCVImageBufferColorPrimariesKey) as? String
        return [primaries == kCVImageBufferColorPrimaries_P3_D65 ? .P3_D65 : .sRGB]
    }

    /// Linux: always `false`; no camera merges exposures of a stream. The 10-bit formats have a higher dynamic range by
    /// themselves.
    public var isVideoHDRSupported: Bool { false }

    /// Linux: always `false`; no camera here lets its tone curve be chosen.
    public var isGlobalToneMappingSupported: Bool { false }

    /// Linux: always `false`; drivers do not say whether they bin pixels.
    public var isVideoBinned: Bool { false }

    /// Whether the stabilization mode is supported: `.off` always; `.standard`, `.cinematic` and `.auto` in formats with
    /// no more pixels a second than 1080p at 60 frames, in 8 or 10 bits.
    ///
    /// Linux: the processor keeps the picture steady, which takes 8 ms for a frame of 1080p.
    public func isVideoStabilizationModeSupported(_ videoStabilizationMode: AVCaptureVideoStabilizationMode) -> Bool {
        switch videoStabilizationMode {
        case .off: mediaType == .video
        case .standard, .cinematic, .auto: mediaType == .video && StabilizationStyle.supports(source)
        case .cinematicExtended, .previewOptimized, .cinematicExtendedEnhanced: false
        }
    }

    /// Linux: the same as ``videoFieldOfView``; no camera corrects its lens on request.
    public var geometricDistortionCorrectedVideoFieldOfView: Float { videoFieldOfView }

    /// Linux: always `false`; the camera keeps to ``AVCaptureDevice/activeVideoMinFrameDuration``.
    public var isAutoVideoFrameRateSupported: Bool { false }
}

// MARK: Photos

extension AVCaptureDevice.Format {
    /// The largest size of a photo.
    public var highResolutionStillImageDimensions: CMVideoDimensions {
        supportedMaxPhotoDimensions.last ?? CMVideoDimensions(width: 0, height: 0)
    }

    /// Whether photos can be merged from several frames: true for every format of a camera.
    public var isHighPhotoQualitySupported: Bool { mediaType == .video }

    /// The outputs that cannot be used with the format. Linux: always empty; every output takes every format.
    public var unsupportedCaptureOutputClasses: [AnyClass] { [] }

    /// Whether an ``AVCaptureMultiCamSession`` can use the format: true for every format of a camera.
    public var isMultiCamSupported: Bool { mediaType == .video }
}

// MARK: Depth

extension AVCaptureDevice.Format {
    /// The zoom factors that depth is delivered at, as single values: 1; empty without depth.
    public var supportedVideoZoomFactorsForDepthDataDelivery: [CGFloat] { hasDepth ? [1] : [] }

    /// The zoom factors that depth is delivered at: all of them, as the map is cropped like the picture; empty without
    /// depth.
    public var supportedVideoZoomRangesForDepthDataDelivery: [ClosedRange<CGFloat>] {
        hasDepth ? [1...videoMaxZoomFactor] : []
    }

    /// The lowest zoom factor with depth: 1.
    public var videoMinZoomFactorForDepthDataDelivery: CGFloat { 1 }

    /// The highest zoom factor with depth; 1 without depth.
    public var videoMaxZoomFactorForDepthDataDelivery: CGFloat { hasDepth ? videoMaxZoomFactor : 1 }

    /// Linux: always `false`; there are no zoom factors outside of the ranges.
    public var zoomFactorsOutsideOfVideoZoomRangesForDepthDeliverySupported: Bool { false }

    private var hasDepth: Bool { !supportedDepthDataFormats.isEmpty }
}

extension AVCaptureDevice {
    /// Linux: always `false`, see `Format.isAutoVideoFrameRateSupported`; setting `true` is a programmer's mistake.
    public var isAutoVideoFrameRateEnabled: Bool {
        get { false }
        set {
            let setter = "setAutoVideoFrameRateEnabled:"
            requireLock(setter)
            require(
                !newValue || activeFormat.isAutoVideoFrameRateSupported, setter,
                "-activeFormat.autoVideoFrameRateSupported")
        }
    }
}
