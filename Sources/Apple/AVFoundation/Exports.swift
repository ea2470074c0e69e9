@_exported import CoreMedia
@_exported import CoreVideo
@_exported import Foundation
@_exported import Observation
@_exported import UniformTypeIdentifiers
