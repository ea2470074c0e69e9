import Glibc

/// How a hand shakes the phone: the same at the same moment of the phone's time.
package struct HandShake: Sendable, Equatable {
    /// Where the scene is in the picture.
    package struct Motion: Sendable, Equatable {
        /// To the right, as a part of the picture's width.
        package var x: Double
        /// Down, as a part of the picture's width.
        package var y: Double
        /// In radians, clockwise around the middle.
        package var angle: Double
    }

    private struct Swing {
        var hertz: Double
        var x: Double
        var y: Double
        var angle: Double
    }

    /// A hand sways slowly and far, and trembles fast and little.
    private static let swings = [
        Swing(hertz: 1.3, x: 0.0050, y: -0.0036, angle: 0.0040),
        Swing(hertz: 2.9, x: -0.0028, y: 0.0030, angle: 0.0024),
        Swing(hertz: 6.7, x: 0.0012, y: 0.0014, angle: -0.0010),
    ]

    /// 1 is a hand that holds the phone without support; 0 is a tripod.
    package var strength: Double

    package init(strength: Double) {
        self.strength = strength
    }

    /// Where the scene is in a picture that shows all of it.
    ///
    /// - Parameter nanoseconds: of the phone's time.
    /// - Returns: `nil` on a tripod.
    package func motion(at nanoseconds: Int64) -> Motion? {
        guard strength > 0 else { return nil }
        var motion = Motion(x: 0, y: 0, angle: 0)
        for (index, swing) in Self.swings.enumerated() {
            // Different phases, so that the three do not swing together.
            let phase = 2 * .pi * swing.hertz * Double(nanoseconds) / 1e9 + Double(index)
            motion.x += strength * swing.x * sin(phase)
            motion.y += strength * swing.y * sin(phase + 2)
            motion.angle += strength * swing.angle * sin(phase + 4)
        }
        return motion
    }

    /// How fast the scene turns in the picture: what ``motion(at:)`` gains.
    ///
    /// - Parameter nanoseconds: of the phone's time.
    /// - Returns: in radians per second, clockwise around the middle.
    package func angularSpeed(at nanoseconds: Int64) -> Double {
        let speeds = Self.swings.enumerated().map { index, swing in
            let speed = 2 * .pi * swing.hertz
            return strength * swing.angle * speed * cos(speed * Double(nanoseconds) / 1e9 + Double(index) + 4)
        }
        return speeds.reduce(0, +)
    }
}
