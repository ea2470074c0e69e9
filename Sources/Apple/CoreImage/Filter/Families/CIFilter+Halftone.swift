import Foundation

// Pictures as a press prints them. Dots are in CIFilterProtocols.swift.

/// The inputs of a filter. Source: Apple, CICircularScreen.
public protocol CICircularScreen: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var center: CGPoint { get set }
    var width: Float { get set }
    var sharpness: Float { get set }
}

/// The inputs of a filter. Source: Apple, CILineScreen.
public protocol CILineScreen: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var center: CGPoint { get set }
    var angle: Float { get set }
    var width: Float { get set }
    var sharpness: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIHatchedScreen.
public protocol CIHatchedScreen: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var center: CGPoint { get set }
    var angle: Float { get set }
    var width: Float { get set }
    var sharpness: Float { get set }
}

extension CIFilter {
    public class func circularScreen() -> CIFilter & CICircularScreen { BuiltInFilter(named: "CICircularScreen") }
    public class func lineScreen() -> CIFilter & CILineScreen { BuiltInFilter(named: "CILineScreen") }
    public class func hatchedScreen() -> CIFilter & CIHatchedScreen { BuiltInFilter(named: "CIHatchedScreen") }
}

extension BuiltInFilter: CICircularScreen, CILineScreen, CIHatchedScreen {}
