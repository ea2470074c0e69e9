@_exported import CoreMedia
@_exported import CoreVideo
// The underlying module, with the headers' names.
@_exported import VideoToolbox
