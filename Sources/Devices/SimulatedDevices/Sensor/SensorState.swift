import CaptureEngine

/// The light on the simulated scene.
package struct SceneLight: Sendable, Equatable {
    /// 1 is a bright day, 1/128 a room in the evening, for which automatic exposure chooses ISO 1600 and 1/30 s.
    package var brightness = 1.0
    /// How much red there is, compared with daylight; above 1 is warmer.
    package var red = 1.0
    package var blue = 1.0

    package init(brightness: Double = 1, red: Double = 1, blue: Double = 1) {
        self.brightness = brightness
        self.red = red
        self.blue = blue
    }
}

/// Everything that determines how a camera shows the scene in one frame.
struct SensorState: Sendable, Equatable {
    var conditions: CaptureConditions
    /// What the picture's light is multiplied by.
    var tone = SceneTone.neutral
    /// The same without the white balance, as the mosaic has it.
    var rawTone = SceneTone.neutral
    /// See ``SceneCanvas/scale``.
    var scale = 1.0
    /// The distance that is sharp, in diopters (1/meters).
    var focus: Float = 0.5

    var levels: SensorLevels { SensorLevels(iso: Double(conditions.iso)) }

    /// Whether two frames differ only in what moves and in the noise.
    func looks(like other: SensorState) -> Bool {
        tone == other.tone && scale == other.scale && focus == other.focus
    }
}
