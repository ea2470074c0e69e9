// The underlying module, with the headers' names.
@_exported import CoreVideo
@_exported import MissingFoundation
@_exported import MissingGraphics
