@_exported import CoreMedia
@_exported import CoreVideo
@_exported import Foundation
@_exported import ImageIO
@_exported import MissingGraphics
@_exported import Observation
@_exported import QuartzCore
@_exported import UniformTypeIdentifiers
