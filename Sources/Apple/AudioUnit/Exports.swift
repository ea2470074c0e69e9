// As on Apple's systems, another name of AudioToolbox.
@_exported import AudioToolbox
