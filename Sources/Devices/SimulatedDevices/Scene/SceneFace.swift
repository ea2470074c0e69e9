import Glibc

/// Where the head in front of the front camera is.
package enum SceneHead: Sendable, Hashable {
    /// In the middle, as at first.
    case still
    /// Its middle, in parts of the scene's width from the left.
    case at(Double)
    /// From side to side, once in eight seconds of the phone's time.
    case swinging
    case away

    /// How far it swings from the middle, in parts of the scene's width.
    package static let swing = 0.2
    package static let swingPeriodSeconds = 8.0

    /// Where its middle is, in parts of the scene's width; `nil` if it is away.
    package func x(at phoneNanoseconds: Int64) -> Double? {
        switch self {
        case .still: 0.5
        case .at(let x): x
        case .swinging: 0.5 + Self.swing * sin(2 * .pi * Double(phoneNanoseconds) / 1e9 / Self.swingPeriodSeconds)
        case .away: nil
        }
    }
}

/// A drawn face, in parts of the scene. A detector of faces finds it.
struct SceneFace {
    /// The middle.
    var x: Double
    var y: Double
    /// In parts of the frame's height.
    var height: Double
    var skin: SceneColor

    /// The head in front of the front camera.
    static func portrait(x: Double) -> SceneFace {
        SceneFace(x: x, y: 0.5, height: 0.34, skin: SceneColor(hex: 0xE0AC85))
    }

    func paint(on canvas: SceneCanvas) {
        let size = height * Double(canvas.height) / 2 * canvas.scale
        let center = canvas.point(x, y)
        func ellipse(_ dx: Double, _ dy: Double, _ radiusX: Double, _ radiusY: Double, _ color: SceneColor) {
            canvas.fillEllipse(
                x: center.x + dx * size, y: center.y + dy * size, radiusX: radiusX * size, radiusY: radiusY * size,
                color)
        }
        ellipse(0, -0.2, 0.82, 0.92, SceneColor(hex: 0x3A2A20))
        ellipse(0, 0.08, 0.72, 0.92, skin)
        for side in [-1.0, 1.0] {
            ellipse(side * 0.28, -0.05, 0.14, 0.09, .white)
            ellipse(side * 0.28, -0.05, 0.07, 0.08, SceneColor(hex: 0x2C4A6A))
            ellipse(side * 0.28, -0.24, 0.17, 0.035, SceneColor(hex: 0x3A2A20))
        }
        ellipse(0, 0.2, 0.08, 0.14, skin.mixed(with: .black, 0.18))
        ellipse(0, 0.52, 0.27, 0.09, SceneColor(hex: 0xA83C40))
    }
}
