import MissingFoundation

// The types of metadata values.

public let kCMMetadataBaseDataType_RawData: CFString = "com.apple.metadata.datatype.raw-data"
public let kCMMetadataBaseDataType_UTF8: CFString = "com.apple.metadata.datatype.UTF-8"
public let kCMMetadataBaseDataType_UTF16: CFString = "com.apple.metadata.datatype.UTF-16"
public let kCMMetadataBaseDataType_JPEG: CFString = "com.apple.metadata.datatype.JPEG"
public let kCMMetadataBaseDataType_PNG: CFString = "com.apple.metadata.datatype.PNG"
public let kCMMetadataBaseDataType_Float32: CFString = "com.apple.metadata.datatype.float32"
public let kCMMetadataBaseDataType_Float64: CFString = "com.apple.metadata.datatype.float64"
public let kCMMetadataBaseDataType_SInt8: CFString = "com.apple.metadata.datatype.int8"
public let kCMMetadataBaseDataType_SInt16: CFString = "com.apple.metadata.datatype.int16"
public let kCMMetadataBaseDataType_SInt32: CFString = "com.apple.metadata.datatype.int32"
public let kCMMetadataBaseDataType_SInt64: CFString = "com.apple.metadata.datatype.int64"
public let kCMMetadataBaseDataType_UInt8: CFString = "com.apple.metadata.datatype.uint8"
public let kCMMetadataBaseDataType_UInt16: CFString = "com.apple.metadata.datatype.uint16"
public let kCMMetadataBaseDataType_UInt32: CFString = "com.apple.metadata.datatype.uint32"
public let kCMMetadataBaseDataType_UInt64: CFString = "com.apple.metadata.datatype.uint64"
/// A location as text, as in the identifier `quickTimeMetadataLocationISO6709`.
public let kCMMetadataDataType_QuickTimeMetadataLocation_ISO6709: CFString =
    "com.apple.metadata.datatype.QuickTimeMetadataLocation-ISO6709"
