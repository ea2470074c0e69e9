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
}
