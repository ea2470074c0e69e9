import MissingFoundation

/// A pixel format, or a list from which the first known one is used.
public let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"
/// The allocator. Linux: no effect.
public let kCVPixelBufferMemoryAllocatorKey: CFString = "MemoryAllocator"
/// In pixels.
public let kCVPixelBufferWidthKey: CFString = "Width"
/// In pixels.
public let kCVPixelBufferHeightKey: CFString = "Height"
/// Spare pixels left of the picture. Linux: no effect.
public let kCVPixelBufferExtendedPixelsLeftKey: CFString = "ExtendedPixelsLeft"
/// Spare pixels above the picture. Linux: no effect.
public let kCVPixelBufferExtendedPixelsTopKey: CFString = "ExtendedPixelsTop"
/// Spare pixels right of the picture. Linux: no effect.
public let kCVPixelBufferExtendedPixelsRightKey: CFString = "ExtendedPixelsRight"
/// Spare pixels below the picture. Linux: no effect.
public let kCVPixelBufferExtendedPixelsBottomKey: CFString = "ExtendedPixelsBottom"
/// Rows begin at multiples of this many bytes. Linux: at least 64.
public let kCVPixelBufferBytesPerRowAlignmentKey: CFString = "BytesPerRowAlignment"
/// A `Bool`. Linux: no effect.
public let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString = "CGBitmapContextCompatibility"
/// A `Bool`. Linux: no effect.
public let kCVPixelBufferCGImageCompatibilityKey: CFString = "CGImageCompatibility"
/// A `Bool`. Linux: no effect.
public let kCVPixelBufferOpenGLCompatibilityKey: CFString = "OpenGLCompatibility"
/// Planes begin at multiples of this many bytes. Linux: rows too; at least 64.
public let kCVPixelBufferPlaneAlignmentKey: CFString = "PlaneAlignment"
/// A dictionary. Linux: no effect.
public let kCVPixelBufferIOSurfacePropertiesKey: CFString = "IOSurfaceProperties"
/// A `Bool`. Linux: no effect.
public let kCVPixelBufferOpenGLESCompatibilityKey: CFString = "OpenGLESCompatibility"
/// A `Bool`. Linux: no effect.
public let kCVPixelBufferMetalCompatibilityKey: CFString = "MetalCompatibility"

// Keys of pools.

/// How many buffers are allocated at once and kept.
public let kCVPixelBufferPoolMinimumBufferCountKey: CFString = "MinimumBufferCount"
/// After how many unused seconds a buffer is freed. Linux: no effect.
public let kCVPixelBufferPoolMaximumBufferAgeKey: CFString = "MaximumBufferAge"
/// The maximum number of buffers; among one buffer's attributes, not the pool's.
public let kCVPixelBufferPoolAllocationThresholdKey: CFString = "BufferPoolAllocationThreshold"
