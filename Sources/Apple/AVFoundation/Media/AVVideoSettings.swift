import CoreVideo

/// How pictures are compressed. Source: Apple, AVVideoCodecType.
public struct AVVideoCodecType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// H.265.
    public static let hevc = AVVideoCodecType(rawValue: "hvc1")
    /// H.265 with transparency.
    public static let hevcWithAlpha = AVVideoCodecType(rawValue: "muxa")
    /// H.264: plays everywhere.
    public static let h264 = AVVideoCodecType(rawValue: "avc1")
    /// JPEG: photos, or each frame by itself.
    public static let jpeg = AVVideoCodecType(rawValue: "jpeg")
    /// JPEG XL, in RAW photos.
    public static let JPEGXL = AVVideoCodecType(rawValue: "jxlc")
    /// For editing, with transparency: some 330 Mbit/s at 1080p30.
    public static let proRes4444 = AVVideoCodecType(rawValue: "ap4h")
    /// ProRes 4444 with more data: some 500 Mbit/s.
    public static let appleProRes4444XQ = AVVideoCodecType(rawValue: "ap4x")
    /// For editing: some 147 Mbit/s at 1080p30.
    public static let proRes422 = AVVideoCodecType(rawValue: "apcn")
    /// ProRes 422 with more data: some 220 Mbit/s.
    public static let proRes422HQ = AVVideoCodecType(rawValue: "apch")
    /// ProRes 422 with less data: some 102 Mbit/s.
    public static let proRes422LT = AVVideoCodecType(rawValue: "apcs")
    /// ProRes 422 for a rough cut: some 45 Mbit/s.
    public static let proRes422Proxy = AVVideoCodecType(rawValue: "apco")
}

// The codecs by their names before `AVVideoCodecType`.

@available(*, deprecated, renamed: "AVVideoCodecType.h264")
public let AVVideoCodecH264 = "avc1"
@available(*, deprecated, renamed: "AVVideoCodecType.hevc")
public let AVVideoCodecHEVC = "hvc1"
@available(*, deprecated, renamed: "AVVideoCodecType.jpeg")
public let AVVideoCodecJPEG = "jpeg"
@available(*, deprecated, renamed: "AVVideoCodecType.proRes4444")
public let AVVideoCodecAppleProRes4444 = "ap4h"
@available(*, deprecated, renamed: "AVVideoCodecType.proRes422")
public let AVVideoCodecAppleProRes422 = "apcn"

// Keys and values of output settings.

/// An ``AVVideoCodecType``, or its raw value.
public let AVVideoCodecKey = "AVVideoCodecKey"
/// Pixels, a number.
public let AVVideoWidthKey = "AVVideoWidthKey"
/// Pixels, a number.
public let AVVideoHeightKey = "AVVideoHeightKey"
/// The aspect ratio of a pixel: a dictionary of two numbers.
public let AVVideoPixelAspectRatioKey = "AVVideoPixelAspectRatioKey"
/// A pixel's width, in any unit: a number.
public let AVVideoPixelAspectRatioHorizontalSpacingKey = "HorizontalSpacing"
/// A pixel's height, in the same unit: a number.
public let AVVideoPixelAspectRatioVerticalSpacingKey = "VerticalSpacing"
/// The part that is shown: a dictionary of its size and offsets, in pixels.
public let AVVideoCleanApertureKey = "AVVideoCleanApertureKey"
/// How wide it is: a number.
public let AVVideoCleanApertureWidthKey = "Width"
/// How high it is: a number.
public let AVVideoCleanApertureHeightKey = "Height"
/// How far its middle is to the right of the picture's: a number.
public let AVVideoCleanApertureHorizontalOffsetKey = "HorizontalOffset"
/// How far its middle is below the picture's: a number.
public let AVVideoCleanApertureVerticalOffsetKey = "VerticalOffset"
/// Whether the program can work with colors beyond sRGB: a `Bool`. Linux: without effect; pictures keep their colors.
public let AVVideoAllowWideColorKey = "AVVideoAllowWideColorKey"
/// How a picture with another aspect ratio is fitted: a string.
public let AVVideoScalingModeKey = "AVVideoScalingModeKey"
/// The picture keeps its shape and is never enlarged: the track becomes as small as the picture needs.
public let AVVideoScalingModeFit = "AVVideoScalingModeFit"
/// The picture is stretched. Linux: the default.
public let AVVideoScalingModeResize = "AVVideoScalingModeResize"
/// The picture keeps its shape, with black beside it.
public let AVVideoScalingModeResizeAspect = "AVVideoScalingModeResizeAspect"
/// The picture keeps its shape and is cropped.
public let AVVideoScalingModeResizeAspectFill = "AVVideoScalingModeResizeAspectFill"
/// A dictionary of primaries, transfer function and matrix, whose keys and values follow.
public let AVVideoColorPropertiesKey = "AVVideoColorPropertiesKey"
/// The color primaries: which red, green and blue.
public let AVVideoColorPrimariesKey = "ColorPrimaries"
/// The primaries of HDTV and sRGB.
public let AVVideoColorPrimaries_ITU_R_709_2 = "ITU_R_709_2"
/// The primaries of older American television.
public let AVVideoColorPrimaries_SMPTE_C = "SMPTE_C"
/// The primaries of Display P3.
public let AVVideoColorPrimaries_P3_D65 = "P3_D65"
/// The primaries of ultra HD television.
public let AVVideoColorPrimaries_ITU_R_2020 = "ITU_R_2020"
/// How values become light.
public let AVVideoTransferFunctionKey = "TransferFunction"
/// As in HDTV.
public let AVVideoTransferFunction_ITU_R_709_2 = "ITU_R_709_2"
/// Hybrid log-gamma, for high dynamic range.
public let AVVideoTransferFunction_ITU_R_2100_HLG = "ITU_R_2100_HLG"
/// Values are light.
public let AVVideoTransferFunction_Linear = "Linear"
/// The perceptual quantizer, for high dynamic range.
public let AVVideoTransferFunction_SMPTE_ST_2084_PQ = "SMPTE_ST_2084_PQ"
/// How luma and chroma become red, green and blue.
public let AVVideoYCbCrMatrixKey = "YCbCrMatrix"
/// As in HDTV.
public let AVVideoYCbCrMatrix_ITU_R_709_2 = "ITU_R_709_2"
/// As in older television, and in JPEG.
public let AVVideoYCbCrMatrix_ITU_R_601_4 = "ITU_R_601_4"
/// As in ultra HD television.
public let AVVideoYCbCrMatrix_ITU_R_2020 = "ITU_R_2020"
/// A dictionary of the compression properties below.
public let AVVideoCompressionPropertiesKey = "AVVideoCompressionPropertiesKey"
/// Bits per second, a number.
public let AVVideoAverageBitRateKey = "AverageBitRate"
/// 0 (smallest) to 1 (best), a number; for JPEG.
public let AVVideoQualityKey = "Quality"
/// The maximum distance of key frames, in frames: a number.
public let AVVideoMaxKeyFrameIntervalKey = "MaxKeyFrameInterval"
/// The maximum distance of key frames, in seconds: a number.
public let AVVideoMaxKeyFrameIntervalDurationKey = "MaxKeyFrameIntervalDuration"
/// Whether frames may be stored in another order than shown, for B-frames: a `Bool`.
public let AVVideoAllowFrameReorderingKey = "AllowFrameReordering"
/// How H.264 writes its symbols: one of the two strings below.
public let AVVideoH264EntropyModeKey = "H264EntropyMode"
/// Variable lengths: larger, and easier to decode.
public let AVVideoH264EntropyModeCAVLC = "CAVLC"
/// Arithmetic coding: smaller. Not in the Baseline profile.
public let AVVideoH264EntropyModeCABAC = "CABAC"
/// One of the strings below.
public let AVVideoProfileLevelKey = "ProfileLevel"
/// For the weakest players; the level follows from size and frame rate.
public let AVVideoProfileLevelH264BaselineAutoLevel = "H264_Baseline_AutoLevel"
/// The same, at level 3.0.
public let AVVideoProfileLevelH264Baseline30 = "H264_Baseline_3_0"
/// The same, at level 3.1.
public let AVVideoProfileLevelH264Baseline31 = "H264_Baseline_3_1"
/// The same, at level 4.1.
public let AVVideoProfileLevelH264Baseline41 = "H264_Baseline_4_1"
/// Level 3.0.
public let AVVideoProfileLevelH264Main30 = "H264_Main_3_0"
/// Level 3.1.
public let AVVideoProfileLevelH264Main31 = "H264_Main_3_1"
/// Level 3.2.
public let AVVideoProfileLevelH264Main32 = "H264_Main_3_2"
/// Level 4.1.
public let AVVideoProfileLevelH264Main41 = "H264_Main_4_1"
/// The level follows from size and frame rate.
public let AVVideoProfileLevelH264MainAutoLevel = "H264_Main_AutoLevel"
/// Up to 1920 x 1080 at 30 frames a second.
public let AVVideoProfileLevelH264High40 = "H264_High_4_0"
/// The same, at higher bit rates.
public let AVVideoProfileLevelH264High41 = "H264_High_4_1"
/// The level follows from size and frame rate.
public let AVVideoProfileLevelH264HighAutoLevel = "H264_High_AutoLevel"
/// Frames per second, a number: a hint to the encoder.
public let AVVideoExpectedSourceFrameRateKey = "ExpectedFrameRate"
