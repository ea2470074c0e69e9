import MissingFoundation

// Apple's properties and specifications that no session here has. `VTSessionSetProperty` and similar functions return
// `kVTPropertyNotSupportedErr` for the properties, as Apple's do where an encoder or a decoder lacks one. A
// specification of this kind is ignored. Source: Apple, VTCompressionProperties.h, VTDecompressionProperties.h.

public let kVTCompressionPropertyKey_AspectRatio16x9: CFString = "AspectRatio16x9"
public let kVTCompressionPropertyKey_BaseLayerFrameRate: CFString = "BaseLayerFrameRate"
public let kVTCompressionPropertyKey_CleanAperture: CFString = "CleanAperture"
public let kVTCompressionPropertyKey_ConstantBitRate: CFString = "ConstantBitRate"
public let kVTCompressionPropertyKey_Depth: CFString = "Depth"
public let kVTCompressionPropertyKey_ExpectedDuration: CFString = "ExpectedDuration"
public let kVTCompressionPropertyKey_FieldCount: CFString = "FieldCount"
public let kVTCompressionPropertyKey_FieldDetail: CFString = "FieldDetail"
public let kVTCompressionPropertyKey_HDRMetadataInsertionMode: CFString = "HDRMetadataInsertionMode"
public let kVTCompressionPropertyKey_ICCProfile: CFString = "ICCProfile"
public let kVTCompressionPropertyKey_MaxAllowedFrameQP: CFString = "MaxAllowedFrameQP"
public let kVTCompressionPropertyKey_MaxFrameDelayCount: CFString = "MaxFrameDelayCount"
public let kVTCompressionPropertyKey_MaxH264SliceBytes: CFString = "MaxH264SliceBytes"
public let kVTCompressionPropertyKey_MaximizePowerEfficiency: CFString = "MaximizePowerEfficiency"
public let kVTCompressionPropertyKey_MinAllowedFrameQP: CFString = "MinAllowedFrameQP"
public let kVTCompressionPropertyKey_MoreFramesAfterEnd: CFString = "MoreFramesAfterEnd"
public let kVTCompressionPropertyKey_MoreFramesBeforeStart: CFString = "MoreFramesBeforeStart"
public let kVTCompressionPropertyKey_MultiPassStorage: CFString = "MultiPassStorage"
public let kVTCompressionPropertyKey_PixelAspectRatio: CFString = "PixelAspectRatio"
public let kVTCompressionPropertyKey_PixelBufferPoolIsShared: CFString = "PixelBufferPoolIsShared"
public let kVTCompressionPropertyKey_PixelTransferProperties: CFString = "PixelTransferProperties"
public let kVTCompressionPropertyKey_PrioritizeEncodingSpeedOverQuality: CFString = "PrioritizeEncodingSpeedOverQuality"
public let kVTCompressionPropertyKey_ProgressiveScan: CFString = "ProgressiveScan"
public let kVTCompressionPropertyKey_SourceFrameCount: CFString = "SourceFrameCount"
public let kVTCompressionPropertyKey_SuggestedLookAheadFrameCount: CFString = "SuggestedLookAheadFrameCount"
public let kVTCompressionPropertyKey_VideoEncoderPixelBufferAttributes: CFString = "VideoEncoderPixelBufferAttributes"

public let kVTDecompressionPropertyKey_MaxOutputPresentationTimeStampOfFramesBeingDecoded: CFString =
    "MaxOutputPresentationTimeStampOfFramesBeingDecoded"
public let kVTDecompressionPropertyKey_PixelTransferProperties: CFString = "PixelTransferProperties"
public let kVTDecompressionPropertyKey_ThreadCount: CFString = "ThreadCount"

public let kVTVideoEncoderSpecification_EncoderID: CFString = "EncoderID"
/// Whether a device may decode. No device does.
public let kVTVideoDecoderSpecification_EnableHardwareAcceleratedVideoDecoder: CFString =
    "EnableHardwareAcceleratedVideoDecoder"
