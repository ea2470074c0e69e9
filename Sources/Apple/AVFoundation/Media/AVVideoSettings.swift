import CoreVideo

/// How pictures are compressed. Source: Apple, AVVideoCodecType.
public struct AVVideoCodecType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// H.265. Source: Apple, AVVideoCodecType.hevc.
    public static let hevc = AVVideoCodecType(rawValue: "hvc1")
    /// H.265 with transparency. Source: Apple, AVVideoCodecType.hevcWithAlpha.
    public static let hevcWithAlpha = AVVideoCodecType(rawValue: "muxa")
    /// The one that plays everywhere. Source: Apple, AVVideoCodecType.h264.
    public static let h264 = AVVideoCodecType(rawValue: "avc1")
    /// JPEG: photos, or each frame by itself. Source: Apple, AVVideoCodecType.jpeg.
    public static let jpeg = AVVideoCodecType(rawValue: "jpeg")
    /// JPEG XL, in RAW photos. Source: Apple, AVVideoCodecType.JPEGXL.
    public static let JPEGXL = AVVideoCodecType(rawValue: "jxlc")
    /// For editing, with transparency: some 330 Mbit/s at 1080p30. Source: Apple, AVVideoCodecType.proRes4444.
    public static let proRes4444 = AVVideoCodecType(rawValue: "ap4h")
    /// The same, some 500 Mbit/s. Source: Apple, AVVideoCodecType.appleProRes4444XQ.
    public static let appleProRes4444XQ = AVVideoCodecType(rawValue: "ap4x")
    /// For editing: some 147 Mbit/s at 1080p30. Source: Apple, AVVideoCodecType.proRes422.
    public static let proRes422 = AVVideoCodecType(rawValue: "apcn")
    /// The same, some 220 Mbit/s. Source: Apple, AVVideoCodecType.proRes422HQ.
    public static let proRes422HQ = AVVideoCodecType(rawValue: "apch")
    /// The same, some 102 Mbit/s. Source: Apple, AVVideoCodecType.proRes422LT.
    public static let proRes422LT = AVVideoCodecType(rawValue: "apcs")
    /// The same, some 45 Mbit/s: for a first cut. Source: Apple, AVVideoCodecType.proRes422Proxy.
    public static let proRes422Proxy = AVVideoCodecType(rawValue: "apco")
}

// Keys and values of output settings.

/// An ``AVVideoCodecType``, or its raw value. Source: Apple, AVVideoCodecKey.
public let AVVideoCodecKey = "AVVideoCodecKey"
/// Pixels, a number. Source: Apple, AVVideoWidthKey.
public let AVVideoWidthKey = "AVVideoWidthKey"
/// Pixels, a number. Source: Apple, AVVideoHeightKey.
public let AVVideoHeightKey = "AVVideoHeightKey"
/// The shape of a pixel: a dictionary of two numbers. Source: Apple, AVVideoPixelAspectRatioKey.
public let AVVideoPixelAspectRatioKey = "AVVideoPixelAspectRatioKey"
/// The part that is shown: a dictionary of its size and offsets, in pixels. Source: Apple, AVVideoCleanApertureKey.
public let AVVideoCleanApertureKey = "AVVideoCleanApertureKey"
/// How a picture of another shape is fitted: a text. Source: Apple, AVVideoScalingModeKey.
public let AVVideoScalingModeKey = "AVVideoScalingModeKey"
/// A dictionary of primaries, transfer function and matrix, whose keys and values follow. Source: Apple, AVVideoColorPropertiesKey.
public let AVVideoColorPropertiesKey = "AVVideoColorPropertiesKey"
/// What red, green and blue are. Source: Apple, AVVideoColorPrimariesKey.
public let AVVideoColorPrimariesKey = "ColorPrimaries"
/// Those of HDTV and sRGB. Source: Apple, AVVideoColorPrimaries_ITU_R_709_2.
public let AVVideoColorPrimaries_ITU_R_709_2 = "ITU_R_709_2"
/// Those of Display P3. Source: Apple, AVVideoColorPrimaries_P3_D65.
public let AVVideoColorPrimaries_P3_D65 = "P3_D65"
/// Those of ultra HD television. Source: Apple, AVVideoColorPrimaries_ITU_R_2020.
public let AVVideoColorPrimaries_ITU_R_2020 = "ITU_R_2020"
/// How values become light. Source: Apple, AVVideoTransferFunctionKey.
public let AVVideoTransferFunctionKey = "TransferFunction"
/// As in HDTV. Source: Apple, AVVideoTransferFunction_ITU_R_709_2.
public let AVVideoTransferFunction_ITU_R_709_2 = "ITU_R_709_2"
/// Hybrid log-gamma, for high dynamic range. Source: Apple, AVVideoTransferFunction_ITU_R_2100_HLG.
public let AVVideoTransferFunction_ITU_R_2100_HLG = "ITU_R_2100_HLG"
/// How luma and chroma become red, green and blue. Source: Apple, AVVideoYCbCrMatrixKey.
public let AVVideoYCbCrMatrixKey = "YCbCrMatrix"
/// As in HDTV. Source: Apple, AVVideoYCbCrMatrix_ITU_R_709_2.
public let AVVideoYCbCrMatrix_ITU_R_709_2 = "ITU_R_709_2"
/// As in older television, and in JPEG. Source: Apple, AVVideoYCbCrMatrix_ITU_R_601_4.
public let AVVideoYCbCrMatrix_ITU_R_601_4 = "ITU_R_601_4"
/// As in ultra HD television. Source: Apple, AVVideoYCbCrMatrix_ITU_R_2020.
public let AVVideoYCbCrMatrix_ITU_R_2020 = "ITU_R_2020"
/// A dictionary of the compression properties below. Source: Apple, AVVideoCompressionPropertiesKey.
public let AVVideoCompressionPropertiesKey = "AVVideoCompressionPropertiesKey"
/// Bits a second, a number. Source: Apple, AVVideoAverageBitRateKey.
public let AVVideoAverageBitRateKey = "AverageBitRate"
/// 0 (smallest) to 1 (best), a number; for JPEG. Source: Apple, AVVideoQualityKey.
public let AVVideoQualityKey = "Quality"
/// Frames, a number. Source: Apple, AVVideoMaxKeyFrameIntervalKey.
public let AVVideoMaxKeyFrameIntervalKey = "MaxKeyFrameInterval"
/// Seconds, a number. Source: Apple, AVVideoMaxKeyFrameIntervalDurationKey.
public let AVVideoMaxKeyFrameIntervalDurationKey = "MaxKeyFrameIntervalDuration"
/// Whether frames may be stored in another order than shown, for B-frames: a `Bool`. Source: Apple, AVVideoAllowFrameReorderingKey.
public let AVVideoAllowFrameReorderingKey = "AllowFrameReordering"
/// One of the texts below. Source: Apple, AVVideoProfileLevelKey.
public let AVVideoProfileLevelKey = "ProfileLevel"
/// For the weakest players; the level follows from size and rate. Source: Apple, AVVideoProfileLevelH264BaselineAutoLevel.
public let AVVideoProfileLevelH264BaselineAutoLevel = "H264_Baseline_AutoLevel"
/// The level follows from size and rate. Source: Apple, AVVideoProfileLevelH264MainAutoLevel.
public let AVVideoProfileLevelH264MainAutoLevel = "H264_Main_AutoLevel"
/// Up to 1920 x 1080 at 30 frames a second. Source: Apple, AVVideoProfileLevelH264High40.
public let AVVideoProfileLevelH264High40 = "H264_High_4_0"
/// The same, at higher bit rates. Source: Apple, AVVideoProfileLevelH264High41.
public let AVVideoProfileLevelH264High41 = "H264_High_4_1"
/// The level follows from size and rate. Source: Apple, AVVideoProfileLevelH264HighAutoLevel.
public let AVVideoProfileLevelH264HighAutoLevel = "H264_High_AutoLevel"
/// Frames a second, a number: a hint to the encoder. Source: Apple, AVVideoExpectedSourceFrameRateKey.
public let AVVideoExpectedSourceFrameRateKey = "ExpectedFrameRate"
