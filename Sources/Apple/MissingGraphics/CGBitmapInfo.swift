import Foundation

/// How the bytes of a pixel lie in memory: a ``CGImageAlphaInfo`` and the byte order. Source: Apple, CGBitmapInfo.
public struct CGBitmapInfo: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The bits that hold the ``CGImageAlphaInfo``.
    public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
    /// The bits that say whether components are floating-point numbers.
    public static let floatInfoMask = CGBitmapInfo(rawValue: 0xF00)
    /// Components are floating-point numbers.
    public static let floatComponents = CGBitmapInfo(rawValue: 0x100)
    /// The bits that hold the byte order.
    public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
    /// The same as ``byteOrder32Big`` for pixels of 32 bits.
    public static let byteOrderDefault: CGBitmapInfo = []
    /// Linux: not supported, as components have 8 bits.
    public static let byteOrder16Little = CGBitmapInfo(rawValue: 0x1000)
    /// Reversed: with ``CGImageAlphaInfo/premultipliedFirst`` blue, green, red, alpha, as cameras deliver BGRA.
    public static let byteOrder32Little = CGBitmapInfo(rawValue: 0x2000)
    /// Linux: not supported, as components have 8 bits.
    public static let byteOrder16Big = CGBitmapInfo(rawValue: 0x3000)
    /// In the order that ``CGImageAlphaInfo`` names.
    public static let byteOrder32Big = CGBitmapInfo(rawValue: 0x4000)
}

/// Where the components of a pixel with 8-bit components are.
struct BitmapLayout: Equatable {
    enum Alpha: Equatable {
        case none
        case premultiplied(Int)
        case straight(Int)
    }

    let bytesPerPixel: Int
    let red: Int
    let green: Int
    let blue: Int
    let alpha: Alpha

    /// Red, green, blue and a fourth byte that says nothing, or gray.
    ///
    /// - Returns: `nil` for pixels that are not supported here.
    init?(components: Int, bitsPerPixel: Int, info: CGBitmapInfo) {
        guard let alpha = CGImageAlphaInfo(rawValue: info.intersection(.alphaInfoMask).rawValue),
            info.isDisjoint(with: .floatInfoMask)
        else { return nil }
        let order = info.intersection(.byteOrderMask)
        bytesPerPixel = bitsPerPixel / 8
        switch (components, bitsPerPixel, alpha) {
        case (1, 8, .none), (3, 24, .none):
            guard order == .byteOrderDefault else { return nil }
            (red, green, blue) = components == 1 ? (0, 0, 0) : (0, 1, 2)
            self.alpha = .none
        case (3, 32, .premultipliedLast), (3, 32, .last), (3, 32, .noneSkipLast), (3, 32, .premultipliedFirst),
            (3, 32, .first), (3, 32, .noneSkipFirst):
            guard [.byteOrderDefault, .byteOrder32Big, .byteOrder32Little].contains(order) else { return nil }
            let isLast = [.premultipliedLast, .last, .noneSkipLast].contains(alpha)
            let places = isLast ? [0, 1, 2, 3] : [1, 2, 3, 0]
            let inMemory = order == .byteOrder32Little ? places.map { 3 - $0 } : places
            (red, green, blue) = (inMemory[0], inMemory[1], inMemory[2])
            self.alpha =
                switch alpha {
                case .premultipliedLast, .premultipliedFirst: .premultiplied(inMemory[3])
                case .last, .first: .straight(inMemory[3])
                default: .none
                }
        default: return nil
        }
    }

    /// Red, green and blue, multiplied by alpha, and alpha: 0 to 255.
    @inline(__always)
    func load(_ pixel: UnsafeRawPointer) -> SIMD4<Float> {
        func byte(_ offset: Int) -> Float { Float(pixel.load(fromByteOffset: offset, as: UInt8.self)) }
        let color = SIMD4(byte(red), byte(green), byte(blue), 255)
        switch alpha {
        case .none: return color
        case .premultiplied(let place): return SIMD4(color.x, color.y, color.z, byte(place))
        case .straight(let place):
            let alpha = byte(place)
            return SIMD4(color.x, color.y, color.z, 255) * (alpha / 255)
        }
    }

    /// Writes what ``load(_:)`` returns; not for pixels whose colors are not multiplied by alpha.
    @inline(__always)
    func store(_ value: SIMD4<Float>, at pixel: UnsafeMutableRawPointer) {
        func byte(_ value: Float) -> UInt8 { UInt8(max(0, min(255, value + 0.5))) }
        if bytesPerPixel == 1 {
            return pixel.storeBytes(of: byte(0.3 * value.x + 0.59 * value.y + 0.11 * value.z), as: UInt8.self)
        }
        pixel.storeBytes(of: byte(value.x), toByteOffset: red, as: UInt8.self)
        pixel.storeBytes(of: byte(value.y), toByteOffset: green, as: UInt8.self)
        pixel.storeBytes(of: byte(value.z), toByteOffset: blue, as: UInt8.self)
        if case .premultiplied(let place) = alpha {
            pixel.storeBytes(of: byte(value.w), toByteOffset: place, as: UInt8.self)
        }
    }
}

/// The bytes of a pixel with 8-bit components, for other modules that read a ``CGImage``.
package struct PixelComponents: Sendable, Hashable {
    package let bytesPerPixel: Int
    /// The places of red, green and blue; all the same in a gray picture.
    package let red, green, blue: Int
    /// `nil` without alpha.
    package let alpha: Int?
    /// Whether the colors are multiplied by alpha.
    package let isPremultiplied: Bool

    init(_ layout: BitmapLayout) {
        (bytesPerPixel, red, green, blue) = (layout.bytesPerPixel, layout.red, layout.green, layout.blue)
        switch layout.alpha {
        case .none: (alpha, isPremultiplied) = (nil, false)
        case .premultiplied(let place): (alpha, isPremultiplied) = (place, true)
        case .straight(let place): (alpha, isPremultiplied) = (place, false)
        }
    }
}
