/// What a camera multiplies the light of the scene by before it becomes a picture.
struct SceneTone: Sendable, Equatable {
    /// Factors for the light that is the same everywhere.
    var red = 1.0
    var green = 1.0
    var blue = 1.0
    /// What the flash adds; `nil` while it is dark.
    var flash: Flash?

    /// The camera's own light, which falls off with distance.
    struct Flash: Sendable, Equatable {
        /// A meter away.
        var red: Double
        var green: Double
        var blue: Double
    }

    /// The scene as it is painted.
    static let neutral = SceneTone()

    /// The color of what is at this distance, after the multiplication. It may be brighter than white; the surface
    /// clips it.
    ///
    /// - Parameter distance: in meters.
    func applied(to color: SceneColor, at distance: Float) -> SceneColor {
        if self == .neutral { return color }
        func scaled(_ code: Double, _ ambient: Double, _ flash: Double?) -> Double {
            let factor = ambient + (flash ?? 0) / Double(distance * distance)
            return 255 * SceneTransfer.bt709.code(SceneTransfer.light(code / 255) * factor)
        }
        return SceneColor(
            scaled(color.red, red, flash?.red), scaled(color.green, green, flash?.green),
            scaled(color.blue, blue, flash?.blue))
    }
}
