import Foundation

/// A filter of ours with typed inputs.
final class BuiltInFilter: CIFilter {
    init(named name: String) {
        guard let kind = FilterKind.all[name] else { preconditionFailure("no filter \(name)") }
        super.init(kind)
    }

    var current: FilterValues { FilterValues(values: inputs) }

    var inputImage: CIImage? {
        get { current.image("inputImage") }
        set { setValue(newValue, forKey: "inputImage") }
    }

    var saturation: Float {
        get { current.float("inputSaturation") }
        set { setValue(NSNumber(value: newValue), forKey: "inputSaturation") }
    }

    var brightness: Float {
        get { current.float("inputBrightness") }
        set { setValue(NSNumber(value: newValue), forKey: "inputBrightness") }
    }

    var contrast: Float {
        get { current.float("inputContrast") }
        set { setValue(NSNumber(value: newValue), forKey: "inputContrast") }
    }

    var ev: Float {
        get { current.float("inputEV") }
        set { setValue(NSNumber(value: newValue), forKey: "inputEV") }
    }

    var power: Float {
        get { current.float("inputPower") }
        set { setValue(NSNumber(value: newValue), forKey: "inputPower") }
    }

    var angle: Float {
        get { current.float("inputAngle") }
        set { setValue(NSNumber(value: newValue), forKey: "inputAngle") }
    }

    var amount: Float {
        get { current.float("inputAmount") }
        set { setValue(NSNumber(value: newValue), forKey: "inputAmount") }
    }

    var radius: Float {
        get { current.float("inputRadius") }
        set { setValue(NSNumber(value: newValue), forKey: "inputRadius") }
    }

    var shadowAmount: Float {
        get { current.float("inputShadowAmount") }
        set { setValue(NSNumber(value: newValue), forKey: "inputShadowAmount") }
    }

    var highlightAmount: Float {
        get { current.float("inputHighlightAmount") }
        set { setValue(NSNumber(value: newValue), forKey: "inputHighlightAmount") }
    }

    var color: CIColor {
        get { current.color("inputColor") }
        set { setValue(newValue, forKey: "inputColor") }
    }

    var neutral: CIVector {
        get { current.vector("inputNeutral") }
        set { setValue(newValue, forKey: "inputNeutral") }
    }

    var targetNeutral: CIVector {
        get { current.vector("inputTargetNeutral") }
        set { setValue(newValue, forKey: "inputTargetNeutral") }
    }

    var rVector: CIVector {
        get { current.vector("inputRVector") }
        set { setValue(newValue, forKey: "inputRVector") }
    }

    var gVector: CIVector {
        get { current.vector("inputGVector") }
        set { setValue(newValue, forKey: "inputGVector") }
    }

    var bVector: CIVector {
        get { current.vector("inputBVector") }
        set { setValue(newValue, forKey: "inputBVector") }
    }

    var aVector: CIVector {
        get { current.vector("inputAVector") }
        set { setValue(newValue, forKey: "inputAVector") }
    }

    var biasVector: CIVector {
        get { current.vector("inputBiasVector") }
        set { setValue(newValue, forKey: "inputBiasVector") }
    }

    var minComponents: CIVector {
        get { current.vector("inputMinComponents") }
        set { setValue(newValue, forKey: "inputMinComponents") }
    }

    var maxComponents: CIVector {
        get { current.vector("inputMaxComponents") }
        set { setValue(newValue, forKey: "inputMaxComponents") }
    }

    var intensity: Float {
        get { current.float("inputIntensity") }
        set { setValue(NSNumber(value: newValue), forKey: "inputIntensity") }
    }

    var color0: CIColor {
        get { current.color("inputColor0") }
        set { setValue(newValue, forKey: "inputColor0") }
    }

    var color1: CIColor {
        get { current.color("inputColor1") }
        set { setValue(newValue, forKey: "inputColor1") }
    }

    var levels: Float {
        get { current.float("inputLevels") }
        set { setValue(NSNumber(value: newValue), forKey: "inputLevels") }
    }

    var center: CGPoint {
        get { current.point("inputCenter") }
        set { setValue(CIVector(cgPoint: newValue), forKey: "inputCenter") }
    }

    var falloff: Float {
        get { current.float("inputFalloff") }
        set { setValue(NSNumber(value: newValue), forKey: "inputFalloff") }
    }

    var sharpness: Float {
        get { current.float("inputSharpness") }
        set { setValue(NSNumber(value: newValue), forKey: "inputSharpness") }
    }

    var scale: Float {
        get { current.float("inputScale") }
        set { setValue(NSNumber(value: newValue), forKey: "inputScale") }
    }

    var backgroundImage: CIImage? {
        get { current.image("inputBackgroundImage") }
        set { setValue(newValue, forKey: "inputBackgroundImage") }
    }

    var maskImage: CIImage? {
        get { current.image("inputMaskImage") }
        set { setValue(newValue, forKey: "inputMaskImage") }
    }

    var aspectRatio: Float {
        get { current.float("inputAspectRatio") }
        set { setValue(NSNumber(value: newValue), forKey: "inputAspectRatio") }
    }

    var transform: CGAffineTransform {
        get { current.transform("inputTransform") }
        set { setValue(newValue, forKey: "inputTransform") }
    }

    var point0: CGPoint {
        get { current.point("inputPoint0") }
        set { setValue(CIVector(cgPoint: newValue), forKey: "inputPoint0") }
    }

    var point1: CGPoint {
        get { current.point("inputPoint1") }
        set { setValue(CIVector(cgPoint: newValue), forKey: "inputPoint1") }
    }

    var radius0: Float {
        get { current.float("inputRadius0") }
        set { setValue(NSNumber(value: newValue), forKey: "inputRadius0") }
    }

    var radius1: Float {
        get { current.float("inputRadius1") }
        set { setValue(NSNumber(value: newValue), forKey: "inputRadius1") }
    }

    var extent: CGRect {
        get { current.vector("inputExtent").cgRectValue }
        set { setValue(CIVector(cgRect: newValue), forKey: "inputExtent") }
    }

    var message: Data {
        get { inputs["inputMessage"] as? Data ?? Data() }
        set { setValue(newValue, forKey: "inputMessage") }
    }

    var correctionLevel: String {
        get { inputs["inputCorrectionLevel"] as? String ?? "" }
        set { setValue(newValue, forKey: "inputCorrectionLevel") }
    }

    var barcodeDescriptor: CIBarcodeDescriptor {
        get { inputs["inputBarcodeDescriptor"] as? CIBarcodeDescriptor ?? CIBarcodeDescriptor() }
        set { setValue(newValue, forKey: "inputBarcodeDescriptor") }
    }

    var quietSpace: Float {
        get { current.float("inputQuietSpace") }
        set { setValue(NSNumber(value: newValue), forKey: "inputQuietSpace") }
    }

    var width: Float {
        get { current.float("inputWidth") }
        set { setValue(NSNumber(value: newValue), forKey: "inputWidth") }
    }

    var cubeDimension: Float {
        get { current.float("inputCubeDimension") }
        set { setValue(NSNumber(value: newValue), forKey: "inputCubeDimension") }
    }

    var cubeData: Data {
        get { current.data("inputCubeData") ?? Data() }
        set { setValue(newValue, forKey: "inputCubeData") }
    }

    var extrapolate: Bool {
        get { current.number("inputExtrapolate") != 0 }
        set { setValue(NSNumber(value: newValue), forKey: "inputExtrapolate") }
    }

    var colorSpace: CGColorSpace? {
        get { current.colorSpace("inputColorSpace") }
        set { setValue(newValue, forKey: "inputColorSpace") }
    }

    var barcodeHeight: Float {
        get { current.float("inputBarcodeHeight") }
        set { setValue(NSNumber(value: newValue), forKey: "inputBarcodeHeight") }
    }

    var topLeft: CGPoint {
        get { current.point("inputTopLeft") }
        set { setValue(CIVector(cgPoint: newValue), forKey: "inputTopLeft") }
    }

    var topRight: CGPoint {
        get { current.point("inputTopRight") }
        set { setValue(CIVector(cgPoint: newValue), forKey: "inputTopRight") }
    }

    var bottomRight: CGPoint {
        get { current.point("inputBottomRight") }
        set { setValue(CIVector(cgPoint: newValue), forKey: "inputBottomRight") }
    }

    var bottomLeft: CGPoint {
        get { current.point("inputBottomLeft") }
        set { setValue(CIVector(cgPoint: newValue), forKey: "inputBottomLeft") }
    }

    var crop: Bool {
        get { current.number("inputCrop") != 0 }
        set { setValue(NSNumber(value: newValue), forKey: "inputCrop") }
    }

    var time: Float {
        get { current.float("inputTime") }
        set { setValue(NSNumber(value: newValue), forKey: "inputTime") }
    }

    var targetImage: CIImage? {
        get { current.image("inputTargetImage") }
        set { setValue(newValue, forKey: "inputTargetImage") }
    }
}

extension BuiltInFilter:
    CIAffineClamp, CIAreaAverage, CIBarcodeGenerator, CIBlendWithMask, CIBloom, CIBoxBlur, CICode128BarcodeGenerator,
    CIColorClamp, CIColorControls, CIColorInvert, CIColorMatrix, CIColorMonochrome, CIColorPosterize,
    CICompositeOperation, CIEdges,
    CIExposureAdjust, CIFalseColor, CIGammaAdjust, CIGaussianBlur, CIHighlightShadowAdjust, CIHueAdjust,
    CILanczosScaleTransform, CILinearGradient, CILinearToSRGBToneCurve, CIMaskToAlpha, CIPhotoEffect, CIPixellate,
    CIQRCodeGenerator, CIRadialGradient, CISRGBToneCurveToLinear, CISepiaTone, CISharpenLuminance,
    CISmoothLinearGradient, CIStraighten, CITemperatureAndTint, CIUnsharpMask, CIVibrance, CIVignette,
    CIVignetteEffect, CIWhitePointAdjust, CITwirlDistortion, CIBumpDistortion, CIZoomBlur, CICrystallize, CIDotScreen,
    CIMorphologyGradient, CIComicEffect, CIThermal, CIXRay, CIColorCube, CIColorCubeWithColorSpace,
    CIPerspectiveCorrection, CIPerspectiveTransform, CIPerspectiveTransformWithExtent, CIDissolveTransition,
    CIRandomGenerator, CIRoundedRectangleGenerator
{}
