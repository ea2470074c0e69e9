import Foundation
import GtkSupport
import QuartzCore
import UIKitCore

/// The effects on the symbol of an image view.
@MainActor
struct SymbolMotions {
    /// Those that were removed, too, until they have come to rest.
    private var motions: [(kind: any SymbolEffect.Type, motion: SymbolMotion)] = []
    /// When the newest one began.
    private(set) var start: TimeInterval?
    /// Whether each frame shows them.
    var followsFrames = false

    mutating func add(_ effect: any SymbolEffect, _ options: SymbolEffectOptions, at time: TimeInterval) {
        let isLasting = effect is any IndefiniteSymbolEffect && !(effect is BounceSymbolEffect)
        remove(effect, at: time)
        // What appears is no longer away.
        if effect is AppearSymbolEffect { remove(DisappearSymbolEffect.disappear, at: time) }
        motions.append(
            (type(of: effect), SymbolMotion(effect, options, isIndefinite: isLasting, at: time)))
        start = time
    }

    /// Whatever its variant.
    mutating func remove(_ effect: any SymbolEffect, at time: TimeInterval) {
        for index in motions.indices where motions[index].kind == type(of: effect) {
            motions[index].motion.stop(at: time)
        }
    }

    mutating func removeAll() { motions = [] }

    var isEmpty: Bool { motions.isEmpty }

    /// The pose of all effects, and whether something still moves.
    mutating func pose(at time: TimeInterval) -> (pose: SymbolPose, isMoving: Bool) {
        let now = motions.map { $0.motion.pose(at: time) }
        motions = zip(motions, now).filter { !$1.isOver }.map(\.0)
        return (now.reduce(SymbolPose()) { $0.combined(with: $1.pose) }, now.contains { $0.isMoving })
    }
}

extension UIImageView {
    /// Moves the symbol that is shown; other images stay as they are.
    public func addSymbolEffect(_ effect: some SymbolEffect, options: SymbolEffectOptions = .default) {
        symbolMotions.add(effect, options, at: CACurrentMediaTime())
        followSymbol()
    }

    /// Shows what moves, on each frame while the view is in a window.
    final func followSymbol() {
        guard !symbolMotions.isEmpty, !symbolMotions.followsFrames, windowLink != nil else { return }
        symbolMotions.followsFrames = true
        LayerClock.current.onEachFrame { [weak self] _ in
            guard isOnMainActor else { return false }
            return MainActor.assumeIsolated { self?.moveSymbol() ?? false }
        }
    }

    /// Ends an effect at the end of its period.
    public func removeSymbolEffect(ofType effect: some SymbolEffect, options: SymbolEffectOptions = .default) {
        symbolMotions.remove(effect, at: CACurrentMediaTime())
        setNeedsDisplay()
    }

    public func removeAllSymbolEffects() {
        symbolMotions.removeAll()
        setNeedsDisplay()
    }

    /// Another symbol. Linux: at once.
    public func setSymbolImage(
        _ symbolImage: UIImage, contentTransition: some ContentTransitionSymbolEffect & SymbolEffect,
        options: SymbolEffectOptions = .default
    ) {
        NoEffectReport.add("UIImageView.setSymbolImage(_:contentTransition:options:)", "the symbol is replaced at once")
        image = symbolImage
    }

    final var symbolStart: TimeInterval? { symbolMotions.start }

    /// How the image is shown at a time.
    final func pose(at time: TimeInterval) -> SymbolPose {
        image?.isSymbolImage == true ? symbolMotions.pose(at: time).pose : SymbolPose()
    }

    private func moveSymbol() -> Bool {
        setNeedsDisplay()
        symbolMotions.followsFrames = windowLink != nil && symbolMotions.pose(at: CACurrentMediaTime()).isMoving
        return symbolMotions.followsFrames
    }
}

extension Placement {
    /// A pose around a point.
    init(_ pose: SymbolPose, around center: CGPoint) {
        let (cosine, sine) = (pose.scale * cos(pose.angle), pose.scale * sin(pose.angle))
        let (x, y) = (Double(center.x), Double(center.y))
        self.init(
            a: cosine, b: sine, c: -sine, d: cosine, x: x - (cosine * x - sine * y), y: y - (sine * x + cosine * y))
    }
}
