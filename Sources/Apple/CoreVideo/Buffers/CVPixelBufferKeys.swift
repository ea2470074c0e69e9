import MissingFoundation

/// A pixel format, or a list of which the first known one is taken. Source: Apple, kCVPixelBufferPixelFormatTypeKey.
public let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"
/// Who allocates. Linux: changes nothing. Source: Apple, kCVPixelBufferMemoryAllocatorKey.
public let kCVPixelBufferMemoryAllocatorKey: CFString = "MemoryAllocator"
/// In pixels. Source: Apple, kCVPixelBufferWidthKey.
public let kCVPixelBufferWidthKey: CFString = "Width"
/// In pixels. Source: Apple, kCVPixelBufferHeightKey.
public let kCVPixelBufferHeightKey: CFString = "Height"
/// Pixels to spare beside the picture. Linux: changes nothing. Source: Apple, kCVPixelBufferExtendedPixelsLeftKey.
public let kCVPixelBufferExtendedPixelsLeftKey: CFString = "ExtendedPixelsLeft"
/// Pixels to spare above the picture. Linux: changes nothing. Source: Apple, kCVPixelBufferExtendedPixelsTopKey.
public let kCVPixelBufferExtendedPixelsTopKey: CFString = "ExtendedPixelsTop"
/// Pixels to spare beside the picture. Linux: changes nothing. Source: Apple, kCVPixelBufferExtendedPixelsRightKey.
public let kCVPixelBufferExtendedPixelsRightKey: CFString = "ExtendedPixelsRight"
/// Pixels to spare below the picture. Linux: changes nothing. Source: Apple, kCVPixelBufferExtendedPixelsBottomKey.
public let kCVPixelBufferExtendedPixelsBottomKey: CFString = "ExtendedPixelsBottom"
/// Rows begin at multiples of so many bytes. Linux: at least 64. Source: Apple, kCVPixelBufferBytesPerRowAlignmentKey.
public let kCVPixelBufferBytesPerRowAlignmentKey: CFString = "BytesPerRowAlignment"
/// A `Bool`. Linux: changes nothing. Source: Apple, kCVPixelBufferCGBitmapContextCompatibilityKey.
public let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString = "CGBitmapContextCompatibility"
/// A `Bool`. Linux: changes nothing. Source: Apple, kCVPixelBufferCGImageCompatibilityKey.
public let kCVPixelBufferCGImageCompatibilityKey: CFString = "CGImageCompatibility"
/// A `Bool`. Linux: changes nothing. Source: Apple, kCVPixelBufferOpenGLCompatibilityKey.
public let kCVPixelBufferOpenGLCompatibilityKey: CFString = "OpenGLCompatibility"
/// Planes begin at multiples of so many bytes. Linux: and rows; at least 64. Source: Apple, kCVPixelBufferPlaneAlignmentKey.
public let kCVPixelBufferPlaneAlignmentKey: CFString = "PlaneAlignment"
/// A dictionary. Linux: changes nothing. Source: Apple, kCVPixelBufferIOSurfacePropertiesKey.
public let kCVPixelBufferIOSurfacePropertiesKey: CFString = "IOSurfaceProperties"
/// A `Bool`. Linux: changes nothing. Source: Apple, kCVPixelBufferOpenGLESCompatibilityKey.
public let kCVPixelBufferOpenGLESCompatibilityKey: CFString = "OpenGLESCompatibility"
/// A `Bool`. Linux: changes nothing. Source: Apple, kCVPixelBufferMetalCompatibilityKey.
public let kCVPixelBufferMetalCompatibilityKey: CFString = "MetalCompatibility"

// Of pools.

/// How many buffers are made at once and kept. Source: Apple, kCVPixelBufferPoolMinimumBufferCountKey.
public let kCVPixelBufferPoolMinimumBufferCountKey: CFString = "MinimumBufferCount"
/// After how many seconds without use a buffer is freed. Linux: changes nothing. Source: Apple, kCVPixelBufferPoolMaximumBufferAgeKey.
public let kCVPixelBufferPoolMaximumBufferAgeKey: CFString = "MaximumBufferAge"
/// How many buffers there may be; for one buffer's attributes, not the pool's. Source: Apple, kCVPixelBufferPoolAllocationThresholdKey.
public let kCVPixelBufferPoolAllocationThresholdKey: CFString = "BufferPoolAllocationThreshold"
