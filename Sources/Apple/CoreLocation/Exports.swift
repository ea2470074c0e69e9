// The underlying module, with the headers' names.
@_exported import CoreLocation
@_exported import Foundation
@_exported import OpenCombine
