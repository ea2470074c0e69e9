import Foundation

/// A color, which may depend on the traits of where it is shown: light or dark.
///
/// Linux: components are sRGB's; a color made for another space is converted.
///
/// Source: Apple, UIColor.
open class UIColor: NSObject, @unchecked Sendable {  // constant
    enum Content {
        /// Red, green, blue and alpha, not multiplied by it.
        case fixed(SIMD4<Double>)
        case dynamic(@Sendable (UITraitCollection) -> UIColor)
        /// One of the system's: light and dark.
        case system(light: SIMD4<Double>, dark: SIMD4<Double>)
    }

    let content: Content

    init(_ content: Content) {
        self.content = content
    }

    /// Components from 0 to 1; values outside are clamped.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(.fixed(SIMD4(red, green, blue, alpha).clamped(lowerBound: .zero, upperBound: .one)))
    }

    /// `#colorLiteral(red:green:blue:alpha:)`
    public required convenience init(
        _colorLiteralRed red: Float, green: Float, blue: Float, alpha: Float
    ) {
        self.init(red: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(alpha))
    }

    public convenience init(white: CGFloat, alpha: CGFloat) {
        self.init(red: white, green: white, blue: white, alpha: alpha)
    }

    public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
        let (hue, saturation) = (min(max(hue, 0), 1), min(max(saturation, 0), 1))
        func component(_ shift: Double) -> Double {
            let place = (shift + hue * 6).truncatingRemainder(dividingBy: 6)
            return brightness * (1 - saturation * max(0, min(place, 4 - place, 1)))
        }
        self.init(red: component(5), green: component(3), blue: component(1), alpha: alpha)
    }

    /// Converts from Display P3; what sRGB lacks is clamped.
    public convenience init(displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        let light = SIMD3(red, green, blue).mapped(Self.linear)
        let sRGB = SIMD3(
            1.2249401 * light.x - 0.2249402 * light.y,
            -0.0420569 * light.x + 1.0420571 * light.y,
            -0.0196376 * light.x - 0.0786361 * light.y + 1.0982735 * light.z
        ).mapped(Self.encoded)
        self.init(red: sRGB.x, green: sRGB.y, blue: sRGB.z, alpha: alpha)
    }

    public convenience init(cgColor: CGColor) {
        let parts = cgColor.components ?? []
        switch parts.count {
        case 2: self.init(white: parts[0], alpha: parts[1])
        case 4...: self.init(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3])
        default: self.init(white: 0, alpha: 0)
        }
    }

    /// A color that is asked for anew whenever the traits change.
    @preconcurrency public convenience init(dynamicProvider: @escaping @Sendable (UITraitCollection) -> UIColor) {
        self.init(.dynamic(dynamicProvider))
    }

    /// The color that this one is where these traits hold.
    open func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
        switch content {
        case .fixed: self
        case .system(let light, let dark): UIColor(.fixed(traitCollection.userInterfaceStyle == .dark ? dark : light))
        case .dynamic(let provider): provider(traitCollection).resolvedColor(with: traitCollection)
        }
    }

    /// Red, green, blue and alpha from 0 to 1, with the current traits.
    package var rgba: SIMD4<Double> { rgba(with: .current) }

    package func rgba(with traits: UITraitCollection) -> SIMD4<Double> {
        switch content {
        case .fixed(let components): components
        case .system(let light, let dark): traits.userInterfaceStyle == .dark ? dark : light
        case .dynamic(let provider): provider(traits).rgba(with: traits)
        }
    }

    /// With the traits of ``UITraitCollection/current``.
    open var cgColor: CGColor {
        let parts = rgba
        return CGColor(red: parts.x, green: parts.y, blue: parts.z, alpha: parts.w)
    }

    /// The same color with another opacity; it stays dynamic.
    open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
        let alpha = min(max(alpha, 0), 1)
        func changed(_ parts: SIMD4<Double>) -> SIMD4<Double> { SIMD4(parts.x, parts.y, parts.z, alpha) }
        switch content {
        case .fixed(let parts): return UIColor(.fixed(changed(parts)))
        case .system(let light, let dark): return UIColor(.system(light: changed(light), dark: changed(dark)))
        case .dynamic(let provider):
            return UIColor { provider($0).resolvedColor(with: $0).withAlphaComponent(alpha) }
        }
    }

    /// - Returns: `true`: every color here has red, green and blue.
    @discardableResult
    open func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
        blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        let parts = rgba
        red?.pointee = parts.x
        green?.pointee = parts.y
        blue?.pointee = parts.z
        alpha?.pointee = parts.w
        return true
    }

    /// - Returns: whether the color is gray.
    @discardableResult
    open func getWhite(_ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?) -> Bool {
        let parts = rgba
        guard parts.x == parts.y, parts.y == parts.z else { return false }
        white?.pointee = parts.x
        alpha?.pointee = parts.w
        return true
    }

    /// - Returns: `true`, as ``getRed(_:green:blue:alpha:)``.
    @discardableResult
    open func getHue(
        _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
        brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        let parts = rgba
        let (most, least) = (max(parts.x, parts.y, parts.z), min(parts.x, parts.y, parts.z))
        let range = most - least
        var angle = 0.0
        if range > 0 {
            if most == parts.x {
                angle = (parts.y - parts.z) / range
            } else if most == parts.y {
                angle = 2 + (parts.z - parts.x) / range
            } else {
                angle = 4 + (parts.x - parts.y) / range
            }
        }
        hue?.pointee = (angle < 0 ? angle + 6 : angle) / 6
        saturation?.pointee = most == 0 ? 0 : range / most
        brightness?.pointee = most
        alpha?.pointee = parts.w
        return true
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIColor else { return false }
        switch (content, other.content) {
        case (.fixed(let one), .fixed(let two)): return one == two
        case (.system(let light, let dark), .system(let otherLight, let otherDark)):
            return light == otherLight && dark == otherDark
        default: return self === other
        }
    }

    open override var hash: Int {
        switch content {
        case .fixed(let parts): parts.hashValue
        case .system(let light, let dark): [light, dark].hashValue
        case .dynamic: ObjectIdentifier(self).hashValue
        }
    }

    private static func linear(_ code: Double) -> Double {
        code <= 0.04045 ? code / 12.92 : pow((code + 0.055) / 1.055, 2.4)
    }

    private static func encoded(_ light: Double) -> Double {
        light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    }
}

extension SIMD3<Double> {
    fileprivate func mapped(_ body: (Double) -> Double) -> SIMD3<Double> { SIMD3(body(x), body(y), body(z)) }
}

extension UIColor: _ExpressibleByColorLiteral {}

/// What `#colorLiteral` makes. Source: Apple, UIKit.
public typealias _ColorLiteralType = UIColor
