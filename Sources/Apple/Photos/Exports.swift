// As on Apple's systems, a file that imports Photos sees these too.
@_exported import AVFoundation
@_exported import CoreLocation
@_exported import CoreMedia
@_exported import Foundation
@_exported import ImageIO
@_exported import MissingFoundation
@_exported import MissingGraphics
// The underlying module, with the headers' names.
@_exported import Photos
@_exported import class UIKitCore.UIImage
