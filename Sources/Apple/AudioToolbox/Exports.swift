// The descriptions of sound formats.
// The module beneath, with the headers' names.
@_exported import AudioToolbox
@_exported import CoreMedia
@_exported import MissingFoundation
