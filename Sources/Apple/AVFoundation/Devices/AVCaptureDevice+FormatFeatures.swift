import CaptureEngine
import Foundation

// MARK: Exposure

extension AVCaptureDevice.Format {
    /// The shortest exposure; `.invalid` when none can be set. Source: Apple, AVCaptureDevice.Format.minExposureDuration.
    public var minExposureDuration: CMTime { capabilities.exposure?.durations.lowerBound ?? .invalid }

    /// The longest exposure; `.invalid` when none can be set. Source: Apple, AVCaptureDevice.Format.maxExposureDuration.
    public var maxExposureDuration: CMTime { capabilities.exposure?.durations.upperBound ?? .invalid }

    /// The lowest sensitivity; 0 when none can be set. Source: Apple, AVCaptureDevice.Format.minISO.
    public var minISO: Float { capabilities.exposure?.iso.lowerBound ?? 0 }

    /// The highest sensitivity; 0 when none can be set. Source: Apple, AVCaptureDevice.Format.maxISO.
    public var maxISO: Float { capabilities.exposure?.iso.upperBound ?? 0 }

    /// The biases that make sense for people, in stops: two either way; `nil` when there is none to set.
    ///
    /// Source: Apple, AVCaptureDevice.Format.systemRecommendedExposureBiasRange.
    public var systemRecommendedExposureBiasRange: ClosedRange<Float>? {
        let all = capabilities.exposureBias
        return all.lowerBound < all.upperBound ? all.clamped(to: -2...2) : nil
    }
}

// MARK: Zoom

extension AVCaptureDevice.Format {
    /// The most that ``AVCaptureDevice/videoZoomFactor`` can be; 1 when the camera does not zoom.
    ///
    /// Source: Apple, AVCaptureDevice.Format.videoMaxZoomFactor.
    public var videoMaxZoomFactor: CGFloat { capabilities.maxZoom }

    /// The zoom from which pixels have to be invented: the sensor's width over that of the stream.
    ///
    /// Source: Apple, AVCaptureDevice.Format.videoZoomFactorUpscaleThreshold.
    public var videoZoomFactorUpscaleThreshold: CGFloat {
        guard let sensor = supportedMaxPhotoDimensions.last, formatDescription.dimensions.width > 0 else { return 1 }
        return min(CGFloat(sensor.width) / CGFloat(formatDescription.dimensions.width), videoMaxZoomFactor)
    }

    /// The zooms that make sense for people: up to ten times; `nil` when the camera does not zoom.
    ///
    /// Source: Apple, AVCaptureDevice.Format.systemRecommendedVideoZoomRange.
    public var systemRecommendedVideoZoomRange: ClosedRange<CGFloat>? {
        videoMaxZoomFactor > 1 ? 1...min(videoMaxZoomFactor, 10) : nil
    }

    /// Linux: always empty; no sensor here has a second native resolution.
    /// Source: Apple, AVCaptureDevice.Format.secondaryNativeResolutionZoomFactors.
    public var secondaryNativeResolutionZoomFactors: [CGFloat] { [] }
}

// MARK: Focus

extension AVCaptureDevice.Format {
    /// How a camera finds focus. Source: Apple, AVCaptureDevice.Format.AutoFocusSystem.
    public enum AutoFocusSystem: Int, Sendable {
        /// It does not. Source: Apple, AVCaptureDevice.Format.AutoFocusSystem.none.
        case none = 0
        /// Tries where the picture is sharpest. Source: Apple, AVCaptureDevice.Format.AutoFocusSystem.contrastDetection.
        case contrastDetection = 1
        /// Sees on the sensor which way and how far to move. Linux: never. Source: Apple, AVCaptureDevice.Format.AutoFocusSystem.phaseDetection.
        case phaseDetection = 2
    }

    /// Linux: `.contrastDetection` for any camera that focuses by itself; drivers do not say how.
    /// Source: Apple, AVCaptureDevice.Format.autoFocusSystem.
    public var autoFocusSystem: AutoFocusSystem { capabilities.hasAutoFocus ? .contrastDetection : .none }
}

// MARK: The picture

extension AVCaptureDevice.Format {
    /// The colours that the frames can have; empty for sound. Linux: one for each format.
    ///
    /// Source: Apple, AVCaptureDevice.Format.supportedColorSpaces.
    public var supportedColorSpaces: [AVCaptureColorSpace] {
        guard mediaType == .video else { return [] }
        let transfer = formatDescription.extensionValue(kCVImageBufferTransferFunctionKey) as? String
        if transfer == kCVImageBufferTransferFunction_ITU_R_2100_HLG { return [.HLG_BT2020] }
        let primaries = formatDescription.extensionValue(kCVImageBufferColorPrimariesKey) as? String
        return [primaries == kCVImageBufferColorPrimaries_P3_D65 ? .P3_D65 : .sRGB]
    }

    /// Linux: always `false`; no camera merges exposures of a stream. The 10-bit formats show more range by themselves.
    /// Source: Apple, AVCaptureDevice.Format.isVideoHDRSupported.
    public var isVideoHDRSupported: Bool { false }

    /// Linux: always `false`; no camera here lets its tone curve be chosen.
    /// Source: Apple, AVCaptureDevice.Format.isGlobalToneMappingSupported.
    public var isGlobalToneMappingSupported: Bool { false }

    /// Linux: always `false`; drivers do not say whether they bin pixels.
    /// Source: Apple, AVCaptureDevice.Format.isVideoBinned.
    public var isVideoBinned: Bool { false }

    /// Whether the picture can be kept steady that way: `.off` only.
    /// Source: Apple, AVCaptureDevice.Format.isVideoStabilizationModeSupported(_:).
    public func isVideoStabilizationModeSupported(_ videoStabilizationMode: AVCaptureVideoStabilizationMode) -> Bool {
        mediaType == .video && videoStabilizationMode == .off
    }

    /// Linux: the same as ``videoFieldOfView``; no camera corrects its lens on request.
    /// Source: Apple, AVCaptureDevice.Format.geometricDistortionCorrectedVideoFieldOfView.
    public var geometricDistortionCorrectedVideoFieldOfView: Float { videoFieldOfView }

    /// Linux: always `false`; the camera keeps to ``AVCaptureDevice/activeVideoMinFrameDuration``.
    /// Source: Apple, AVCaptureDevice.Format.isAutoVideoFrameRateSupported.
    public var isAutoVideoFrameRateSupported: Bool { false }
}

// MARK: Photos

extension AVCaptureDevice.Format {
    /// The largest size of a photo. Source: Apple, AVCaptureDevice.Format.highResolutionStillImageDimensions.
    public var highResolutionStillImageDimensions: CMVideoDimensions {
        supportedMaxPhotoDimensions.last ?? CMVideoDimensions(width: 0, height: 0)
    }

    /// Whether photos of several merged frames can be had: in every format of a camera.
    ///
    /// Source: Apple, AVCaptureDevice.Format.isHighPhotoQualitySupported.
    public var isHighPhotoQualitySupported: Bool { mediaType == .video }

    /// The outputs that cannot be used with the format. Linux: always empty; every output takes every format.
    ///
    /// Source: Apple, AVCaptureDevice.Format.unsupportedCaptureOutputClasses.
    public var unsupportedCaptureOutputClasses: [AnyClass] { [] }

    /// Whether an ``AVCaptureMultiCamSession`` can use the format: any of a camera.
    ///
    /// Source: Apple, AVCaptureDevice.Format.isMultiCamSupported.
    public var isMultiCamSupported: Bool { mediaType == .video }
}

// MARK: Depth

extension AVCaptureDevice.Format {
    /// The zooms at which depth can be had, as single factors: 1, and none where there is no depth.
    ///
    /// Source: Apple, AVCaptureDevice.Format.supportedVideoZoomFactorsForDepthDataDelivery.
    public var supportedVideoZoomFactorsForDepthDataDelivery: [CGFloat] { hasDepth ? [1] : [] }

    /// The zooms at which depth can be had: all, as the map is cut like the picture.
    ///
    /// Source: Apple, AVCaptureDevice.Format.supportedVideoZoomRangesForDepthDataDelivery.
    public var supportedVideoZoomRangesForDepthDataDelivery: [ClosedRange<CGFloat>] {
        hasDepth ? [1...videoMaxZoomFactor] : []
    }

    /// The least zoom with depth; 1. Source: Apple, AVCaptureDevice.Format.videoMinZoomFactorForDepthDataDelivery.
    public var videoMinZoomFactorForDepthDataDelivery: CGFloat { 1 }

    /// The most zoom with depth; 1 where there is no depth.
    /// Source: Apple, AVCaptureDevice.Format.videoMaxZoomFactorForDepthDataDelivery.
    public var videoMaxZoomFactorForDepthDataDelivery: CGFloat { hasDepth ? videoMaxZoomFactor : 1 }

    /// Linux: always `false`; there are no zooms outside of the ranges.
    /// Source: Apple, AVCaptureDevice.Format.zoomFactorsOutsideOfVideoZoomRangesForDepthDeliverySupported.
    public var zoomFactorsOutsideOfVideoZoomRangesForDepthDeliverySupported: Bool { false }

    private var hasDepth: Bool { !supportedDepthDataFormats.isEmpty }
}

extension AVCaptureDevice {
    /// Linux: always `false`, see `Format.isAutoVideoFrameRateSupported`; setting `true` is a programmer's mistake.
    /// Source: Apple, AVCaptureDevice.isAutoVideoFrameRateEnabled.
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
