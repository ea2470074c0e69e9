@_exported import MissingGraphics
// The module beneath, with the headers' names.
@_exported import QuartzCore
