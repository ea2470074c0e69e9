// `CALayer`, as far as preview layers need it, and `CACurrentMediaTime()`.
@_exported import CoreGraphics
