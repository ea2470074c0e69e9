import Foundation

// Colors that depend on the color of the same pixel alone.

/// The inputs of a filter. Source: Apple, CIToneCurve.
public protocol CIToneCurve: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var point0: CGPoint { get set }
    var point1: CGPoint { get set }
    var point2: CGPoint { get set }
    var point3: CGPoint { get set }
    var point4: CGPoint { get set }
}

/// The inputs of a filter. Source: Apple, CIColorPolynomial.
public protocol CIColorPolynomial: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var redCoefficients: CIVector { get set }
    var greenCoefficients: CIVector { get set }
    var blueCoefficients: CIVector { get set }
    var alphaCoefficients: CIVector { get set }
}

/// The inputs of a filter. Source: Apple, CIColorThreshold.
public protocol CIColorThreshold: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var threshold: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIMaximumComponent.
public protocol CIMaximumComponent: CIFilterProtocol {
    var inputImage: CIImage? { get set }
}

/// The inputs of a filter. Source: Apple, CIMinimumComponent.
public protocol CIMinimumComponent: CIFilterProtocol {
    var inputImage: CIImage? { get set }
}

/// The inputs of a filter. Source: Apple, CIColorCrossPolynomial.
public protocol CIColorCrossPolynomial: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    /// Factors of r, g, b, r·r, g·g, b·b, r·g, g·b, b·r, and a constant.
    var redCoefficients: CIVector { get set }
    var greenCoefficients: CIVector { get set }
    var blueCoefficients: CIVector { get set }
}

/// The inputs of a filter. Source: Apple, CIColorCurves.
public protocol CIColorCurves: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    /// Floats for red, green and blue of each entry of a table.
    var curvesData: Data { get set }
    /// The values that the first and the last entry are for.
    var curvesDomain: CIVector { get set }
    /// Of the table's colors; `nil` for the working space, which is linear.
    var colorSpace: CGColorSpace? { get set }
}

/// The inputs of a filter. Source: Apple, CIColorAbsoluteDifference.
public protocol CIColorAbsoluteDifference: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var inputImage2: CIImage? { get set }
}

extension CIFilter {
    public class func colorCrossPolynomial() -> CIFilter & CIColorCrossPolynomial {
        BuiltInFilter(named: "CIColorCrossPolynomial")
    }
    public class func colorCurves() -> CIFilter & CIColorCurves { BuiltInFilter(named: "CIColorCurves") }
    public class func colorAbsoluteDifference() -> CIFilter & CIColorAbsoluteDifference {
        BuiltInFilter(named: "CIColorAbsoluteDifference")
    }
    public class func toneCurve() -> CIFilter & CIToneCurve { BuiltInFilter(named: "CIToneCurve") }
    public class func colorPolynomial() -> CIFilter & CIColorPolynomial { BuiltInFilter(named: "CIColorPolynomial") }
    public class func colorThreshold() -> CIFilter & CIColorThreshold { BuiltInFilter(named: "CIColorThreshold") }
    public class func maximumComponent() -> CIFilter & CIMaximumComponent { BuiltInFilter(named: "CIMaximumComponent") }
    public class func minimumComponent() -> CIFilter & CIMinimumComponent { BuiltInFilter(named: "CIMinimumComponent") }
}

extension BuiltInFilter:
    CIToneCurve, CIColorPolynomial, CIColorCrossPolynomial, CIColorCurves, CIColorAbsoluteDifference, CIColorThreshold,
    CIMaximumComponent, CIMinimumComponent
{
    var curvesData: Data {
        get { current.data("inputCurvesData") ?? Data() }
        set { setValue(newValue, forKey: "inputCurvesData") }
    }

    var curvesDomain: CIVector {
        get { current.vector("inputCurvesDomain") }
        set { setValue(newValue, forKey: "inputCurvesDomain") }
    }

    var inputImage2: CIImage? {
        get { current.image("inputImage2") }
        set { setValue(newValue, forKey: "inputImage2") }
    }

    var threshold: Float {
        get { current.float("inputThreshold") }
        set { setValue(NSNumber(value: newValue), forKey: "inputThreshold") }
    }

    var redCoefficients: CIVector {
        get { current.vector("inputRedCoefficients") }
        set { setValue(newValue, forKey: "inputRedCoefficients") }
    }

    var greenCoefficients: CIVector {
        get { current.vector("inputGreenCoefficients") }
        set { setValue(newValue, forKey: "inputGreenCoefficients") }
    }

    var blueCoefficients: CIVector {
        get { current.vector("inputBlueCoefficients") }
        set { setValue(newValue, forKey: "inputBlueCoefficients") }
    }

    var alphaCoefficients: CIVector {
        get { current.vector("inputAlphaCoefficients") }
        set { setValue(newValue, forKey: "inputAlphaCoefficients") }
    }

    var point2: CGPoint {
        get { current.point("inputPoint2") }
        set { setValue(CIVector(cgPoint: newValue), forKey: "inputPoint2") }
    }

    var point3: CGPoint {
        get { current.point("inputPoint3") }
        set { setValue(CIVector(cgPoint: newValue), forKey: "inputPoint3") }
    }

    var point4: CGPoint {
        get { current.point("inputPoint4") }
        set { setValue(CIVector(cgPoint: newValue), forKey: "inputPoint4") }
    }
}
