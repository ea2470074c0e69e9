/// A color of the scene: red, green and blue of BT.709, 0 … 255.
struct SceneColor: Sendable {
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

    static let black = SceneColor(0, 0, 0)
    static let white = SceneColor(255, 255, 255)

    static func gray(_ level: Double) -> SceneColor { SceneColor(level, level, level) }

    /// The color between this one (0) and another (1).
    func mixed(with other: SceneColor, _ part: Double) -> SceneColor {
        SceneColor(
            red + (other.red - red) * part, green + (other.green - green) * part, blue + (other.blue - blue) * part)
    }
}
