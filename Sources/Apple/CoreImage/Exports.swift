// The underlying module, with the submodules.
@_exported import CoreImage
@_exported import CoreVideo
@_exported import Foundation
@_exported import ImageIO
@_exported import Metal
@_exported import MissingGraphics
@_exported import OpenCombine
