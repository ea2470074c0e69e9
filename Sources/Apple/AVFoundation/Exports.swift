@_exported import AVFAudio
// The underlying module, with the headers' names.
@_exported import AVFoundation
@_exported import AudioToolbox
@_exported import CoreMedia
@_exported import CoreVideo
@_exported import Foundation
@_exported import ImageIO
@_exported import MissingGraphics
@_exported import Observation
@_exported import OpenCombine
@_exported import QuartzCore
@_exported import UniformTypeIdentifiers
@_exported import simd
