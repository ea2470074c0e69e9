import MissingFoundation

// Source: Apple, VTCompressionProperties.h.

/// Bits a second, on the average; a number above 0. Without it the quality is constant.
///
/// Linux: it can change while frames are compressed, as no other property but
/// ``kVTCompressionPropertyKey_DataRateLimits``; the next frame is then a key frame.
public let kVTCompressionPropertyKey_AverageBitRate: CFString = "AverageBitRate"
/// What no stretch of the stream may exceed: a number of bytes and one of seconds, or two such pairs.
///
/// Linux: of two pairs, the one with the lower rate counts. As with ``kVTCompressionPropertyKey_AverageBitRate``, the
/// next frame is a key frame.
public let kVTCompressionPropertyKey_DataRateLimits: CFString = "DataRateLimits"
/// From 0 (smallest) to 1 (best), without an average.
public let kVTCompressionPropertyKey_Quality: CFString = "Quality"
/// One of the names below.
public let kVTCompressionPropertyKey_ProfileLevel: CFString = "ProfileLevel"
/// How H.264 writes its symbols.
public let kVTCompressionPropertyKey_H264EntropyMode: CFString = "H264EntropyMode"
/// Variable lengths.
public let kVTH264EntropyMode_CAVLC: CFString = "CAVLC"
/// Arithmetic coding; not in the Baseline profile.
public let kVTH264EntropyMode_CABAC: CFString = "CABAC"
/// After so many frames there is a key frame.
public let kVTCompressionPropertyKey_MaxKeyFrameInterval: CFString = "MaxKeyFrameInterval"
/// After so many seconds there is a key frame.
public let kVTCompressionPropertyKey_MaxKeyFrameIntervalDuration: CFString = "MaxKeyFrameIntervalDuration"
/// Whether frames may be stored in another order than shown; `true` by default. Linux: without effect in real time.
public let kVTCompressionPropertyKey_AllowFrameReordering: CFString = "AllowFrameReordering"
/// Whether the session has to keep up with a camera. Linux: each frame is then complete at once.
public let kVTCompressionPropertyKey_RealTime: CFString = "RealTime"
/// Frames a second; 30 by default.
public let kVTCompressionPropertyKey_ExpectedFrameRate: CFString = "ExpectedFrameRate"
/// Whether frames may depend on others; `true` by default.
public let kVTCompressionPropertyKey_AllowTemporalCompression: CFString = "AllowTemporalCompression"
/// How many frames are not complete. Cannot be set.
public let kVTCompressionPropertyKey_NumberOfPendingFrames: CFString = "NumberOfPendingFrames"
/// Whether a device compresses instead of the processor. Cannot be set. Linux: always `false`.
public let kVTCompressionPropertyKey_UsingHardwareAcceleratedVideoEncoder: CFString =
    "UsingHardwareAcceleratedVideoEncoder"
/// The color of frames that do not name their own: a value of `kCVImageBufferColorPrimariesKey`.
public let kVTCompressionPropertyKey_ColorPrimaries: CFString = "ColorPrimaries"
/// As ``kVTCompressionPropertyKey_ColorPrimaries``, of `kCVImageBufferTransferFunctionKey`.
public let kVTCompressionPropertyKey_TransferFunction: CFString = "TransferFunction"
/// As ``kVTCompressionPropertyKey_ColorPrimaries``, of `kCVImageBufferYCbCrMatrixKey`.
public let kVTCompressionPropertyKey_YCbCrMatrix: CFString = "YCbCrMatrix"

// MARK: What a session is made with

/// Whether a device may compress. Linux: without effect, since none does.
public let kVTVideoEncoderSpecification_EnableHardwareAcceleratedVideoEncoder: CFString =
    "EnableHardwareAcceleratedVideoEncoder"
/// Whether a device must compress. Linux: no session is made then.
public let kVTVideoEncoderSpecification_RequireHardwareAcceleratedVideoEncoder: CFString =
    "RequireHardwareAcceleratedVideoEncoder"
/// Whether frames are compressed for a conversation: each is complete at once, and none is reordered.
public let kVTVideoEncoderSpecification_EnableLowLatencyRateControl: CFString = "EnableLowLatencyRateControl"

/// Of a frame: whether it is to be a key frame. A `Bool`.
public let kVTEncodeFrameOptionKey_ForceKeyFrame: CFString = "ForceKeyFrame"

// MARK: Profiles and levels

public let kVTProfileLevel_H264_Baseline_1_3: CFString = "H264_Baseline_1_3"
public let kVTProfileLevel_H264_Baseline_3_0: CFString = "H264_Baseline_3_0"
public let kVTProfileLevel_H264_Baseline_3_1: CFString = "H264_Baseline_3_1"
public let kVTProfileLevel_H264_Baseline_3_2: CFString = "H264_Baseline_3_2"
public let kVTProfileLevel_H264_Baseline_4_0: CFString = "H264_Baseline_4_0"
public let kVTProfileLevel_H264_Baseline_4_1: CFString = "H264_Baseline_4_1"
public let kVTProfileLevel_H264_Baseline_4_2: CFString = "H264_Baseline_4_2"
public let kVTProfileLevel_H264_Baseline_5_0: CFString = "H264_Baseline_5_0"
public let kVTProfileLevel_H264_Baseline_5_1: CFString = "H264_Baseline_5_1"
public let kVTProfileLevel_H264_Baseline_5_2: CFString = "H264_Baseline_5_2"
public let kVTProfileLevel_H264_Baseline_AutoLevel: CFString = "H264_Baseline_AutoLevel"
public let kVTProfileLevel_H264_Main_3_0: CFString = "H264_Main_3_0"
public let kVTProfileLevel_H264_Main_3_1: CFString = "H264_Main_3_1"
public let kVTProfileLevel_H264_Main_3_2: CFString = "H264_Main_3_2"
public let kVTProfileLevel_H264_Main_4_0: CFString = "H264_Main_4_0"
public let kVTProfileLevel_H264_Main_4_1: CFString = "H264_Main_4_1"
public let kVTProfileLevel_H264_Main_4_2: CFString = "H264_Main_4_2"
public let kVTProfileLevel_H264_Main_5_0: CFString = "H264_Main_5_0"
public let kVTProfileLevel_H264_Main_5_1: CFString = "H264_Main_5_1"
public let kVTProfileLevel_H264_Main_5_2: CFString = "H264_Main_5_2"
public let kVTProfileLevel_H264_Main_AutoLevel: CFString = "H264_Main_AutoLevel"
public let kVTProfileLevel_H264_High_3_0: CFString = "H264_High_3_0"
public let kVTProfileLevel_H264_High_3_1: CFString = "H264_High_3_1"
public let kVTProfileLevel_H264_High_3_2: CFString = "H264_High_3_2"
public let kVTProfileLevel_H264_High_4_0: CFString = "H264_High_4_0"
public let kVTProfileLevel_H264_High_4_1: CFString = "H264_High_4_1"
public let kVTProfileLevel_H264_High_4_2: CFString = "H264_High_4_2"
public let kVTProfileLevel_H264_High_5_0: CFString = "H264_High_5_0"
public let kVTProfileLevel_H264_High_5_1: CFString = "H264_High_5_1"
public let kVTProfileLevel_H264_High_5_2: CFString = "H264_High_5_2"
public let kVTProfileLevel_H264_High_AutoLevel: CFString = "H264_High_AutoLevel"
/// 8 bits. Linux: the profile of HEVC follows from the frames' bits, whatever is set.
public let kVTProfileLevel_HEVC_Main_AutoLevel: CFString = "HEVC_Main_AutoLevel"
/// 10 bits. Linux: as ``kVTProfileLevel_HEVC_Main_AutoLevel``.
public let kVTProfileLevel_HEVC_Main10_AutoLevel: CFString = "HEVC_Main10_AutoLevel"
