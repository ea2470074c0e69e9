import MissingFoundation

// Options for pictures with light beyond white. Linux: all pictures are read and written in standard dynamic range, so these
// are accepted without effect; a gain map is neither used nor copied.

/// In which dynamic range a picture is read: one of the two below.
public let kCGImageSourceDecodeRequest: CFString = "kCGImageSourceDecodeRequest"
/// With light beyond white. Linux: as ``kCGImageSourceDecodeToSDR``.
public let kCGImageSourceDecodeToHDR: CFString = "kCGImageSourceDecodeToHDR"
/// As a usual screen shows it. Linux: always.
public let kCGImageSourceDecodeToSDR: CFString = "kCGImageSourceDecodeToSDR"
/// A dictionary of options for the request.
public let kCGImageSourceDecodeRequestOptions: CFString = "kCGImageSourceDecodeRequestOptions"

/// Whether the gain map of a picture's file is kept.
public let kCGImageDestinationPreserveGainMap: CFString = "kCGImageDestinationPreserveGainMap"
/// In which dynamic range a picture is written: one of the three below.
public let kCGImageDestinationEncodeRequest: CFString = "kCGImageDestinationEncodeRequest"
/// As a usual screen shows it. Linux: always.
public let kCGImageDestinationEncodeToSDR: CFString = "kCGImageDestinationEncodeToSDR"
/// With light beyond white, by a transfer function. Linux: as ``kCGImageDestinationEncodeToSDR``.
public let kCGImageDestinationEncodeToISOHDR: CFString = "kCGImageDestinationEncodeToISOHDR"
/// With light beyond white, by a gain map. Linux: as ``kCGImageDestinationEncodeToSDR``.
public let kCGImageDestinationEncodeToISOGainmap: CFString = "kCGImageDestinationEncodeToISOGainmap"
/// A dictionary of the options below.
public let kCGImageDestinationEncodeRequestOptions: CFString = "kCGImageDestinationEncodeRequestOptions"
/// Whether the picture beneath a gain map is one for a usual screen.
public let kCGImageDestinationEncodeBaseIsSDR: CFString = "kCGImageDestinationEncodeBaseIsSDR"
/// The picture beneath a gain map that is to be made.
public let kCGImageDestinationEncodeGenerateGainMapWithBaseImage: CFString =
    "kCGImageDestinationEncodeGenerateGainMapWithBaseImage"
/// By how much a gain map is smaller than its picture.
public let kCGImageDestinationEncodeGainMapSubsampleFactor: CFString =
    "kCGImageDestinationEncodeGainMapSubsampleFactor"
