import Foundation

// The greatest and the least around a pixel.

/// The inputs of a filter. Source: Apple, CIMorphologyMaximum.
public protocol CIMorphologyMaximum: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var radius: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIMorphologyMinimum.
public protocol CIMorphologyMinimum: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var radius: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIMorphologyRectangleMaximum.
public protocol CIMorphologyRectangleMaximum: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var width: Float { get set }
    var height: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIMorphologyRectangleMinimum.
public protocol CIMorphologyRectangleMinimum: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var width: Float { get set }
    var height: Float { get set }
}

extension CIFilter {
    public class func morphologyMaximum() -> CIFilter & CIMorphologyMaximum {
        BuiltInFilter(named: "CIMorphologyMaximum")
    }
    public class func morphologyMinimum() -> CIFilter & CIMorphologyMinimum {
        BuiltInFilter(named: "CIMorphologyMinimum")
    }
    public class func morphologyRectangleMaximum() -> CIFilter & CIMorphologyRectangleMaximum {
        BuiltInFilter(named: "CIMorphologyRectangleMaximum")
    }
    public class func morphologyRectangleMinimum() -> CIFilter & CIMorphologyRectangleMinimum {
        BuiltInFilter(named: "CIMorphologyRectangleMinimum")
    }
}

extension BuiltInFilter:
    CIMorphologyMaximum, CIMorphologyMinimum, CIMorphologyRectangleMaximum, CIMorphologyRectangleMinimum
{
    var height: Float {
        get { current.float("inputHeight") }
        set { setValue(NSNumber(value: newValue), forKey: "inputHeight") }
    }
}
