import CoreVideo
import Foundation

/// How a pixel lies in memory. Source: Apple, CIFormat.
public struct CIFormat: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// 8 bits each of red, green, blue, alpha.
    public static let RGBA8 = CIFormat(rawValue: 264)
    /// 8 bits each of alpha, red, green, blue.
    public static let ARGB8 = CIFormat(rawValue: 265)
    /// 8 bits each of blue, green, red, alpha.
    public static let BGRA8 = CIFormat(rawValue: 266)
    /// 8 bits each of alpha, blue, green, red.
    public static let ABGR8 = CIFormat(rawValue: 267)
    /// 16 bits each of red, green, blue, alpha.
    public static let RGBA16 = CIFormat(rawValue: 776)
    /// Half floats of red, green, blue, alpha.
    public static let RGBAh = CIFormat(rawValue: 2056)
    /// Floats of red, green, blue, alpha.
    public static let RGBAf = CIFormat(rawValue: 2312)
    /// 8 bits of red.
    public static let R8 = CIFormat(rawValue: 257)
    /// 8 bits of gray.
    public static let L8 = CIFormat(rawValue: 261)

    /// How ``CIContext`` stores it; `nil` for a format that is not known here.
    var target: PixelTarget? {
        switch self {
        case .RGBA8: .rgba8
        case .ARGB8: .argb8
        case .BGRA8: .bgra8
        case .ABGR8: .abgr8
        case .RGBA16: .words
        case .RGBAh: .halves
        case .RGBAf: .floats
        case .R8: .red8
        case .L8: .gray8
        default: nil
        }
    }

    /// The bits of a pixel, and what Core Graphics calls it; only for 8 bits per component.
    var bitmap: (bits: Int, CGBitmapInfo)? {
        func info(_ alpha: CGImageAlphaInfo, _ order: CGBitmapInfo = []) -> CGBitmapInfo {
            order.union(CGBitmapInfo(rawValue: alpha.rawValue))
        }
        return switch self {
        case .RGBA8: (32, info(.premultipliedLast))
        case .ARGB8: (32, info(.premultipliedFirst))
        case .BGRA8: (32, info(.premultipliedFirst, .byteOrder32Little))
        case .ABGR8: (32, info(.premultipliedLast, .byteOrder32Little))
        case .R8, .L8: (8, info(.none))
        default: nil
        }
    }
}

/// How the options of a context are named. Source: Apple, CIContextOption.
public struct CIContextOption: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// `NSNull` turns color management off. Linux: otherwise, it is always linear sRGB.
    public static let workingColorSpace = CIContextOption(rawValue: "working_color_space")
    /// What results mean if a call does not say it: a `CGColorSpace`, or `NSNull` for no conversion.
    public static let outputColorSpace = CIContextOption(rawValue: "output_color_space")
    /// Linux: no effect; floats.
    public static let workingFormat = CIContextOption(rawValue: "working_format")
    /// Linux: no effect; always the processor.
    public static let useSoftwareRenderer = CIContextOption(rawValue: "software_renderer")
    /// Linux: no effect; nothing is kept.
    public static let cacheIntermediates = CIContextOption(rawValue: "kCIContextCacheIntermediates")
    /// Linux: no effect.
    public static let highQualityDownsample = CIContextOption(rawValue: "high_quality_downsample")
    /// Linux: no effect.
    public static let outputPremultiplied = CIContextOption(rawValue: "output_premultiplied")
    /// Linux: no effect.
    public static let priorityRequestLow = CIContextOption(rawValue: "kCIContextPriorityRequestLow")
    /// Linux: no effect.
    public static let allowLowPower = CIContextOption(rawValue: "kCIContextAllowLowPower")
    /// Linux: no effect.
    public static let name = CIContextOption(rawValue: "kCIContextName")
}

/// How the options of a file are named. Source: Apple, CIImageRepresentationOption.
///
/// Linux: files have one picture. With an option for a second one, such as depth, no file is made.
public struct CIImageRepresentationOption: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let avDepthData = CIImageRepresentationOption(rawValue: "kCIImageRepresentationAVDepthData")
    public static let depthImage = CIImageRepresentationOption(rawValue: "kCIImageRepresentationDepthImage")
    public static let disparityImage = CIImageRepresentationOption(rawValue: "kCIImageRepresentationDisparityImage")
    public static let avPortraitEffectsMatte = CIImageRepresentationOption(
        rawValue: "kCIImageRepresentationAVPortraitEffectsMatte")
    public static let portraitEffectsMatteImage = CIImageRepresentationOption(
        rawValue: "kCIImageRepresentationPortraitEffectsMatteImage")
    public static let avSemanticSegmentationMattes = CIImageRepresentationOption(
        rawValue: "kCIImageRepresentationAVSemanticSegmentationMattes")
    public static let semanticSegmentationSkinMatteImage = CIImageRepresentationOption(
        rawValue: "kCIImageRepresentationSemanticSegmentationSkinMatteImage")
    public static let semanticSegmentationHairMatteImage = CIImageRepresentationOption(
        rawValue: "kCIImageRepresentationSemanticSegmentationHairMatteImage")
    public static let semanticSegmentationTeethMatteImage = CIImageRepresentationOption(
        rawValue: "kCIImageRepresentationSemanticSegmentationTeethMatteImage")

    static let auxiliaries: Set<CIImageRepresentationOption> = [
        .avDepthData, .depthImage, .disparityImage, .avPortraitEffectsMatte, .portraitEffectsMatteImage,
        .avSemanticSegmentationMattes, .semanticSegmentationSkinMatteImage, .semanticSegmentationHairMatteImage,
        .semanticSegmentationTeethMatteImage,
    ]
}

/// The quality of a file as an option of Core Image: `kCGImageDestinationLossyCompressionQuality as
/// CIImageRepresentationOption`. ImageIO's constant of that name is a `CFString`, which Linux cannot cast to this type.
/// Source: Apple, kCGImageDestinationLossyCompressionQuality.
@_disfavoredOverload
public var kCGImageDestinationLossyCompressionQuality: CIImageRepresentationOption {
    CIImageRepresentationOption(rawValue: ImageProperties.kCGImageDestinationLossyCompressionQuality)
}
