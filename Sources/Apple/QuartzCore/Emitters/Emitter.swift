import Foundation
import MissingGraphics

/// Where an emitter's particles begin, and what all of them have in common.
struct Emitter: Sendable, Equatable {
    var position = CGPoint.zero
    var size = CGSize.zero
    var shape = CAEmitterLayerEmitterShape.point
    var mode = CAEmitterLayerEmitterMode.volume
    var renderMode = CAEmitterLayerRenderMode.unordered
    var seed: UInt32 = 0
    // What the cells' values are multiplied by.
    var birthRate = 1.0
    var lifetime = 1.0
    var velocity = 1.0
    var scale = 1.0
    var spin = 1.0
    var cells: [EmitterCell] = []

    /// How long particles live at most, with those that they emit.
    var longestLife: Double { cells.map { $0.longestLife(lifetime) }.max() ?? 0 }

    /// Where a particle begins.
    struct Birthplace {
        var point: SIMD2<Double>
        /// What its longitude is measured from, in radians.
        var direction = 0.0
    }

    func birthplace(_ random: inout ParticleRandom) -> Birthplace {
        let (one, two) = (random.part(), random.part())
        let (width, height) = (Double(size.width), Double(size.height))
        let middle = SIMD2(Double(position.x), Double(position.y))
        func end(_ part: Double) -> Double { part < 0.5 ? -0.5 : 0.5 }
        switch shape {
        case .line:
            let place = mode == .points ? end(one) : one - 0.5
            return Birthplace(point: middle + SIMD2(place * width, 0))
        case .rectangle, .cuboid:
            let place: SIMD2<Double> =
                switch mode {
                case .points: SIMD2(end(one), end(two)) * SIMD2(width, height)
                case .outline: Self.edge(one, width, height)
                default: SIMD2(one - 0.5, two - 0.5) * SIMD2(width, height)
                }
            return Birthplace(point: middle + place)
        case .circle, .sphere:
            let angle = 2 * Double.pi * one
            let isInside = mode == .surface || mode == .volume
            // Even over the disk.
            let radius = width * (isInside ? two.squareRoot() : 1)
            return Birthplace(
                point: middle + SIMD2(cos(angle), sin(angle)) * radius, direction: mode == .volume ? 0 : angle)
        default: return Birthplace(point: middle)
        }
    }

    /// A point of a rectangle's edge, from its middle.
    ///
    /// - Parameter part: of the way around, from the upper left corner.
    private static func edge(_ part: Double, _ width: Double, _ height: Double) -> SIMD2<Double> {
        let (x, y) = (width / 2, height / 2)
        var way = part * 2 * (width + height)
        if way < width { return SIMD2(way - x, -y) }
        way -= width
        if way < height { return SIMD2(x, way - y) }
        way -= height
        if way < width { return SIMD2(x - way, y) }
        return SIMD2(-x, y - (way - width))
    }
}

/// Numbers by chance that are the same for the same seed.
struct ParticleRandom {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// A seed for one of several things with a seed in common.
    static func seed(_ common: UInt64, _ number: Int) -> UInt64 {
        var random = ParticleRandom(seed: common ^ (UInt64(bitPattern: Int64(number)) &* 0xD134_2543_DE82_EF95))
        return random.next()
    }

    /// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (SplitMix64).
    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// From 0 up to 1.
    mutating func part() -> Double { Double(next() >> 11) / Double(1 << 53) }

    /// A value less or more than another by up to a range.
    mutating func around(_ value: Double, _ range: Double) -> Double { value + (2 * part() - 1) * range }
}
