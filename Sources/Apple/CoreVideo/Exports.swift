@_exported import MissingFoundation
