import Foundation

// Pixels that move. Twirls and bumps are in CIFilterProtocols.swift.

/// The inputs of a filter. Source: Apple, CIPinchDistortion.
public protocol CIPinchDistortion: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var center: CGPoint { get set }
    var radius: Float { get set }
    var scale: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIVortexDistortion.
public protocol CIVortexDistortion: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var center: CGPoint { get set }
    var radius: Float { get set }
    var angle: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIBumpDistortionLinear.
public protocol CIBumpDistortionLinear: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var center: CGPoint { get set }
    var radius: Float { get set }
    var angle: Float { get set }
    var scale: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIHoleDistortion.
public protocol CIHoleDistortion: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var center: CGPoint { get set }
    var radius: Float { get set }
}

/// The inputs of a filter. Source: Apple, CICircleSplashDistortion.
public protocol CICircleSplashDistortion: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var center: CGPoint { get set }
    var radius: Float { get set }
}

extension CIFilter {
    public class func pinchDistortion() -> CIFilter & CIPinchDistortion { BuiltInFilter(named: "CIPinchDistortion") }
    public class func vortexDistortion() -> CIFilter & CIVortexDistortion { BuiltInFilter(named: "CIVortexDistortion") }
    public class func bumpDistortionLinear() -> CIFilter & CIBumpDistortionLinear {
        BuiltInFilter(named: "CIBumpDistortionLinear")
    }
    public class func holeDistortion() -> CIFilter & CIHoleDistortion { BuiltInFilter(named: "CIHoleDistortion") }
    public class func circleSplashDistortion() -> CIFilter & CICircleSplashDistortion {
        BuiltInFilter(named: "CICircleSplashDistortion")
    }
}

extension BuiltInFilter:
    CIPinchDistortion, CIVortexDistortion, CIBumpDistortionLinear, CIHoleDistortion, CICircleSplashDistortion
{}
