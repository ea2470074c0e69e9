// The descriptions of sound formats.
// The underlying module, with the headers' names.
@_exported import AudioToolbox
@_exported import CoreMedia
@_exported import MissingFoundation
