import Foundation
import MissingGraphics

/// One particle as it is drawn at a moment, in its layer's coordinates.
package struct EmittedParticle: Sendable {
    /// When it began, in the layer's time.
    package let birth: CFTimeInterval
    /// Where its middle is.
    package let position: CGPoint
    /// In radians.
    package let rotation: CGFloat
    package let scale: CGFloat
    /// What the colors of its contents are multiplied by: red, green, blue and alpha from 0 to 1.
    package let color: SIMD4<Float>
    let cell: EmitterCell

    /// `nil` for one that is not seen.
    package var picture: CGImage? {
        guard scale > 0, color.w > 0, let image = cell.contents?.image else { return nil }
        let part = cell.contentsRect
        guard part != CGRect(x: 0, y: 0, width: 1, height: 1) else { return image }
        let (width, height) = (CGFloat(image.width), CGFloat(image.height))
        return image.cropping(
            to: CGRect(
                x: part.minX * width, y: part.minY * height, width: part.width * width, height: part.height * height))
    }

    /// Where a picture of it is drawn, before ``transform``.
    package func rect(of picture: CGImage) -> CGRect {
        let scale = max(CGFloat(cell.contentsScale), 0.01)
        let (width, height) = (CGFloat(picture.width) / scale, CGFloat(picture.height) / scale)
        return CGRect(x: -width / 2, y: -height / 2, width: width, height: height)
    }

    /// To the layer's coordinates.
    package var transform: CGAffineTransform {
        CGAffineTransform(translationX: position.x, y: position.y).rotated(by: rotation).scaledBy(x: scale, y: scale)
    }
}

/// What a particle does from its begin to its end.
struct ParticleLife {
    let birth: CFTimeInterval
    let end: CFTimeInterval
    private let start: SIMD2<Double>
    private let velocity: SIMD2<Double>
    private let scale: Double
    private let spin: Double
    private let color: SIMD4<Double>
    private let cell: EmitterCell

    init(
        _ cell: EmitterCell, of emitter: Emitter, at place: Emitter.Birthplace, _ birth: CFTimeInterval,
        _ random: inout ParticleRandom
    ) {
        (self.cell, self.birth, start) = (cell, birth, place.point)
        end = birth + max(0, random.around(cell.lifetime, cell.lifetimeRange) * emitter.lifetime)
        // The range is the whole cone's.
        let angle = place.direction + random.around(cell.longitude, cell.emissionRange / 2)
        let speed = random.around(cell.velocity, cell.velocityRange) * emitter.velocity * cos(cell.latitude)
        velocity = SIMD2(cos(angle), sin(angle)) * speed
        scale = random.around(cell.scale, cell.scaleRange) * emitter.scale
        spin = random.around(cell.spin, cell.spinRange) * emitter.spin
        var color = cell.color
        for index in 0..<4 { color[index] = random.around(color[index], cell.colorRange[index]) }
        self.color = color
    }

    func place(at time: CFTimeInterval) -> SIMD2<Double> {
        let age = time - birth
        return start + velocity * age + cell.acceleration * (age * age / 2)
    }

    /// - Returns: `nil` before its begin and from its end on.
    func shown(at time: CFTimeInterval) -> EmittedParticle? {
        guard time >= birth, time < end else { return nil }
        let (age, place) = (time - birth, self.place(at: time))
        let color = (self.color + cell.colorSpeed * age).clamped(lowerBound: .zero, upperBound: .one)
        return EmittedParticle(
            birth: birth, position: CGPoint(x: place.x, y: place.y), rotation: CGFloat(spin * age),
            scale: CGFloat(max(0, scale + cell.scaleSpeed * age)), color: SIMD4<Float>(color), cell: cell)
    }
}
