import Foundation
import MissingGraphics

/// What a cell's particles are like, as a value.
struct EmitterCell: Sendable, Equatable {
    /// A picture, which is the same if it is the same object.
    struct Picture: Sendable, Equatable {
        let image: CGImage

        static func == (one: Picture, other: Picture) -> Bool { one.image === other.image }
    }

    var name: String?
    var isEnabled = true
    var contents: Picture?
    var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
    var contentsScale = 1.0
    /// Red, green, blue and alpha, not multiplied by it.
    var color = SIMD4<Double>.one
    var colorRange = SIMD4<Double>()
    var colorSpeed = SIMD4<Double>()
    var cells: [EmitterCell] = []
    var beginTime = 0.0
    var duration = Double.infinity
    var birthRate = 0.0
    var lifetime = 0.0
    var lifetimeRange = 0.0
    var longitude = 0.0
    var latitude = 0.0
    var emissionRange = 0.0
    var velocity = 0.0
    var velocityRange = 0.0
    var acceleration = SIMD2<Double>()
    var scale = 1.0
    var scaleRange = 0.0
    var scaleSpeed = 0.0
    var spin = 0.0
    var spinRange = 0.0

    /// How long its particles live at most, with those that they emit.
    ///
    /// - Parameter factor: of lives.
    func longestLife(_ factor: Double) -> Double {
        max(0, (lifetime + abs(lifetimeRange)) * factor) + (cells.map { $0.longestLife(factor) }.max() ?? 0)
    }

    // Never changed, and key paths have no state.
    nonisolated(unsafe) static let numbers: [String: WritableKeyPath<EmitterCell, Double>] = [
        "birthRate": \.birthRate,
        "lifetime": \.lifetime,
        "lifetimeRange": \.lifetimeRange,
        "emissionLongitude": \.longitude,
        "emissionLatitude": \.latitude,
        "emissionRange": \.emissionRange,
        "velocity": \.velocity,
        "velocityRange": \.velocityRange,
        "xAcceleration": \.acceleration.x,
        "yAcceleration": \.acceleration.y,
        "scale": \.scale,
        "scaleRange": \.scaleRange,
        "scaleSpeed": \.scaleSpeed,
        "spin": \.spin,
        "spinRange": \.spinRange,
        "redRange": \.colorRange.x,
        "greenRange": \.colorRange.y,
        "blueRange": \.colorRange.z,
        "alphaRange": \.colorRange.w,
        "redSpeed": \.colorSpeed.x,
        "greenSpeed": \.colorSpeed.y,
        "blueSpeed": \.colorSpeed.z,
        "alphaSpeed": \.colorSpeed.w,
        "contentsScale": \.contentsScale, "beginTime": \.beginTime, "duration": \.duration,
    ]
}
