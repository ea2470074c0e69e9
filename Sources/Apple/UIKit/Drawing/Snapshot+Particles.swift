import Foundation
import GtkSupport
import QuartzCore

@MainActor
extension Snapshot {
    /// Draws an emitter's particles in its layer's coordinates.
    ///
    /// - Parameter areAdded: whether their colors are added to each other's.
    func draw(_ particles: [EmittedParticle], areAdded: Bool) {
        let seen = particles.compactMap { particle in particle.picture.map { (particle, $0) } }
        guard areAdded else {
            for (particle, picture) in seen { draw(particle, picture) }
            return
        }
        let area = seen.reduce(CGRect.null) { $0.union($1.0.rect(of: $1.1).applying($1.0.transform)) }
        guard !area.isNull else { return }
        added(
            in: Rect(area.insetBy(dx: -1, dy: -1)),
            seen.map { particle, picture in { $0.draw(particle, picture) } })
    }

    private func draw(_ particle: EmittedParticle, _ picture: CGImage) {
        guard let texture = Texture.cached(picture) else { return }
        saved {
            place(Placement(particle.transform))
            multiplied(by: particle.color == .one ? nil : particle.color) {
                draw(texture, in: Rect(particle.rect(of: picture)))
            }
        }
    }
}
