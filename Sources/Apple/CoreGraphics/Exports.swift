// What of CoreGraphics there is: of Foundation `CGRect`, `CGFloat` …, of MissingFoundation `CGImage`, `CGContext`, `CGAffineTransform`.
@_exported import Foundation
@_exported import MissingFoundation
