import Foundation

extension CIFilter {
    public class func colorControls() -> CIFilter & CIColorControls { BuiltInFilter(named: "CIColorControls") }
    public class func exposureAdjust() -> CIFilter & CIExposureAdjust { BuiltInFilter(named: "CIExposureAdjust") }
    public class func gammaAdjust() -> CIFilter & CIGammaAdjust { BuiltInFilter(named: "CIGammaAdjust") }
    public class func hueAdjust() -> CIFilter & CIHueAdjust { BuiltInFilter(named: "CIHueAdjust") }
    public class func vibrance() -> CIFilter & CIVibrance { BuiltInFilter(named: "CIVibrance") }
    public class func highlightShadowAdjust() -> CIFilter & CIHighlightShadowAdjust {
        BuiltInFilter(named: "CIHighlightShadowAdjust")
    }
    public class func whitePointAdjust() -> CIFilter & CIWhitePointAdjust { BuiltInFilter(named: "CIWhitePointAdjust") }
    public class func temperatureAndTint() -> CIFilter & CITemperatureAndTint {
        BuiltInFilter(named: "CITemperatureAndTint")
    }
    public class func colorMatrix() -> CIFilter & CIColorMatrix { BuiltInFilter(named: "CIColorMatrix") }
    public class func colorClamp() -> CIFilter & CIColorClamp { BuiltInFilter(named: "CIColorClamp") }
    public class func linearToSRGBToneCurve() -> CIFilter & CILinearToSRGBToneCurve {
        BuiltInFilter(named: "CILinearToSRGBToneCurve")
    }
    public class func sRGBToneCurveToLinear() -> CIFilter & CISRGBToneCurveToLinear {
        BuiltInFilter(named: "CISRGBToneCurveToLinear")
    }
    public class func colorInvert() -> CIFilter & CIColorInvert { BuiltInFilter(named: "CIColorInvert") }
    public class func colorMonochrome() -> CIFilter & CIColorMonochrome { BuiltInFilter(named: "CIColorMonochrome") }
    public class func sepiaTone() -> CIFilter & CISepiaTone { BuiltInFilter(named: "CISepiaTone") }
    public class func falseColor() -> CIFilter & CIFalseColor { BuiltInFilter(named: "CIFalseColor") }
    public class func colorPosterize() -> CIFilter & CIColorPosterize { BuiltInFilter(named: "CIColorPosterize") }
    public class func maskToAlpha() -> CIFilter & CIMaskToAlpha { BuiltInFilter(named: "CIMaskToAlpha") }
    public class func vignetteEffect() -> CIFilter & CIVignetteEffect { BuiltInFilter(named: "CIVignetteEffect") }
    public class func vignette() -> CIFilter & CIVignette { BuiltInFilter(named: "CIVignette") }
    public class func gaussianBlur() -> CIFilter & CIGaussianBlur { BuiltInFilter(named: "CIGaussianBlur") }
    public class func boxBlur() -> CIFilter & CIBoxBlur { BuiltInFilter(named: "CIBoxBlur") }
    public class func sharpenLuminance() -> CIFilter & CISharpenLuminance { BuiltInFilter(named: "CISharpenLuminance") }
    public class func unsharpMask() -> CIFilter & CIUnsharpMask { BuiltInFilter(named: "CIUnsharpMask") }
    public class func bloom() -> CIFilter & CIBloom { BuiltInFilter(named: "CIBloom") }
    public class func edges() -> CIFilter & CIEdges { BuiltInFilter(named: "CIEdges") }
    public class func pixellate() -> CIFilter & CIPixellate { BuiltInFilter(named: "CIPixellate") }
    public class func blendWithMask() -> CIFilter & CIBlendWithMask { BuiltInFilter(named: "CIBlendWithMask") }
    public class func blendWithAlphaMask() -> CIFilter & CIBlendWithMask {
        BuiltInFilter(named: "CIBlendWithAlphaMask")
    }
    public class func lanczosScaleTransform() -> CIFilter & CILanczosScaleTransform {
        BuiltInFilter(named: "CILanczosScaleTransform")
    }
    public class func perspectiveCorrection() -> CIFilter & CIPerspectiveCorrection {
        BuiltInFilter(named: "CIPerspectiveCorrection")
    }
    public class func perspectiveTransform() -> CIFilter & CIPerspectiveTransform {
        BuiltInFilter(named: "CIPerspectiveTransform")
    }
    public class func perspectiveTransformWithExtent() -> CIFilter & CIPerspectiveTransformWithExtent {
        BuiltInFilter(named: "CIPerspectiveTransformWithExtent")
    }
    public class func dissolveTransition() -> CIFilter & CIDissolveTransition {
        BuiltInFilter(named: "CIDissolveTransition")
    }
    public class func randomGenerator() -> CIFilter & CIRandomGenerator { BuiltInFilter(named: "CIRandomGenerator") }
    public class func roundedRectangleGenerator() -> CIFilter & CIRoundedRectangleGenerator {
        BuiltInFilter(named: "CIRoundedRectangleGenerator")
    }
    public class func straighten() -> CIFilter & CIStraighten { BuiltInFilter(named: "CIStraightenFilter") }
    public class func affineClamp() -> CIFilter & CIAffineClamp { BuiltInFilter(named: "CIAffineClamp") }
    public class func linearGradient() -> CIFilter & CILinearGradient { BuiltInFilter(named: "CILinearGradient") }
    public class func smoothLinearGradient() -> CIFilter & CISmoothLinearGradient {
        BuiltInFilter(named: "CISmoothLinearGradient")
    }
    public class func radialGradient() -> CIFilter & CIRadialGradient { BuiltInFilter(named: "CIRadialGradient") }
    public class func areaAverage() -> CIFilter & CIAreaAverage { BuiltInFilter(named: "CIAreaAverage") }
    public class func aztecCodeGenerator() -> CIFilter & CIAztecCodeGenerator {
        StackedCodeFilter(named: "CIAztecCodeGenerator")
    }

    public class func pdf417BarcodeGenerator() -> CIFilter & CIPDF417BarcodeGenerator {
        StackedCodeFilter(named: "CIPDF417BarcodeGenerator")
    }

    public class func qrCodeGenerator() -> CIFilter & CIQRCodeGenerator { BuiltInFilter(named: "CIQRCodeGenerator") }
    public class func barcodeGenerator() -> CIFilter & CIBarcodeGenerator { BuiltInFilter(named: "CIBarcodeGenerator") }
    public class func code128BarcodeGenerator() -> CIFilter & CICode128BarcodeGenerator {
        BuiltInFilter(named: "CICode128BarcodeGenerator")
    }
    public class func twirlDistortion() -> CIFilter & CITwirlDistortion { BuiltInFilter(named: "CITwirlDistortion") }
    public class func bumpDistortion() -> CIFilter & CIBumpDistortion { BuiltInFilter(named: "CIBumpDistortion") }
    public class func zoomBlur() -> CIFilter & CIZoomBlur { BuiltInFilter(named: "CIZoomBlur") }
    public class func crystallize() -> CIFilter & CICrystallize { BuiltInFilter(named: "CICrystallize") }
    public class func dotScreen() -> CIFilter & CIDotScreen { BuiltInFilter(named: "CIDotScreen") }
    public class func morphologyGradient() -> CIFilter & CIMorphologyGradient {
        BuiltInFilter(named: "CIMorphologyGradient")
    }
    public class func comicEffect() -> CIFilter & CIComicEffect { BuiltInFilter(named: "CIComicEffect") }
    public class func thermal() -> CIFilter & CIThermal { BuiltInFilter(named: "CIThermal") }
    public class func xRay() -> CIFilter & CIXRay { BuiltInFilter(named: "CIXRay") }
    public class func colorCube() -> CIFilter & CIColorCube { BuiltInFilter(named: "CIColorCube") }
    public class func colorCubeWithColorSpace() -> CIFilter & CIColorCubeWithColorSpace {
        BuiltInFilter(named: "CIColorCubeWithColorSpace")
    }
    public class func photoEffectChrome() -> CIFilter & CIPhotoEffect { BuiltInFilter(named: "CIPhotoEffectChrome") }
    public class func photoEffectFade() -> CIFilter & CIPhotoEffect { BuiltInFilter(named: "CIPhotoEffectFade") }
    public class func photoEffectInstant() -> CIFilter & CIPhotoEffect { BuiltInFilter(named: "CIPhotoEffectInstant") }
    public class func photoEffectMono() -> CIFilter & CIPhotoEffect { BuiltInFilter(named: "CIPhotoEffectMono") }
    public class func photoEffectNoir() -> CIFilter & CIPhotoEffect { BuiltInFilter(named: "CIPhotoEffectNoir") }
    public class func photoEffectProcess() -> CIFilter & CIPhotoEffect { BuiltInFilter(named: "CIPhotoEffectProcess") }
    public class func photoEffectTonal() -> CIFilter & CIPhotoEffect { BuiltInFilter(named: "CIPhotoEffectTonal") }
    public class func photoEffectTransfer() -> CIFilter & CIPhotoEffect {
        BuiltInFilter(named: "CIPhotoEffectTransfer")
    }
    public class func sourceOverCompositing() -> CIFilter & CICompositeOperation {
        BuiltInFilter(named: "CISourceOverCompositing")
    }
    public class func sourceInCompositing() -> CIFilter & CICompositeOperation {
        BuiltInFilter(named: "CISourceInCompositing")
    }
    public class func sourceOutCompositing() -> CIFilter & CICompositeOperation {
        BuiltInFilter(named: "CISourceOutCompositing")
    }
    public class func sourceAtopCompositing() -> CIFilter & CICompositeOperation {
        BuiltInFilter(named: "CISourceAtopCompositing")
    }
    public class func additionCompositing() -> CIFilter & CICompositeOperation {
        BuiltInFilter(named: "CIAdditionCompositing")
    }
    public class func multiplyCompositing() -> CIFilter & CICompositeOperation {
        BuiltInFilter(named: "CIMultiplyCompositing")
    }
    public class func maximumCompositing() -> CIFilter & CICompositeOperation {
        BuiltInFilter(named: "CIMaximumCompositing")
    }
    public class func minimumCompositing() -> CIFilter & CICompositeOperation {
        BuiltInFilter(named: "CIMinimumCompositing")
    }
    public class func multiplyBlendMode() -> CIFilter & CICompositeOperation {
        BuiltInFilter(named: "CIMultiplyBlendMode")
    }
    public class func screenBlendMode() -> CIFilter & CICompositeOperation { BuiltInFilter(named: "CIScreenBlendMode") }
    public class func overlayBlendMode() -> CIFilter & CICompositeOperation {
        BuiltInFilter(named: "CIOverlayBlendMode")
    }
    public class func darkenBlendMode() -> CIFilter & CICompositeOperation { BuiltInFilter(named: "CIDarkenBlendMode") }
    public class func lightenBlendMode() -> CIFilter & CICompositeOperation {
        BuiltInFilter(named: "CILightenBlendMode")
    }
    public class func colorDodgeBlendMode() -> CIFilter & CICompositeOperation {
        BuiltInFilter(named: "CIColorDodgeBlendMode")
    }
    public class func colorBurnBlendMode() -> CIFilter & CICompositeOperation {
        BuiltInFilter(named: "CIColorBurnBlendMode")
    }
    public class func hardLightBlendMode() -> CIFilter & CICompositeOperation {
        BuiltInFilter(named: "CIHardLightBlendMode")
    }
    public class func softLightBlendMode() -> CIFilter & CICompositeOperation {
        BuiltInFilter(named: "CISoftLightBlendMode")
    }
    public class func differenceBlendMode() -> CIFilter & CICompositeOperation {
        BuiltInFilter(named: "CIDifferenceBlendMode")
    }
    public class func exclusionBlendMode() -> CIFilter & CICompositeOperation {
        BuiltInFilter(named: "CIExclusionBlendMode")
    }
    public class func linearBurnBlendMode() -> CIFilter & CICompositeOperation {
        BuiltInFilter(named: "CILinearBurnBlendMode")
    }
    public class func linearDodgeBlendMode() -> CIFilter & CICompositeOperation {
        BuiltInFilter(named: "CILinearDodgeBlendMode")
    }
    public class func subtractBlendMode() -> CIFilter & CICompositeOperation {
        BuiltInFilter(named: "CISubtractBlendMode")
    }
    public class func divideBlendMode() -> CIFilter & CICompositeOperation { BuiltInFilter(named: "CIDivideBlendMode") }
    public class func pinLightBlendMode() -> CIFilter & CICompositeOperation {
        BuiltInFilter(named: "CIPinLightBlendMode")
    }
    public class func linearLightBlendMode() -> CIFilter & CICompositeOperation {
        BuiltInFilter(named: "CILinearLightBlendMode")
    }
    public class func vividLightBlendMode() -> CIFilter & CICompositeOperation {
        BuiltInFilter(named: "CIVividLightBlendMode")
    }
    public class func hueBlendMode() -> CIFilter & CICompositeOperation { BuiltInFilter(named: "CIHueBlendMode") }
    public class func saturationBlendMode() -> CIFilter & CICompositeOperation {
        BuiltInFilter(named: "CISaturationBlendMode")
    }
    public class func colorBlendMode() -> CIFilter & CICompositeOperation { BuiltInFilter(named: "CIColorBlendMode") }
    public class func luminosityBlendMode() -> CIFilter & CICompositeOperation {
        BuiltInFilter(named: "CILuminosityBlendMode")
    }
}
