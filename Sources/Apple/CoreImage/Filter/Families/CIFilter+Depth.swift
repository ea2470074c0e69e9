import Foundation

// Meters and their reciprocals.

/// The inputs of a filter. Source: Apple, CIDepthToDisparity.
public protocol CIDepthToDisparity: CIFilterProtocol {
    var inputImage: CIImage? { get set }
}

/// The inputs of a filter. Source: Apple, CIDisparityToDepth.
public protocol CIDisparityToDepth: CIFilterProtocol {
    var inputImage: CIImage? { get set }
}

extension CIFilter {
    public class func depthToDisparity() -> CIFilter & CIDepthToDisparity { BuiltInFilter(named: "CIDepthToDisparity") }
    public class func disparityToDepth() -> CIFilter & CIDisparityToDepth { BuiltInFilter(named: "CIDisparityToDepth") }
}

extension BuiltInFilter: CIDepthToDisparity, CIDisparityToDepth {}
