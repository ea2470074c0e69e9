@_exported import CoreImage
@_exported import CoreMedia
@_exported import CoreVideo
@_exported import ImageIO
@_exported import simd
