// `CGRect`, `CGPoint`, `CGFloat` … are Foundation's here; what it lacks has a module of another name, as Package.swift says.
@_exported import Foundation
@_exported import MissingGraphics
