import MissingFoundation

// Source: Apple, Pixel Buffer Attribute Keys.

public let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"
public let kCVPixelBufferMemoryAllocatorKey: CFString = "MemoryAllocator"
public let kCVPixelBufferWidthKey: CFString = "Width"
public let kCVPixelBufferHeightKey: CFString = "Height"
public let kCVPixelBufferExtendedPixelsLeftKey: CFString = "ExtendedPixelsLeft"
public let kCVPixelBufferExtendedPixelsTopKey: CFString = "ExtendedPixelsTop"
public let kCVPixelBufferExtendedPixelsRightKey: CFString = "ExtendedPixelsRight"
public let kCVPixelBufferExtendedPixelsBottomKey: CFString = "ExtendedPixelsBottom"
public let kCVPixelBufferBytesPerRowAlignmentKey: CFString = "BytesPerRowAlignment"
public let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString = "CGBitmapContextCompatibility"
public let kCVPixelBufferCGImageCompatibilityKey: CFString = "CGImageCompatibility"
public let kCVPixelBufferOpenGLCompatibilityKey: CFString = "OpenGLCompatibility"
public let kCVPixelBufferPlaneAlignmentKey: CFString = "PlaneAlignment"
public let kCVPixelBufferIOSurfacePropertiesKey: CFString = "IOSurfaceProperties"
public let kCVPixelBufferOpenGLESCompatibilityKey: CFString = "OpenGLESCompatibility"
public let kCVPixelBufferMetalCompatibilityKey: CFString = "MetalCompatibility"

// Source: Apple, Pixel Buffer Pool Attribute Keys.

public let kCVPixelBufferPoolMinimumBufferCountKey: CFString = "MinimumBufferCount"
public let kCVPixelBufferPoolMaximumBufferAgeKey: CFString = "MaximumBufferAge"
public let kCVPixelBufferPoolAllocationThresholdKey: CFString = "BufferPoolAllocationThreshold"
