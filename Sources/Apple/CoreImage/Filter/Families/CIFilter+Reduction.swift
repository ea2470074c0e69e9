import Foundation

// Numbers about an area.

/// The inputs of a filter. Source: Apple, CIAreaMaximum.
public protocol CIAreaMaximum: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var extent: CGRect { get set }
}

/// The inputs of a filter. Source: Apple, CIAreaMinimum.
public protocol CIAreaMinimum: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var extent: CGRect { get set }
}

/// The inputs of a filter. Source: Apple, CIAreaHistogram.
public protocol CIAreaHistogram: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var extent: CGRect { get set }
    var count: Int { get set }
    var scale: Float { get set }
}

extension CIFilter {
    public class func areaMaximum() -> CIFilter & CIAreaMaximum { BuiltInFilter(named: "CIAreaMaximum") }
    public class func areaMinimum() -> CIFilter & CIAreaMinimum { BuiltInFilter(named: "CIAreaMinimum") }
    public class func areaHistogram() -> CIFilter & CIAreaHistogram { BuiltInFilter(named: "CIAreaHistogram") }
}

extension BuiltInFilter: CIAreaMaximum, CIAreaMinimum, CIAreaHistogram {}
