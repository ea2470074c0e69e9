@_exported import Foundation
@_exported import ImageIO
@_exported import MissingGraphics
@_exported import OpenCombine
