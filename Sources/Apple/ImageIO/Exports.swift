// The underlying module, with the headers' names.
@_exported import ImageIO
@_exported import ImageProperties
@_exported import MissingGraphics
