import CoreVideo
import Foundation
import ImageIO

/// A picture that is not computed yet: where its pixels come from, and what is to happen to them.
///
/// Source: Apple, CIImage.
///
/// It never changes, and any thread may use it; ``CIContext`` computes the wanted pixels. The origin of its coordinates is
/// the lower left corner, and y points up. Linux: pixels are computed by the processor, in 32-bit floating point.
open class CIImage: NSObject, @unchecked Sendable {  // never changes
    let recipe: any Recipe
    /// The pixel buffer that it was made of.
    public let pixelBuffer: CVPixelBuffer?
    /// The image that it was made of.
    public let cgImage: CGImage?
    /// What the source's samples mean; `nil` for what was computed.
    public let colorSpace: CGColorSpace?
    /// The metadata of the file that it was made of, with ImageIO's keys.
    public let properties: [String: Any]
    /// Whether transforms take the nearest pixel.
    let isNearest: Bool

    init(
        _ recipe: any Recipe, pixelBuffer: CVPixelBuffer? = nil, cgImage: CGImage? = nil,
        colorSpace: CGColorSpace? = nil, properties: [String: Any] = [:], isNearest: Bool = false
    ) {
        self.recipe = recipe
        self.pixelBuffer = pixelBuffer
        self.cgImage = cgImage
        self.colorSpace = colorSpace
        self.properties = properties
        self.isNearest = isNearest
    }

    /// A picture without pixels.
    public override convenience init() { self.init(EmptyRecipe()) }

    /// The camera's picture, as it is when it is rendered: the buffer is retained, not copied.
    ///
    /// Linux: a picture without pixels for a pixel format that holds no colors (RAW, 16-bit gray).
    public convenience init(cvPixelBuffer pixelBuffer: CVPixelBuffer) {
        self.init(cvPixelBuffer: pixelBuffer, options: nil)
    }

    public convenience init(cvPixelBuffer pixelBuffer: CVPixelBuffer, options: [CIImageOption: Any]? = nil) {
        let space = options?[.colorSpace] as? CGColorSpace
        let properties = options?[.properties] as? [String: Any] ?? [:]
        let recipe = BufferRecipe(pixelBuffer, colorSpace: space).map { recipe in
            options?[.colorSpace] is NSNull ? recipe : recipe.light
        }
        self.init(
            recipe ?? EmptyRecipe(), pixelBuffer: pixelBuffer, colorSpace: space ?? .srgb, properties: properties,
            isNearest: options?[.nearestSampling] as? Bool ?? false)
    }

    public convenience init(cvImageBuffer imageBuffer: CVImageBuffer) { self.init(cvPixelBuffer: imageBuffer) }

    public convenience init(cvImageBuffer imageBuffer: CVImageBuffer, options: [CIImageOption: Any]? = nil) {
        self.init(cvPixelBuffer: imageBuffer, options: options)
    }

    public convenience init(cgImage image: CGImage) { self.init(cgImage: image, options: nil) }

    public convenience init(cgImage image: CGImage, options: [CIImageOption: Any]? = nil) {
        let space = options?[.colorSpace] as? CGColorSpace
        let bitmap = BitmapRecipe(image)
        self.init(
            options?[.colorSpace] is NSNull ? bitmap : bitmap.light(space), cgImage: image,
            colorSpace: space ?? image.colorSpace, properties: options?[.properties] as? [String: Any] ?? [:],
            isNearest: options?[.nearestSampling] as? Bool ?? false)
    }

    /// Pixels in memory.
    ///
    /// Linux: a picture without pixels for formats other than those with 8 bits, or too few bytes.
    public convenience init(
        bitmapData data: Data, bytesPerRow: Int, size: CGSize, format: CIFormat, colorSpace: CGColorSpace?
    ) {
        let sides = 1..<CGFloat(1 << 20)
        let bitmap = sides.contains(size.width) && sides.contains(size.height) ? format.bitmap : nil
        let image = bitmap.flatMap { bits, info in
            CGDataProvider(data: data).flatMap { provider in
                CGImage(
                    width: Int(size.width), height: Int(size.height), bitsPerComponent: 8, bitsPerPixel: bits,
                    bytesPerRow: bytesPerRow, space: bits == 8 ? CGColorSpaceCreateDeviceGray() : colorSpace ?? .srgb,
                    bitmapInfo: info, provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
            }
        }
        guard let image else {
            self.init()
            return
        }
        self.init(cgImage: image, options: colorSpace == nil ? [.colorSpace: NSNull()] : nil)
    }

    /// One color, everywhere.
    public convenience init(color: CIColor) { self.init(color.recipe) }

    /// A picture without pixels; its extent is `CGRect.null`.
    open class func empty() -> CIImage { CIImage() }

    public class var black: CIImage { CIImage(color: .black) }
    public class var white: CIImage { CIImage(color: .white) }
    public class var gray: CIImage { CIImage(color: .gray) }
    public class var red: CIImage { CIImage(color: .red) }
    public class var green: CIImage { CIImage(color: .green) }
    public class var blue: CIImage { CIImage(color: .blue) }
    public class var cyan: CIImage { CIImage(color: .cyan) }
    public class var magenta: CIImage { CIImage(color: .magenta) }
    public class var yellow: CIImage { CIImage(color: .yellow) }
    public class var clear: CIImage { CIImage(color: .clear) }

    /// Where its pixels are; `CGRect.infinite` for a picture without end.
    open var extent: CGRect { recipe.extent }

    open override var description: String { "<CIImage: extent \(extent)>" }
}

/// How a picture is read. Source: Apple, CIImageOption.
public struct CIImageOption: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// What the samples mean: a `CGColorSpace`, or `NSNull` for no conversion.
    public static let colorSpace = CIImageOption(rawValue: "CIImageColorSpace")
    /// A dictionary that becomes the picture's properties.
    public static let properties = CIImageOption(rawValue: "CIImageProperties")
    /// Whether a file's picture is turned upright.
    public static let applyOrientationProperty = CIImageOption(rawValue: "CIImageApplyOrientationProperty")
    /// Whether transforms take the nearest pixel.
    public static let nearestSampling = CIImageOption(rawValue: "CIImageNearestSampling")

    // Which of a file's other pictures is wanted. Linux: they are not read, so the result for a file or data is `nil`. A pixel
    // buffer is taken as it is.
    public static let auxiliaryDepth = CIImageOption(rawValue: "kCIImageAuxiliaryDepth")
    public static let auxiliaryDisparity = CIImageOption(rawValue: "kCIImageAuxiliaryDisparity")
    public static let auxiliaryPortraitEffectsMatte = CIImageOption(rawValue: "kCIImageAuxiliaryPortraitEffectsMatte")
    public static let auxiliarySemanticSegmentationSkinMatte = CIImageOption(
        rawValue: "kCIImageAuxiliarySemanticSegmentationSkinMatte")
    public static let auxiliarySemanticSegmentationHairMatte = CIImageOption(
        rawValue: "kCIImageAuxiliarySemanticSegmentationHairMatte")
    public static let auxiliarySemanticSegmentationTeethMatte = CIImageOption(
        rawValue: "kCIImageAuxiliarySemanticSegmentationTeethMatte")
    public static let auxiliarySemanticSegmentationGlassesMatte = CIImageOption(
        rawValue: "kCIImageAuxiliarySemanticSegmentationGlassesMatte")
    public static let auxiliarySemanticSegmentationSkyMatte = CIImageOption(
        rawValue: "kCIImageAuxiliarySemanticSegmentationSkyMatte")

    static let auxiliaries: Set<CIImageOption> = [
        .auxiliaryDepth, .auxiliaryDisparity, .auxiliaryPortraitEffectsMatte, .auxiliarySemanticSegmentationSkinMatte,
        .auxiliarySemanticSegmentationHairMatte, .auxiliarySemanticSegmentationTeethMatte,
        .auxiliarySemanticSegmentationGlassesMatte, .auxiliarySemanticSegmentationSkyMatte,
    ]
}
