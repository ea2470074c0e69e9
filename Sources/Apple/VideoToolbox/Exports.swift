@_exported import CoreMedia
@_exported import CoreVideo
// The module beneath, with the headers' names.
@_exported import VideoToolbox
