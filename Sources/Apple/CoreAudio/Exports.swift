// The types of sound, as on iOS.
@_exported import CoreAudioTypes
