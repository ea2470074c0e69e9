@_exported import MissingGraphics
