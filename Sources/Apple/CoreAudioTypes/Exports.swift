// The descriptions of sound formats.
@_exported import CoreMedia
@_exported import MissingFoundation
