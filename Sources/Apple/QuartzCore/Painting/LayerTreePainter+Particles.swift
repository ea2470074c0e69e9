import Foundation
import MissingGraphics

extension LayerTreePainter {
    /// Draws particles in their layer's coordinates.
    ///
    /// - Parameter areAdded: whether their colors are added to what is there.
    func paint(_ particles: [EmittedParticle], areAdded: Bool, in context: CGContext, pointsUp: Bool) {
        for particle in particles {
            guard let picture = particle.picture, let shown = picture.multiplied(by: particle.color) else { continue }
            context.saveGState()
            defer { context.restoreGState() }
            context.concatenate(particle.transform)
            // Pictures stand upright.
            if !pointsUp { context.scaleBy(x: 1, y: -1) }
            context.setAlpha(CGFloat(particle.color.w))
            if areAdded { context.setBlendMode(.plusLighter) }
            context.draw(shown, in: particle.rect(of: picture))
        }
    }
}

extension CGImage {
    /// A picture with red, green and blue multiplied.
    fileprivate func multiplied(by color: SIMD4<Float>) -> CGImage? {
        let factors = SIMD4(color.x, color.y, color.z, 1)
        guard factors != .one else { return self }
        guard
            let context = CGContext(
                data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
        else { return nil }
        context.interpolationQuality = .none
        context.draw(self, in: CGRect(x: 0, y: 0, width: width, height: height))
        context.multiply(by: factors)
        return context.makeImage()
    }
}
