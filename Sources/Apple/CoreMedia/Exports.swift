// The underlying module, with the headers' names.
@_exported import CoreMedia
@_exported import CoreVideo
@_exported import MissingFoundation
