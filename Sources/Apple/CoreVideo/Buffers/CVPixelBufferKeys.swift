import MissingFoundation

/// A pixel format, or a list from which the first known one is used. Source: Apple, kCVPixelBufferPixelFormatTypeKey.
public let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"
/// The allocator. Linux: no effect. Source: Apple, kCVPixelBufferMemoryAllocatorKey.
public let kCVPixelBufferMemoryAllocatorKey: CFString = "MemoryAllocator"
/// In pixels. Source: Apple, kCVPixelBufferWidthKey.
public let kCVPixelBufferWidthKey: CFString = "Width"
/// In pixels. Source: Apple, kCVPixelBufferHeightKey.
public let kCVPixelBufferHeightKey: CFString = "Height"
/// Spare pixels left of the picture. Linux: no effect. Source: Apple, kCVPixelBufferExtendedPixelsLeftKey.
public let kCVPixelBufferExtendedPixelsLeftKey: CFString = "ExtendedPixelsLeft"
/// Spare pixels above the picture. Linux: no effect. Source: Apple, kCVPixelBufferExtendedPixelsTopKey.
public let kCVPixelBufferExtendedPixelsTopKey: CFString = "ExtendedPixelsTop"
/// Spare pixels right of the picture. Linux: no effect. Source: Apple, kCVPixelBufferExtendedPixelsRightKey.
public let kCVPixelBufferExtendedPixelsRightKey: CFString = "ExtendedPixelsRight"
/// Spare pixels below the picture. Linux: no effect. Source: Apple, kCVPixelBufferExtendedPixelsBottomKey.
public let kCVPixelBufferExtendedPixelsBottomKey: CFString = "ExtendedPixelsBottom"
/// Rows begin at multiples of this many bytes. Linux: at least 64. Source: Apple,
/// kCVPixelBufferBytesPerRowAlignmentKey.
public let kCVPixelBufferBytesPerRowAlignmentKey: CFString = "BytesPerRowAlignment"
/// A `Bool`. Linux: no effect. Source: Apple, kCVPixelBufferCGBitmapContextCompatibilityKey.
public let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString = "CGBitmapContextCompatibility"
/// A `Bool`. Linux: no effect. Source: Apple, kCVPixelBufferCGImageCompatibilityKey.
public let kCVPixelBufferCGImageCompatibilityKey: CFString = "CGImageCompatibility"
/// A `Bool`. Linux: no effect. Source: Apple, kCVPixelBufferOpenGLCompatibilityKey.
public let kCVPixelBufferOpenGLCompatibilityKey: CFString = "OpenGLCompatibility"
/// Planes begin at multiples of this many bytes. Linux: rows too; at least 64. Source: Apple,
/// kCVPixelBufferPlaneAlignmentKey.
public let kCVPixelBufferPlaneAlignmentKey: CFString = "PlaneAlignment"
/// A dictionary. Linux: no effect. Source: Apple, kCVPixelBufferIOSurfacePropertiesKey.
public let kCVPixelBufferIOSurfacePropertiesKey: CFString = "IOSurfaceProperties"
/// A `Bool`. Linux: no effect. Source: Apple, kCVPixelBufferOpenGLESCompatibilityKey.
public let kCVPixelBufferOpenGLESCompatibilityKey: CFString = "OpenGLESCompatibility"
/// A `Bool`. Linux: no effect. Source: Apple, kCVPixelBufferMetalCompatibilityKey.
public let kCVPixelBufferMetalCompatibilityKey: CFString = "MetalCompatibility"

// Keys of pools.

/// How many buffers are allocated at once and kept. Source: Apple, kCVPixelBufferPoolMinimumBufferCountKey.
public let kCVPixelBufferPoolMinimumBufferCountKey: CFString = "MinimumBufferCount"
/// After how many unused seconds a buffer is freed. Linux: no effect. Source: Apple,
/// kCVPixelBufferPoolMaximumBufferAgeKey.
public let kCVPixelBufferPoolMaximumBufferAgeKey: CFString = "MaximumBufferAge"
/// The maximum number of buffers; among one buffer's attributes, not the pool's. Source: Apple,
/// kCVPixelBufferPoolAllocationThresholdKey.
public let kCVPixelBufferPoolAllocationThresholdKey: CFString = "BufferPoolAllocationThreshold"
