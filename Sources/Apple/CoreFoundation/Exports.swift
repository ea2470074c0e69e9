// The names of Core Foundation's. A file that imports this module does not see the one of the same name that Foundation is made
// of here, whose types are others.
@_exported import MissingFoundation
