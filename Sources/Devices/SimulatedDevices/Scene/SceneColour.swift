/// A colour of the scene: red, green and blue of BT.709, 0 … 255.
struct SceneColour: Sendable {
    var red: Double
    var green: Double
    var blue: Double

    init(_ red: Double, _ green: Double, _ blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    init(hex: UInt32) {
        self.init(Double(hex >> 16 & 255), Double(hex >> 8 & 255), Double(hex & 255))
    }

    static let black = SceneColour(0, 0, 0)
    static let white = SceneColour(255, 255, 255)

    static func grey(_ level: Double) -> SceneColour { SceneColour(level, level, level) }

    /// The colour between this one (0) and another (1).
    func mixed(with other: SceneColour, _ part: Double) -> SceneColour {
        SceneColour(
            red + (other.red - red) * part, green + (other.green - green) * part, blue + (other.blue - blue) * part)
    }

    /// Source: ITU-R BT.709-6, 3.2 to 3.5 (video range); the same over 0 … 255 for full range.
    func ycbcr(isFullRange: Bool) -> YCbCr {
        let luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
        let cb = (blue - luma) / 1.8556
        let cr = (red - luma) / 1.5748
        func byte(_ value: Double) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }
        if isFullRange { return YCbCr(y: byte(luma), cb: byte(cb + 128), cr: byte(cr + 128)) }
        return YCbCr(
            y: byte(luma * 219 / 255 + 16), cb: byte(cb * 224 / 255 + 128), cr: byte(cr * 224 / 255 + 128))
    }
}

struct YCbCr: Sendable {
    var y: UInt8
    var cb: UInt8
    var cr: UInt8
}
