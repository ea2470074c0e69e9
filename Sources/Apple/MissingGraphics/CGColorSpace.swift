import Foundation

/// What the components of colors mean. Source: Apple, CGColorSpace. Linux: only a name; drawing does not convert
/// colors.
public final class CGColorSpace: Hashable, Sendable {
    /// The kind of components. Source: Apple, CGColorSpaceModel.
    public enum Model: Int32, Sendable {
        /// Gray alone.
        case monochrome = 0
        /// Red, green and blue.
        case rgb = 1
    }

    public static let sRGB: CFString = "kCGColorSpaceSRGB"
    public static let displayP3: CFString = "kCGColorSpaceDisplayP3"
    public static let linearSRGB: CFString = "kCGColorSpaceLinearSRGB"
    public static let extendedSRGB: CFString = "kCGColorSpaceExtendedSRGB"
    public static let extendedLinearSRGB: CFString = "kCGColorSpaceExtendedLinearSRGB"
    public static let linearDisplayP3: CFString = "kCGColorSpaceLinearDisplayP3"
    public static let extendedLinearDisplayP3: CFString = "kCGColorSpaceExtendedLinearDisplayP3"
    public static let itur_709: CFString = "kCGColorSpaceITUR_709"
    public static let itur_2020: CFString = "kCGColorSpaceITUR_2020"
    public static let itur_2100_HLG: CFString = "kCGColorSpaceITUR_2100_HLG"
    public static let genericGrayGamma2_2: CFString = "kCGColorSpaceGenericGrayGamma2_2"
    public static let linearGray: CFString = "kCGColorSpaceLinearGray"

    /// `nil` for device color spaces.
    public let name: CFString?
    public let model: Model

    init(_ name: CFString?, _ model: Model) {
        self.name = name
        self.model = model
    }

    /// - Returns: `nil` for a name that is not one of the constants.
    public convenience init?(name: CFString) {
        switch name {
        case Self.sRGB, Self.displayP3, Self.linearSRGB, Self.extendedSRGB, Self.extendedLinearSRGB,
            Self.linearDisplayP3, Self.extendedLinearDisplayP3, Self.itur_709, Self.itur_2020, Self.itur_2100_HLG:
            self.init(name, .rgb)
        case Self.genericGrayGamma2_2, Self.linearGray: self.init(name, .monochrome)
        default: return nil
        }
    }

    /// Without alpha.
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

/// Red, green and blue as the screen shows them.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace(nil, .rgb) }

/// Gray as the screen shows it.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace(nil, .monochrome) }

/// What happens to colors that a device does not have. Source: Apple, CGColorRenderingIntent. Linux: stored without
/// effect.
public enum CGColorRenderingIntent: Int32, Sendable {
    case defaultIntent = 0
    case absoluteColorimetric = 1
    case relativeColorimetric = 2
    case perceptual = 3
    case saturation = 4
}

/// The quality of a picture that is drawn in another size. Source: Apple, CGInterpolationQuality.
public enum CGInterpolationQuality: Int32, Sendable {
    /// Linux: as ``high``.
    case `default` = 0
    /// The nearest pixel.
    case none = 1
    /// Linux: as ``high``.
    case low = 2
    /// Linux: as ``high``.
    case medium = 4
    /// Interpolates between the nearest pixels; when scaling down, averages the pixels that become one, at most 16 by
    /// 16.
    case high = 3
}
