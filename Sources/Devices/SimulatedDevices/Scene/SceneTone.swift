/// What a camera multiplies the light of the scene by before it becomes a picture.
struct SceneTone: Sendable, Equatable {
    /// Of the light that is the same everywhere.
    var red = 1.0
    var green = 1.0
    var blue = 1.0
    /// What the flash adds; `nil` while it is dark.
    var flash: Flash?

    /// The camera's own light, which the far gets less of than the near.
    struct Flash: Sendable, Equatable {
        /// A metre away.
        var red: Double
        var green: Double
        var blue: Double
    }

    /// The scene as it is painted.
    static let neutral = SceneTone()

    /// The colour of what is so far away, after the multiplication. What is brighter than white stays so: the surface
    /// clips.
    ///
    /// - Parameter distance: in metres.
    func applied(to colour: SceneColour, at distance: Float) -> SceneColour {
        if self == .neutral { return colour }
        func scaled(_ code: Double, _ ambient: Double, _ flash: Double?) -> Double {
            let factor = ambient + (flash ?? 0) / Double(distance * distance)
            return 255 * SceneTransfer.bt709.code(SceneTransfer.light(code / 255) * factor)
        }
        return SceneColour(
            scaled(colour.red, red, flash?.red), scaled(colour.green, green, flash?.green),
            scaled(colour.blue, blue, flash?.blue))
    }
}
