import Foundation

// Blurs that look at each of the pixels around a pixel.

/// The inputs of a filter. Source: Apple, CIDiscBlur.
public protocol CIDiscBlur: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var radius: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIMotionBlur.
public protocol CIMotionBlur: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var radius: Float { get set }
    var angle: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIMedian.
public protocol CIMedian: CIFilterProtocol {
    var inputImage: CIImage? { get set }
}

/// The inputs of a filter. Source: Apple, CINoiseReduction.
public protocol CINoiseReduction: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var noiseLevel: Float { get set }
    var sharpness: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIMaskedVariableBlur.
public protocol CIMaskedVariableBlur: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    /// White where the picture is blurred by the whole radius, black where it stays.
    var mask: CIImage? { get set }
    var radius: Float { get set }
}

extension CIFilter {
    public class func maskedVariableBlur() -> CIFilter & CIMaskedVariableBlur {
        BuiltInFilter(named: "CIMaskedVariableBlur")
    }
    public class func discBlur() -> CIFilter & CIDiscBlur { BuiltInFilter(named: "CIDiscBlur") }
    public class func motionBlur() -> CIFilter & CIMotionBlur { BuiltInFilter(named: "CIMotionBlur") }
    public class func median() -> CIFilter & CIMedian { BuiltInFilter(named: "CIMedianFilter") }
    public class func noiseReduction() -> CIFilter & CINoiseReduction { BuiltInFilter(named: "CINoiseReduction") }
}

extension BuiltInFilter: CIDiscBlur, CIMotionBlur, CIMedian, CINoiseReduction, CIMaskedVariableBlur {
    var mask: CIImage? {
        get { current.image("inputMask") }
        set { setValue(newValue, forKey: "inputMask") }
    }

    var noiseLevel: Float {
        get { current.float("inputNoiseLevel") }
        set { setValue(NSNumber(value: newValue), forKey: "inputNoiseLevel") }
    }
}
