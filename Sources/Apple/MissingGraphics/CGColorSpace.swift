import Foundation

/// What the components of colours mean. Source: Apple, CGColorSpace. Linux: a name; drawing converts no colours.
public final class CGColorSpace: Hashable, Sendable {
    /// The kind of components. Source: Apple, CGColorSpaceModel.
    public enum Model: Int32, Sendable {
        /// Grey alone. Source: Apple, CGColorSpaceModel.monochrome.
        case monochrome = 0
        /// Red, green and blue. Source: Apple, CGColorSpaceModel.rgb.
        case rgb = 1
    }

    /// Source: Apple, CGColorSpace.sRGB.
    public static let sRGB: CFString = "kCGColorSpaceSRGB"
    /// Source: Apple, CGColorSpace.displayP3.
    public static let displayP3: CFString = "kCGColorSpaceDisplayP3"
    /// Source: Apple, CGColorSpace.linearSRGB.
    public static let linearSRGB: CFString = "kCGColorSpaceLinearSRGB"
    /// Source: Apple, CGColorSpace.itur_709.
    public static let itur_709: CFString = "kCGColorSpaceITUR_709"
    /// Source: Apple, CGColorSpace.itur_2020.
    public static let itur_2020: CFString = "kCGColorSpaceITUR_2020"
    /// Source: Apple, CGColorSpace.itur_2100_HLG.
    public static let itur_2100_HLG: CFString = "kCGColorSpaceITUR_2100_HLG"
    /// Source: Apple, CGColorSpace.genericGrayGamma2_2.
    public static let genericGrayGamma2_2: CFString = "kCGColorSpaceGenericGrayGamma2_2"
    /// Source: Apple, CGColorSpace.linearGray.
    public static let linearGray: CFString = "kCGColorSpaceLinearGray"

    /// `nil` for the spaces of devices. Source: Apple, CGColorSpace.name.
    public let name: CFString?
    /// Source: Apple, CGColorSpace.model.
    public let model: Model

    init(_ name: CFString?, _ model: Model) {
        self.name = name
        self.model = model
    }

    /// - Returns: `nil` for a name that is none of the constants.
    ///
    /// Source: Apple, CGColorSpace.init(name:).
    public convenience init?(name: CFString) {
        switch name {
        case Self.sRGB, Self.displayP3, Self.linearSRGB, Self.itur_709, Self.itur_2020, Self.itur_2100_HLG:
            self.init(name, .rgb)
        case Self.genericGrayGamma2_2, Self.linearGray: self.init(name, .monochrome)
        default: return nil
        }
    }

    /// Without alpha. Source: Apple, CGColorSpace.numberOfComponents.
    public var numberOfComponents: Int { model == .rgb ? 3 : 1 }

    public static func == (one: CGColorSpace, other: CGColorSpace) -> Bool {
        one.name == other.name && one.model == other.model
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(model)
    }
}

/// Source: Apple, CGColorSpaceModel.
public typealias CGColorSpaceModel = CGColorSpace.Model

/// Red, green and blue as the screen takes them. Source: Apple, CGColorSpaceCreateDeviceRGB.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace(nil, .rgb) }

/// Grey as the screen takes it. Source: Apple, CGColorSpaceCreateDeviceGray.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace(nil, .monochrome) }

/// What becomes of colours that a device has not. Source: Apple, CGColorRenderingIntent. Linux: kept, without effect.
public enum CGColorRenderingIntent: Int32, Sendable {
    /// Source: Apple, CGColorRenderingIntent.defaultIntent.
    case defaultIntent = 0
    /// Source: Apple, CGColorRenderingIntent.absoluteColorimetric.
    case absoluteColorimetric = 1
    /// Source: Apple, CGColorRenderingIntent.relativeColorimetric.
    case relativeColorimetric = 2
    /// Source: Apple, CGColorRenderingIntent.perceptual.
    case perceptual = 3
    /// Source: Apple, CGColorRenderingIntent.saturation.
    case saturation = 4
}

/// How carefully a picture is drawn in another size. Source: Apple, CGInterpolationQuality.
public enum CGInterpolationQuality: Int32, Sendable {
    /// Linux: as ``high``. Source: Apple, CGInterpolationQuality.default.
    case `default` = 0
    /// The nearest pixel. Source: Apple, CGInterpolationQuality.none.
    case none = 1
    /// Linux: as ``high``. Source: Apple, CGInterpolationQuality.low.
    case low = 2
    /// Linux: as ``high``. Source: Apple, CGInterpolationQuality.medium.
    case medium = 4
    /// Between the nearest pixels, and the mean of those that become one, of 16 by 16 at most. Source: Apple, CGInterpolationQuality.high.
    case high = 3
}
