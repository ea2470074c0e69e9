import Foundation

// The typed inputs of the filters; CIFilterBuiltins.swift has the functions that make them. A family with a file in
// Families has both there.

/// What all typed filters have. Source: Apple, CIFilterProtocol.
public protocol CIFilterProtocol: NSObjectProtocol {
    var outputImage: CIImage? { get }
}

/// The inputs of a filter. Source: Apple, CIColorControls.
public protocol CIColorControls: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var saturation: Float { get set }
    var brightness: Float { get set }
    var contrast: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIExposureAdjust.
public protocol CIExposureAdjust: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var ev: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIGammaAdjust.
public protocol CIGammaAdjust: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var power: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIHueAdjust.
public protocol CIHueAdjust: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var angle: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIVibrance.
public protocol CIVibrance: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var amount: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIHighlightShadowAdjust.
public protocol CIHighlightShadowAdjust: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var radius: Float { get set }
    var shadowAmount: Float { get set }
    var highlightAmount: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIWhitePointAdjust.
public protocol CIWhitePointAdjust: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var color: CIColor { get set }
}

/// The inputs of a filter. Source: Apple, CITemperatureAndTint.
public protocol CITemperatureAndTint: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var neutral: CIVector { get set }
    var targetNeutral: CIVector { get set }
}

/// The inputs of a filter. Source: Apple, CIColorMatrix.
public protocol CIColorMatrix: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var rVector: CIVector { get set }
    var gVector: CIVector { get set }
    var bVector: CIVector { get set }
    var aVector: CIVector { get set }
    var biasVector: CIVector { get set }
}

/// The inputs of a filter. Source: Apple, CIColorClamp.
public protocol CIColorClamp: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var minComponents: CIVector { get set }
    var maxComponents: CIVector { get set }
}

/// The inputs of a filter. Source: Apple, CILinearToSRGBToneCurve.
public protocol CILinearToSRGBToneCurve: CIFilterProtocol {
    var inputImage: CIImage? { get set }
}

/// The inputs of a filter. Source: Apple, CISRGBToneCurveToLinear.
public protocol CISRGBToneCurveToLinear: CIFilterProtocol {
    var inputImage: CIImage? { get set }
}

/// The inputs of a filter. Source: Apple, CIColorInvert.
public protocol CIColorInvert: CIFilterProtocol {
    var inputImage: CIImage? { get set }
}

/// The inputs of a filter. Source: Apple, CIColorMonochrome.
public protocol CIColorMonochrome: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var color: CIColor { get set }
    var intensity: Float { get set }
}

/// The inputs of a filter. Source: Apple, CISepiaTone.
public protocol CISepiaTone: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var intensity: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIFalseColor.
public protocol CIFalseColor: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var color0: CIColor { get set }
    var color1: CIColor { get set }
}

/// The inputs of a filter. Source: Apple, CIColorPosterize.
public protocol CIColorPosterize: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var levels: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIMaskToAlpha.
public protocol CIMaskToAlpha: CIFilterProtocol {
    var inputImage: CIImage? { get set }
}

/// The inputs of a filter. Source: Apple, CIVignetteEffect.
public protocol CIVignetteEffect: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var center: CGPoint { get set }
    var radius: Float { get set }
    var intensity: Float { get set }
    var falloff: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIVignette.
public protocol CIVignette: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var intensity: Float { get set }
    var radius: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIGaussianBlur.
public protocol CIGaussianBlur: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var radius: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIBoxBlur.
public protocol CIBoxBlur: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var radius: Float { get set }
}

/// The inputs of a filter. Source: Apple, CISharpenLuminance.
public protocol CISharpenLuminance: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var sharpness: Float { get set }
    var radius: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIUnsharpMask.
public protocol CIUnsharpMask: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var radius: Float { get set }
    var intensity: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIBloom.
public protocol CIBloom: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var radius: Float { get set }
    var intensity: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIEdges.
public protocol CIEdges: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var intensity: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIPixellate.
public protocol CIPixellate: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var center: CGPoint { get set }
    var scale: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIBlendWithMask.
public protocol CIBlendWithMask: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var backgroundImage: CIImage? { get set }
    var maskImage: CIImage? { get set }
}

/// The inputs of a filter. Source: Apple, CILanczosScaleTransform.
public protocol CILanczosScaleTransform: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var scale: Float { get set }
    var aspectRatio: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIStraighten.
public protocol CIStraighten: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var angle: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIAffineClamp.
public protocol CIAffineClamp: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var transform: CGAffineTransform { get set }
}

/// The inputs of a filter. Source: Apple, CILinearGradient.
public protocol CILinearGradient: CIFilterProtocol {
    var point0: CGPoint { get set }
    var point1: CGPoint { get set }
    var color0: CIColor { get set }
    var color1: CIColor { get set }
}

/// The inputs of a filter. Source: Apple, CISmoothLinearGradient.
public protocol CISmoothLinearGradient: CIFilterProtocol {
    var point0: CGPoint { get set }
    var point1: CGPoint { get set }
    var color0: CIColor { get set }
    var color1: CIColor { get set }
}

/// The inputs of a filter. Source: Apple, CIRadialGradient.
public protocol CIRadialGradient: CIFilterProtocol {
    var center: CGPoint { get set }
    var radius0: Float { get set }
    var radius1: Float { get set }
    var color0: CIColor { get set }
    var color1: CIColor { get set }
}

/// The inputs of a filter. Source: Apple, CIAreaAverage.
public protocol CIAreaAverage: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var extent: CGRect { get set }
}

/// The inputs of a filter. Source: Apple, CIQRCodeGenerator.
public protocol CIQRCodeGenerator: CIFilterProtocol {
    var message: Data { get set }
    var correctionLevel: String { get set }
}

/// The inputs of a filter. Source: Apple, CIBarcodeGenerator.
///
/// Linux: for a ``CIQRCodeDescriptor`` whose payload has as many codewords as its version; otherwise there is no picture.
public protocol CIBarcodeGenerator: CIFilterProtocol {
    var barcodeDescriptor: CIBarcodeDescriptor { get set }
}

/// The inputs of a filter. Source: Apple, CIAztecCodeGenerator.
///
/// Linux: the code is as small as possible. With another number of layers, or of the other kind, there is none.
public protocol CIAztecCodeGenerator: CIFilterProtocol {
    var message: Data { get set }
    /// In percent of the data, rounded up to an eighth.
    var correctionLevel: Float { get set }
    /// 0: as many as are needed.
    var layers: Float { get set }
    var compactStyle: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIPDF417BarcodeGenerator.
///
/// Linux: the library chooses columns and rows, and how the data is encoded. If a program wants anything else, there is
/// no code.
public protocol CIPDF417BarcodeGenerator: CIFilterProtocol {
    var message: Data { get set }
    var minWidth: Float { get set }
    var maxWidth: Float { get set }
    var minHeight: Float { get set }
    var maxHeight: Float { get set }
    var dataColumns: Float { get set }
    var rows: Float { get set }
    /// Linux: a preference that is never met.
    var preferredAspectRatio: Float { get set }
    var compactionMode: Float { get set }
    var compactStyle: Float { get set }
    /// 0 to 8.
    var correctionLevel: Float { get set }
    var alwaysSpecifyCompaction: Float { get set }
}

/// The inputs of a filter. Source: Apple, CICode128BarcodeGenerator.
public protocol CICode128BarcodeGenerator: CIFilterProtocol {
    var message: Data { get set }
    var quietSpace: Float { get set }
    var barcodeHeight: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIPhotoEffect.
public protocol CIPhotoEffect: CIFilterProtocol {
    var inputImage: CIImage? { get set }
}

/// The inputs of a filter. Source: Apple, CICompositeOperation.
public protocol CICompositeOperation: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var backgroundImage: CIImage? { get set }
}

/// The inputs of a filter. Source: Apple, CITwirlDistortion.
public protocol CITwirlDistortion: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var center: CGPoint { get set }
    var radius: Float { get set }
    var angle: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIBumpDistortion.
public protocol CIBumpDistortion: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var center: CGPoint { get set }
    var radius: Float { get set }
    var scale: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIZoomBlur.
public protocol CIZoomBlur: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var center: CGPoint { get set }
    var amount: Float { get set }
}

/// The inputs of a filter. Source: Apple, CICrystallize.
public protocol CICrystallize: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var radius: Float { get set }
    var center: CGPoint { get set }
}

/// The inputs of a filter. Source: Apple, CIDotScreen.
public protocol CIDotScreen: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var center: CGPoint { get set }
    var angle: Float { get set }
    var width: Float { get set }
    var sharpness: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIMorphologyGradient.
public protocol CIMorphologyGradient: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var radius: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIComicEffect.
public protocol CIComicEffect: CIFilterProtocol {
    var inputImage: CIImage? { get set }
}

/// The inputs of a filter. Source: Apple, CIThermal.
public protocol CIThermal: CIFilterProtocol {
    var inputImage: CIImage? { get set }
}

/// The inputs of a filter. Source: Apple, CIXRay.
public protocol CIXRay: CIFilterProtocol {
    var inputImage: CIImage? { get set }
}

/// The inputs of a filter. Source: Apple, CIColorCube.
public protocol CIColorCube: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var cubeDimension: Float { get set }
    var cubeData: Data { get set }
    var extrapolate: Bool { get set }
}

/// The inputs of a filter. Source: Apple, CIColorCubeWithColorSpace.
public protocol CIColorCubeWithColorSpace: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var cubeDimension: Float { get set }
    var cubeData: Data { get set }
    var extrapolate: Bool { get set }
    var colorSpace: CGColorSpace? { get set }
}

/// The corners of a thing that is seen at an angle, with y up. Source: Apple, CIFourCoordinateGeometryFilter.
public protocol CIFourCoordinateGeometryFilter: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var topLeft: CGPoint { get set }
    var topRight: CGPoint { get set }
    var bottomRight: CGPoint { get set }
    var bottomLeft: CGPoint { get set }
}

/// The inputs of a filter. Source: Apple, CIPerspectiveCorrection.
public protocol CIPerspectiveCorrection: CIFourCoordinateGeometryFilter {
    /// Whether what is beside the corners is left out.
    var crop: Bool { get set }
}

/// The inputs of a filter. Source: Apple, CIPerspectiveTransform.
public protocol CIPerspectiveTransform: CIFourCoordinateGeometryFilter {}

/// The inputs of a filter. Source: Apple, CIPerspectiveTransformWithExtent.
public protocol CIPerspectiveTransformWithExtent: CIFourCoordinateGeometryFilter {
    /// The rectangle whose corners come to the four places.
    var extent: CGRect { get set }
}

/// The inputs of filters that lead from one picture to another. Source: Apple, CITransitionFilter.
public protocol CITransitionFilter: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var targetImage: CIImage? { get set }
    /// From 0, the first picture, to 1, the other one.
    var time: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIDissolveTransition.
public protocol CIDissolveTransition: CITransitionFilter {}

/// A filter without inputs. Source: Apple, CIRandomGenerator.
public protocol CIRandomGenerator: CIFilterProtocol {}

/// The inputs of a filter. Source: Apple, CIRoundedRectangleGenerator.
public protocol CIRoundedRectangleGenerator: CIFilterProtocol {
    var extent: CGRect { get set }
    var radius: Float { get set }
    var color: CIColor { get set }
}
