import MissingFoundation

/// The color space as an object of Core Graphics. Linux: nothing here sets or reads it.
public let kCVImageBufferCGColorSpaceKey: CFString = "CGColorSpace"
/// The visible part: a dictionary of the four keys below.
public let kCVImageBufferCleanApertureKey: CFString = "CVCleanAperture"
/// In pixels.
public let kCVImageBufferCleanApertureWidthKey: CFString = "Width"
/// In pixels.
public let kCVImageBufferCleanApertureHeightKey: CFString = "Height"
/// From the middle to the right, in pixels.
public let kCVImageBufferCleanApertureHorizontalOffsetKey: CFString = "HorizontalOffset"
/// From the middle down, in pixels.
public let kCVImageBufferCleanApertureVerticalOffsetKey: CFString = "VerticalOffset"
/// The part that a viewer should preferably show: a dictionary of the same keys.
public let kCVImageBufferPreferredCleanApertureKey: CFString = "CVPreferredCleanAperture"
/// 1 for whole frames, 2 for interlaced ones.
public let kCVImageBufferFieldCountKey: CFString = "CVFieldCount"
/// How the two fields are arranged in the frame: one of the four strings below.
public let kCVImageBufferFieldDetailKey: CFString = "CVFieldDetail"
/// One field after the other; the top one is the earlier.
public let kCVImageBufferFieldDetailTemporalTopFirst: CFString = "TemporalTopFirst"
/// One field after the other; the bottom one is the earlier.
public let kCVImageBufferFieldDetailTemporalBottomFirst: CFString = "TemporalBottomFirst"
/// Line by line; the first line belongs to the earlier field.
public let kCVImageBufferFieldDetailSpatialFirstLineEarly: CFString = "SpatialFirstLineEarly"
/// Line by line; the first line belongs to the later field.
public let kCVImageBufferFieldDetailSpatialFirstLineLate: CFString = "SpatialFirstLineLate"
/// The aspect ratio of a pixel: a dictionary of the two keys below.
public let kCVImageBufferPixelAspectRatioKey: CFString = "CVPixelAspectRatio"
/// The width of a pixel, in any unit.
public let kCVImageBufferPixelAspectRatioHorizontalSpacingKey: CFString = "HorizontalSpacing"
/// The height of a pixel, in the unit of its width.
public let kCVImageBufferPixelAspectRatioVerticalSpacingKey: CFString = "VerticalSpacing"
/// The size at which it is shown: a dictionary of the two keys below.
public let kCVImageBufferDisplayDimensionsKey: CFString = "CVDisplayDimensions"
/// In square pixels.
public let kCVImageBufferDisplayWidthKey: CFString = "Width"
/// In square pixels.
public let kCVImageBufferDisplayHeightKey: CFString = "Height"
/// The exponent of the transfer function `UseGamma`: a number.
public let kCVImageBufferGammaLevelKey: CFString = "CVImageBufferGammaLevel"
/// An ICC profile: `Data`.
public let kCVImageBufferICCProfileKey: CFString = "CVImageBufferICCProfile"
/// How red, green and blue become luma and chroma: one of the strings below.
public let kCVImageBufferYCbCrMatrixKey: CFString = "CVImageBufferYCbCrMatrix"
/// For high definition.
public let kCVImageBufferYCbCrMatrix_ITU_R_709_2: CFString = "ITU_R_709_2"
/// For standard definition and JPEG.
public let kCVImageBufferYCbCrMatrix_ITU_R_601_4: CFString = "ITU_R_601_4"
/// For early high definition.
public let kCVImageBufferYCbCrMatrix_SMPTE_240M_1995: CFString = "SMPTE_240M_1995"
/// For ultra-high definition, with non-constant luminance.
public let kCVImageBufferYCbCrMatrix_ITU_R_2020: CFString = "ITU_R_2020"
/// The color primaries, which red, green and blue: one of the strings below.
public let kCVImageBufferColorPrimariesKey: CFString = "CVImageBufferColorPrimaries"
/// For high definition and sRGB.
public let kCVImageBufferColorPrimaries_ITU_R_709_2: CFString = "ITU_R_709_2"
/// For television with 625 lines.
public let kCVImageBufferColorPrimaries_EBU_3213: CFString = "EBU_3213"
/// For television with 525 lines.
public let kCVImageBufferColorPrimaries_SMPTE_C: CFString = "SMPTE_C"
/// For the phosphors of old picture tubes.
public let kCVImageBufferColorPrimaries_P22: CFString = "P22"
/// For digital cinema, with its greenish white.
public let kCVImageBufferColorPrimaries_DCI_P3: CFString = "DCI_P3"
/// Display P3: digital cinema's primaries with daylight white.
public let kCVImageBufferColorPrimaries_P3_D65: CFString = "P3_D65"
/// For ultra-high definition.
public let kCVImageBufferColorPrimaries_ITU_R_2020: CFString = "ITU_R_2020"
/// How light is encoded as a value: one of the strings below.
public let kCVImageBufferTransferFunctionKey: CFString = "CVImageBufferTransferFunction"
/// For high definition.
public let kCVImageBufferTransferFunction_ITU_R_709_2: CFString = "ITU_R_709_2"
/// For early high definition.
public let kCVImageBufferTransferFunction_SMPTE_240M_1995: CFString = "SMPTE_240M_1995"
/// A power, with the exponent in `kCVImageBufferGammaLevelKey`.
public let kCVImageBufferTransferFunction_UseGamma: CFString = "UseGamma"
public let kCVImageBufferTransferFunction_sRGB: CFString = "IEC_sRGB"
/// The curve of ITU-R 709 with more precise constants.
public let kCVImageBufferTransferFunction_ITU_R_2020: CFString = "ITU_R_2020"
/// For digital cinema: a power of 2.6.
public let kCVImageBufferTransferFunction_SMPTE_ST_428_1: CFString = "SMPTE_ST_428_1"
/// High dynamic range, up to 10 000 cd/m².
public let kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ: CFString = "SMPTE_ST_2084_PQ"
/// High dynamic range, relative to what the screen can show.
public let kCVImageBufferTransferFunction_ITU_R_2100_HLG: CFString = "ITU_R_2100_HLG"
/// Proportional to light.
public let kCVImageBufferTransferFunction_Linear: CFString = "Linear"
/// Where chroma was sampled, in the top field or a whole frame: one of the strings below.
public let kCVImageBufferChromaLocationTopFieldKey: CFString = "CVImageBufferChromaLocationTopField"
/// Where chroma was sampled, in the bottom field: one of the strings below.
public let kCVImageBufferChromaLocationBottomFieldKey: CFString = "CVImageBufferChromaLocationBottomField"
/// At the left pixel, between the rows.
public let kCVImageBufferChromaLocation_Left: CFString = "Left"
/// In the middle of its pixels.
public let kCVImageBufferChromaLocation_Center: CFString = "Center"
/// At the upper left pixel.
public let kCVImageBufferChromaLocation_TopLeft: CFString = "TopLeft"
/// In the upper row, between the pixels.
public let kCVImageBufferChromaLocation_Top: CFString = "Top"
/// At the lower left pixel.
public let kCVImageBufferChromaLocation_BottomLeft: CFString = "BottomLeft"
/// In the lower row, between the pixels.
public let kCVImageBufferChromaLocation_Bottom: CFString = "Bottom"
/// At the left pixel: Cb in one row of a field, Cr in the next.
public let kCVImageBufferChromaLocation_DV420: CFString = "DV 4:2:0"
/// The chroma resolution of the source: one of the strings below.
public let kCVImageBufferChromaSubsamplingKey: CFString = "ChromaSubsampling"
/// One sample for two by two pixels.
public let kCVImageBufferChromaSubsampling_420: CFString = "4:2:0"
/// One sample for two pixels of a row.
public let kCVImageBufferChromaSubsampling_422: CFString = "4:2:2"
/// One sample for four pixels of a row.
public let kCVImageBufferChromaSubsampling_411: CFString = "4:1:1"
/// Whether alpha is meaningless. A `Bool`.
public let kCVImageBufferAlphaChannelIsOpaque: CFString = "AlphaChannelIsOpaque"
/// The screen on which the picture was graded: `Data`, the SEI message of HEVC.
public let kCVImageBufferMasteringDisplayColorVolumeKey: CFString = "MasteringDisplayColorVolume"
/// The brightness of the brightest pixel and frame: `Data`, the SEI message of HEVC.
public let kCVImageBufferContentLightLevelInfoKey: CFString = "ContentLightLevelInfo"
