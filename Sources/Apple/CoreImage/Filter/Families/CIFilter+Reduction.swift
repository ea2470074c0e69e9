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

/// The inputs of a filter. Source: Apple, CIAreaMinMax.
public protocol CIAreaMinMax: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var extent: CGRect { get set }
}

/// The inputs of a filter. Source: Apple, CIAreaMinMaxRed.
public protocol CIAreaMinMaxRed: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var extent: CGRect { get set }
}

/// The inputs of a filter. Source: Apple, CIAreaMaximumAlpha.
public protocol CIAreaMaximumAlpha: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var extent: CGRect { get set }
}

/// The inputs of a filter. Source: Apple, CIAreaMinimumAlpha.
public protocol CIAreaMinimumAlpha: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var extent: CGRect { get set }
}

/// The inputs of a filter. Source: Apple, CIRowAverage.
public protocol CIRowAverage: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var extent: CGRect { get set }
}

/// The inputs of a filter. Source: Apple, CIColumnAverage.
public protocol CIColumnAverage: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var extent: CGRect { get set }
}

/// The inputs of a filter. Source: Apple, CIAreaLogarithmicHistogram.
public protocol CIAreaLogarithmicHistogram: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var extent: CGRect { get set }
    var count: Int { get set }
    var scale: Float { get set }
    /// The logarithm, of base two, where the first bin begins.
    var minimumStop: Float { get set }
    /// The logarithm, of base two, where the last bin ends.
    var maximumStop: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIHistogramDisplay.
public protocol CIHistogramDisplay: CIFilterProtocol {
    /// A row of numbers from 0 to 1, such as ``CIFilter/areaHistogram()`` makes.
    var inputImage: CIImage? { get set }
    /// Up to this part of the width, the diagram is darker.
    var lowLimit: Float { get set }
    /// From this part of the width on, the diagram is lighter.
    var highLimit: Float { get set }
    /// In pixels; a number of 1 is as high.
    var height: Float { get set }
}

extension CIFilter {
    public class func areaMaximum() -> CIFilter & CIAreaMaximum { BuiltInFilter(named: "CIAreaMaximum") }
    public class func areaMinimum() -> CIFilter & CIAreaMinimum { BuiltInFilter(named: "CIAreaMinimum") }
    public class func areaMinMax() -> CIFilter & CIAreaMinMax { BuiltInFilter(named: "CIAreaMinMax") }
    public class func areaMinMaxRed() -> CIFilter & CIAreaMinMaxRed { BuiltInFilter(named: "CIAreaMinMaxRed") }
    public class func areaMaximumAlpha() -> CIFilter & CIAreaMaximumAlpha { BuiltInFilter(named: "CIAreaMaximumAlpha") }
    public class func areaMinimumAlpha() -> CIFilter & CIAreaMinimumAlpha { BuiltInFilter(named: "CIAreaMinimumAlpha") }
    public class func rowAverage() -> CIFilter & CIRowAverage { BuiltInFilter(named: "CIRowAverage") }
    public class func columnAverage() -> CIFilter & CIColumnAverage { BuiltInFilter(named: "CIColumnAverage") }
    public class func areaHistogram() -> CIFilter & CIAreaHistogram { BuiltInFilter(named: "CIAreaHistogram") }
    public class func areaLogarithmicHistogram() -> CIFilter & CIAreaLogarithmicHistogram {
        BuiltInFilter(named: "CIAreaLogarithmicHistogram")
    }
    public class func histogramDisplay() -> CIFilter & CIHistogramDisplay {
        BuiltInFilter(named: "CIHistogramDisplayFilter")
    }
}

extension BuiltInFilter:
    CIAreaMaximum, CIAreaMinimum, CIAreaMinMax, CIAreaMinMaxRed, CIAreaMaximumAlpha, CIAreaMinimumAlpha, CIRowAverage,
    CIColumnAverage, CIAreaHistogram, CIAreaLogarithmicHistogram, CIHistogramDisplay
{
    var minimumStop: Float {
        get { current.float("inputMinimumStop") }
        set { setValue(NSNumber(value: newValue), forKey: "inputMinimumStop") }
    }

    var maximumStop: Float {
        get { current.float("inputMaximumStop") }
        set { setValue(NSNumber(value: newValue), forKey: "inputMaximumStop") }
    }

    var lowLimit: Float {
        get { current.float("inputLowLimit") }
        set { setValue(NSNumber(value: newValue), forKey: "inputLowLimit") }
    }

    var highLimit: Float {
        get { current.float("inputHighLimit") }
        set { setValue(NSNumber(value: newValue), forKey: "inputHighLimit") }
    }
}
