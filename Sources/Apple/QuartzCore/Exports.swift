@_exported import MissingGraphics
// The underlying module, with the headers' names.
@_exported import QuartzCore
