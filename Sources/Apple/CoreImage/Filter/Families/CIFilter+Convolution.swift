import Foundation

// Weighted sums of the pixels around a pixel.

/// The inputs of a filter. Source: Apple, CIConvolution.
public protocol CIConvolution: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var weights: CIVector { get set }
    var bias: Float { get set }
}

extension CIFilter {
    public class func convolution3X3() -> CIFilter & CIConvolution { BuiltInFilter(named: "CIConvolution3X3") }
    public class func convolution5X5() -> CIFilter & CIConvolution { BuiltInFilter(named: "CIConvolution5X5") }
    public class func convolution7X7() -> CIFilter & CIConvolution { BuiltInFilter(named: "CIConvolution7X7") }
    public class func convolution9Horizontal() -> CIFilter & CIConvolution {
        BuiltInFilter(named: "CIConvolution9Horizontal")
    }
    public class func convolution9Vertical() -> CIFilter & CIConvolution {
        BuiltInFilter(named: "CIConvolution9Vertical")
    }
    public class func convolutionRGB3X3() -> CIFilter & CIConvolution { BuiltInFilter(named: "CIConvolutionRGB3X3") }
    public class func convolutionRGB5X5() -> CIFilter & CIConvolution { BuiltInFilter(named: "CIConvolutionRGB5X5") }
    public class func convolutionRGB7X7() -> CIFilter & CIConvolution { BuiltInFilter(named: "CIConvolutionRGB7X7") }
    public class func convolutionRGB9Horizontal() -> CIFilter & CIConvolution {
        BuiltInFilter(named: "CIConvolutionRGB9Horizontal")
    }
    public class func convolutionRGB9Vertical() -> CIFilter & CIConvolution {
        BuiltInFilter(named: "CIConvolutionRGB9Vertical")
    }
}

extension BuiltInFilter: CIConvolution {
    var weights: CIVector {
        get { current.vector("inputWeights") }
        set { setValue(newValue, forKey: "inputWeights") }
    }

    var bias: Float {
        get { current.float("inputBias") }
        set { setValue(NSNumber(value: newValue), forKey: "inputBias") }
    }
}
