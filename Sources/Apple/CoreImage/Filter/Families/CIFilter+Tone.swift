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

extension CIFilter {
    public class func toneCurve() -> CIFilter & CIToneCurve { BuiltInFilter(named: "CIToneCurve") }
    public class func colorPolynomial() -> CIFilter & CIColorPolynomial { BuiltInFilter(named: "CIColorPolynomial") }
    public class func colorThreshold() -> CIFilter & CIColorThreshold { BuiltInFilter(named: "CIColorThreshold") }
    public class func maximumComponent() -> CIFilter & CIMaximumComponent { BuiltInFilter(named: "CIMaximumComponent") }
    public class func minimumComponent() -> CIFilter & CIMinimumComponent { BuiltInFilter(named: "CIMinimumComponent") }
}

extension BuiltInFilter: CIToneCurve, CIColorPolynomial, CIColorThreshold, CIMaximumComponent, CIMinimumComponent {
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
