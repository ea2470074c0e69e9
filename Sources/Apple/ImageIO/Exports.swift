// The keys of a photo's metadata, and `CGImagePropertyOrientation`.
@_exported import CoreGraphics
