@_exported import MissingFoundation
@_exported import MissingGraphics
