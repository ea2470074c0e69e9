@_exported import ImageProperties
@_exported import MissingGraphics
