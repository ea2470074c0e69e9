import Foundation

// Pictures that are made of nothing but two colors.

/// The inputs of a filter. Source: Apple, CICheckerboardGenerator.
public protocol CICheckerboardGenerator: CIFilterProtocol {
    var center: CGPoint { get set }
    var color0: CIColor { get set }
    var color1: CIColor { get set }
    var width: Float { get set }
    var sharpness: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIStripesGenerator.
public protocol CIStripesGenerator: CIFilterProtocol {
    var center: CGPoint { get set }
    var color0: CIColor { get set }
    var color1: CIColor { get set }
    var width: Float { get set }
    var sharpness: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIGaussianGradient.
public protocol CIGaussianGradient: CIFilterProtocol {
    var center: CGPoint { get set }
    var color0: CIColor { get set }
    var color1: CIColor { get set }
    var radius: Float { get set }
}

extension CIFilter {
    public class func checkerboardGenerator() -> CIFilter & CICheckerboardGenerator {
        BuiltInFilter(named: "CICheckerboardGenerator")
    }
    public class func stripesGenerator() -> CIFilter & CIStripesGenerator { BuiltInFilter(named: "CIStripesGenerator") }
    public class func gaussianGradient() -> CIFilter & CIGaussianGradient { BuiltInFilter(named: "CIGaussianGradient") }
}

extension BuiltInFilter: CICheckerboardGenerator, CIStripesGenerator, CIGaussianGradient {}
