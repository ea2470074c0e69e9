import MissingFoundation

/// The colour space as an object of Core Graphics. Linux: nothing here sets or reads it. Source: Apple, kCVImageBufferCGColorSpaceKey.
public let kCVImageBufferCGColorSpaceKey: CFString = "CGColorSpace"
/// The visible part: a dictionary of the four keys below. Source: Apple, kCVImageBufferCleanApertureKey.
public let kCVImageBufferCleanApertureKey: CFString = "CVCleanAperture"
/// In pixels. Source: Apple, kCVImageBufferCleanApertureWidthKey.
public let kCVImageBufferCleanApertureWidthKey: CFString = "Width"
/// In pixels. Source: Apple, kCVImageBufferCleanApertureHeightKey.
public let kCVImageBufferCleanApertureHeightKey: CFString = "Height"
/// From the middle to the right, in pixels. Source: Apple, kCVImageBufferCleanApertureHorizontalOffsetKey.
public let kCVImageBufferCleanApertureHorizontalOffsetKey: CFString = "HorizontalOffset"
/// From the middle down, in pixels. Source: Apple, kCVImageBufferCleanApertureVerticalOffsetKey.
public let kCVImageBufferCleanApertureVerticalOffsetKey: CFString = "VerticalOffset"
/// The part that a viewer should preferably show: a dictionary of the same keys. Source: Apple,
/// kCVImageBufferPreferredCleanApertureKey.
public let kCVImageBufferPreferredCleanApertureKey: CFString = "CVPreferredCleanAperture"
/// 1 for whole frames, 2 for interlaced ones. Source: Apple, kCVImageBufferFieldCountKey.
public let kCVImageBufferFieldCountKey: CFString = "CVFieldCount"
/// How the two fields are arranged in the frame: one of the four texts below. Source: Apple,
/// kCVImageBufferFieldDetailKey.
public let kCVImageBufferFieldDetailKey: CFString = "CVFieldDetail"
/// One field after the other; the top one is the earlier. Source: Apple, kCVImageBufferFieldDetailTemporalTopFirst.
public let kCVImageBufferFieldDetailTemporalTopFirst: CFString = "TemporalTopFirst"
/// One field after the other; the bottom one is the earlier. Source: Apple, kCVImageBufferFieldDetailTemporalBottomFirst.
public let kCVImageBufferFieldDetailTemporalBottomFirst: CFString = "TemporalBottomFirst"
/// Line by line; the first line belongs to the earlier field. Source: Apple,
/// kCVImageBufferFieldDetailSpatialFirstLineEarly.
public let kCVImageBufferFieldDetailSpatialFirstLineEarly: CFString = "SpatialFirstLineEarly"
/// Line by line; the first line belongs to the later field. Source: Apple,
/// kCVImageBufferFieldDetailSpatialFirstLineLate.
public let kCVImageBufferFieldDetailSpatialFirstLineLate: CFString = "SpatialFirstLineLate"
/// The shape of a pixel: a dictionary of the two keys below. Source: Apple, kCVImageBufferPixelAspectRatioKey.
public let kCVImageBufferPixelAspectRatioKey: CFString = "CVPixelAspectRatio"
/// The width of a pixel, in any unit. Source: Apple, kCVImageBufferPixelAspectRatioHorizontalSpacingKey.
public let kCVImageBufferPixelAspectRatioHorizontalSpacingKey: CFString = "HorizontalSpacing"
/// The height of a pixel, in the unit of its width. Source: Apple, kCVImageBufferPixelAspectRatioVerticalSpacingKey.
public let kCVImageBufferPixelAspectRatioVerticalSpacingKey: CFString = "VerticalSpacing"
/// The size at which it is shown: a dictionary of the two keys below. Source: Apple, kCVImageBufferDisplayDimensionsKey.
public let kCVImageBufferDisplayDimensionsKey: CFString = "CVDisplayDimensions"
/// In square pixels. Source: Apple, kCVImageBufferDisplayWidthKey.
public let kCVImageBufferDisplayWidthKey: CFString = "Width"
/// In square pixels. Source: Apple, kCVImageBufferDisplayHeightKey.
public let kCVImageBufferDisplayHeightKey: CFString = "Height"
/// The exponent of the transfer function `UseGamma`: a number. Source: Apple, kCVImageBufferGammaLevelKey.
public let kCVImageBufferGammaLevelKey: CFString = "CVImageBufferGammaLevel"
/// An ICC profile: `Data`. Source: Apple, kCVImageBufferICCProfileKey.
public let kCVImageBufferICCProfileKey: CFString = "CVImageBufferICCProfile"
/// How red, green and blue become luma and chroma: one of the texts below. Source: Apple, kCVImageBufferYCbCrMatrixKey.
public let kCVImageBufferYCbCrMatrixKey: CFString = "CVImageBufferYCbCrMatrix"
/// For high definition. Source: Apple, kCVImageBufferYCbCrMatrix_ITU_R_709_2.
public let kCVImageBufferYCbCrMatrix_ITU_R_709_2: CFString = "ITU_R_709_2"
/// For standard definition and JPEG. Source: Apple, kCVImageBufferYCbCrMatrix_ITU_R_601_4.
public let kCVImageBufferYCbCrMatrix_ITU_R_601_4: CFString = "ITU_R_601_4"
/// For early high definition. Source: Apple, kCVImageBufferYCbCrMatrix_SMPTE_240M_1995.
public let kCVImageBufferYCbCrMatrix_SMPTE_240M_1995: CFString = "SMPTE_240M_1995"
/// For ultra-high definition, with non-constant luminance. Source: Apple, kCVImageBufferYCbCrMatrix_ITU_R_2020.
public let kCVImageBufferYCbCrMatrix_ITU_R_2020: CFString = "ITU_R_2020"
/// What red, green and blue are: one of the texts below. Source: Apple, kCVImageBufferColorPrimariesKey.
public let kCVImageBufferColorPrimariesKey: CFString = "CVImageBufferColorPrimaries"
/// For high definition and sRGB. Source: Apple, kCVImageBufferColorPrimaries_ITU_R_709_2.
public let kCVImageBufferColorPrimaries_ITU_R_709_2: CFString = "ITU_R_709_2"
/// For television with 625 lines. Source: Apple, kCVImageBufferColorPrimaries_EBU_3213.
public let kCVImageBufferColorPrimaries_EBU_3213: CFString = "EBU_3213"
/// For television with 525 lines. Source: Apple, kCVImageBufferColorPrimaries_SMPTE_C.
public let kCVImageBufferColorPrimaries_SMPTE_C: CFString = "SMPTE_C"
/// For the phosphors of old picture tubes. Source: Apple, kCVImageBufferColorPrimaries_P22.
public let kCVImageBufferColorPrimaries_P22: CFString = "P22"
/// For digital cinema, with its greenish white. Source: Apple, kCVImageBufferColorPrimaries_DCI_P3.
public let kCVImageBufferColorPrimaries_DCI_P3: CFString = "DCI_P3"
/// Display P3: digital cinema's primaries with daylight white. Source: Apple, kCVImageBufferColorPrimaries_P3_D65.
public let kCVImageBufferColorPrimaries_P3_D65: CFString = "P3_D65"
/// For ultra-high definition. Source: Apple, kCVImageBufferColorPrimaries_ITU_R_2020.
public let kCVImageBufferColorPrimaries_ITU_R_2020: CFString = "ITU_R_2020"
/// How light is encoded as a value: one of the texts below. Source: Apple, kCVImageBufferTransferFunctionKey.
public let kCVImageBufferTransferFunctionKey: CFString = "CVImageBufferTransferFunction"
/// For high definition. Source: Apple, kCVImageBufferTransferFunction_ITU_R_709_2.
public let kCVImageBufferTransferFunction_ITU_R_709_2: CFString = "ITU_R_709_2"
/// For early high definition. Source: Apple, kCVImageBufferTransferFunction_SMPTE_240M_1995.
public let kCVImageBufferTransferFunction_SMPTE_240M_1995: CFString = "SMPTE_240M_1995"
/// A power, with the exponent in `kCVImageBufferGammaLevelKey`. Source: Apple, kCVImageBufferTransferFunction_UseGamma.
public let kCVImageBufferTransferFunction_UseGamma: CFString = "UseGamma"
/// Source: Apple, kCVImageBufferTransferFunction_sRGB.
public let kCVImageBufferTransferFunction_sRGB: CFString = "IEC_sRGB"
/// The curve of ITU-R 709 with more precise constants. Source: Apple, kCVImageBufferTransferFunction_ITU_R_2020.
public let kCVImageBufferTransferFunction_ITU_R_2020: CFString = "ITU_R_2020"
/// For digital cinema: a power of 2.6. Source: Apple, kCVImageBufferTransferFunction_SMPTE_ST_428_1.
public let kCVImageBufferTransferFunction_SMPTE_ST_428_1: CFString = "SMPTE_ST_428_1"
/// High dynamic range, up to 10 000 cd/m². Source: Apple, kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ.
public let kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ: CFString = "SMPTE_ST_2084_PQ"
/// High dynamic range, relative to what the screen can show. Source: Apple,
/// kCVImageBufferTransferFunction_ITU_R_2100_HLG.
public let kCVImageBufferTransferFunction_ITU_R_2100_HLG: CFString = "ITU_R_2100_HLG"
/// Proportional to light. Source: Apple, kCVImageBufferTransferFunction_Linear.
public let kCVImageBufferTransferFunction_Linear: CFString = "Linear"
/// Where chroma was sampled, in the top field or a whole frame: one of the texts below. Source: Apple, kCVImageBufferChromaLocationTopFieldKey.
public let kCVImageBufferChromaLocationTopFieldKey: CFString = "CVImageBufferChromaLocationTopField"
/// Where chroma was sampled, in the bottom field: one of the texts below. Source: Apple, kCVImageBufferChromaLocationBottomFieldKey.
public let kCVImageBufferChromaLocationBottomFieldKey: CFString = "CVImageBufferChromaLocationBottomField"
/// At the left pixel, between the rows. Source: Apple, kCVImageBufferChromaLocation_Left.
public let kCVImageBufferChromaLocation_Left: CFString = "Left"
/// In the middle of its pixels. Source: Apple, kCVImageBufferChromaLocation_Center.
public let kCVImageBufferChromaLocation_Center: CFString = "Center"
/// At the upper left pixel. Source: Apple, kCVImageBufferChromaLocation_TopLeft.
public let kCVImageBufferChromaLocation_TopLeft: CFString = "TopLeft"
/// In the upper row, between the pixels. Source: Apple, kCVImageBufferChromaLocation_Top.
public let kCVImageBufferChromaLocation_Top: CFString = "Top"
/// At the lower left pixel. Source: Apple, kCVImageBufferChromaLocation_BottomLeft.
public let kCVImageBufferChromaLocation_BottomLeft: CFString = "BottomLeft"
/// In the lower row, between the pixels. Source: Apple, kCVImageBufferChromaLocation_Bottom.
public let kCVImageBufferChromaLocation_Bottom: CFString = "Bottom"
/// At the left pixel: Cb in one row of a field, Cr in the next. Source: Apple, kCVImageBufferChromaLocation_DV420.
public let kCVImageBufferChromaLocation_DV420: CFString = "DV 4:2:0"
/// The chroma resolution of the source: one of the texts below. Source: Apple, kCVImageBufferChromaSubsamplingKey.
public let kCVImageBufferChromaSubsamplingKey: CFString = "ChromaSubsampling"
/// One sample for two by two pixels. Source: Apple, kCVImageBufferChromaSubsampling_420.
public let kCVImageBufferChromaSubsampling_420: CFString = "4:2:0"
/// One sample for two pixels of a row. Source: Apple, kCVImageBufferChromaSubsampling_422.
public let kCVImageBufferChromaSubsampling_422: CFString = "4:2:2"
/// One sample for four pixels of a row. Source: Apple, kCVImageBufferChromaSubsampling_411.
public let kCVImageBufferChromaSubsampling_411: CFString = "4:1:1"
/// Whether alpha is meaningless. A `Bool`. Source: Apple, kCVImageBufferAlphaChannelIsOpaque.
public let kCVImageBufferAlphaChannelIsOpaque: CFString = "AlphaChannelIsOpaque"
/// The screen on which the picture was graded: `Data`, the SEI message of HEVC. Source: Apple, kCVImageBufferMasteringDisplayColorVolumeKey.
public let kCVImageBufferMasteringDisplayColorVolumeKey: CFString = "MasteringDisplayColorVolume"
/// The brightness of the brightest pixel and frame: `Data`, the SEI message of HEVC. Source: Apple,
/// kCVImageBufferContentLightLevelInfoKey.
public let kCVImageBufferContentLightLevelInfoKey: CFString = "ContentLightLevelInfo"
