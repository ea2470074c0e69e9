import MissingFoundation

// Source: Apple, VTErrors.h.

/// The session has no such property, or cannot change it anymore.
public let kVTPropertyNotSupportedErr: OSStatus = -12900
/// The property cannot be set.
public let kVTPropertyReadOnlyErr: OSStatus = -12901
/// An argument, or the value of a property, is wrong.
public let kVTParameterErr: OSStatus = -12902
/// The session was invalidated.
public let kVTInvalidSessionErr: OSStatus = -12903
/// There is no memory.
public let kVTAllocationFailedErr: OSStatus = -12904
/// Pixels that cannot be converted.
public let kVTPixelTransferNotSupportedErr: OSStatus = -12905
/// No decoder for the format is installed.
public let kVTCouldNotFindVideoDecoderErr: OSStatus = -12906
public let kVTCouldNotCreateInstanceErr: OSStatus = -12907
/// No encoder for the codec is installed.
public let kVTCouldNotFindVideoEncoderErr: OSStatus = -12908
/// The sample is damaged.
public let kVTVideoDecoderBadDataErr: OSStatus = -12909
/// The decoder cannot be set up for the format, or its pictures not for the wanted attributes.
public let kVTVideoDecoderUnsupportedDataFormatErr: OSStatus = -12910
public let kVTVideoDecoderMalfunctionErr: OSStatus = -12911
public let kVTVideoEncoderMalfunctionErr: OSStatus = -12912
public let kVTVideoDecoderNotAvailableNowErr: OSStatus = -12913
/// The sample has another format than the session.
public let kVTFormatDescriptionChangeNotSupportedErr: OSStatus = -12916
