import Foundation
import Locking

/// The time of animations, and what happens at each frame.
///
/// A toolkit drives it while something moves (``setDriver(_:)``); without one, it wakes up by itself when an animation
/// ends. A test makes its own, which it moves on by hand.
package final class LayerClock: Sendable {
    /// The one with which animations begin. A layer's animation keeps its clock.
    @TaskLocal package static var current = LayerClock()

    private struct State {
        var manualTime: CFTimeInterval?
        var layers: [ObjectIdentifier: WeakLayer] = [:]
        var frames: [UInt64: @Sendable (CFTimeInterval) -> Bool] = [:]
        var nextFrame: UInt64 = 0
        var driver: (@Sendable () -> Bool)?
    }

    private struct WeakLayer { weak var layer: CALayer? }

    private let state: Mutex<State>

    package init() { state = Mutex(State()) }

    /// A clock that stands still until ``advance(by:)``.
    package init(standingAt time: CFTimeInterval) { state = Mutex(State(manualTime: time)) }

    /// Whether it stands still by itself: somebody looks at each of its moments.
    package var isManual: Bool { state.withLock { $0.manualTime != nil } }

    package var now: CFTimeInterval { state.withLock { $0.manualTime } ?? CACurrentMediaTime() }

    /// - Parameter driver: called on any thread when something begins to move; calls ``tick()`` for each frame until
    ///   that returns `false`. Returns whether it will; otherwise the clock wakes up by itself.
    package func setDriver(_ driver: @escaping @Sendable () -> Bool) {
        state.withLock { $0.driver = driver }
        resume()
    }

    /// Goes on with what has to move: layers have come onto the screen, or the driver has changed.
    package func resume() { if hasWork { wake() } }

    /// Calls `body` for each frame with its time until it returns `false`.
    package func onEachFrame(_ body: @escaping @Sendable (CFTimeInterval) -> Bool) {
        state.withLock { state in
            state.frames[state.nextFrame] = body
            state.nextFrame += 1
        }
        wake()
    }

    package var hasWork: Bool { state.withLock { !$0.layers.isEmpty || !$0.frames.isEmpty } }

    /// Whether something moves that is seen. What nobody sees only ends at its time.
    private var needsFrames: Bool {
        let (layers, hasFrames) = state.withLock { ($0.layers.values.compactMap(\.layer), !$0.frames.isEmpty) }
        let now = now
        return hasFrames || layers.contains { $0.isDrawn && !$0.isTimeStanding(at: now) }
    }

    func began(_ layer: CALayer) {
        state.withLock { $0.layers[ObjectIdentifier(layer)] = WeakLayer(layer: layer) }
        wake()
    }

    /// Has a layer drawn again until it no longer changes by itself.
    func follow(_ layer: CALayer) {
        let isNew = state.withLock { state in
            state.layers.updateValue(WeakLayer(layer: layer), forKey: ObjectIdentifier(layer))?.layer == nil
        }
        if isNew { wake() }
    }

    /// Moves a clock that stands, and shows the frame of that time.
    package func advance(by seconds: CFTimeInterval) {
        state.withLock { if let time = $0.manualTime { $0.manualTime = time + seconds } }
        tick()
    }

    /// Ends what is over, and has the rest drawn again.
    ///
    /// - Returns: whether something is left that is seen to move.
    @discardableResult
    package func tick() -> Bool {
        let now = now
        let (layers, frames) = state.withLock { ($0.layers, $0.frames) }
        for (key, entry) in layers where entry.layer?.advanceAnimations(to: now) != true {
            state.withLock { state in
                // A completion may have begun the next one.
                if entry.layer?.hasAnimations != true { state.layers[key] = nil }
            }
        }
        for (key, frame) in frames.sorted(by: { $0.key < $1.key }) where !frame(now) {
            state.withLock { $0.frames[key] = nil }
        }
        let isSeen = needsFrames
        if !isSeen, state.withLock({ $0.manualTime == nil }) { tickLater() }
        return isSeen
    }

    private func wake() {
        let (isManual, driver) = state.withLock { ($0.manualTime != nil, $0.driver) }
        guard !isManual, !needsFrames || driver?() != true else { return }
        tickLater()
    }

    /// Nothing is seen, but completions are waited for.
    private func tickLater() {
        let (layers, hasFrames) = state.withLock { ($0.layers.values.compactMap(\.layer), !$0.frames.isEmpty) }
        let now = now
        let ends = layers.compactMap { $0.nextAnimationEnd(after: now) } + (hasFrames ? [now + 1.0 / 60] : [])
        guard let end = ends.min(), end.isFinite else { return }
        DispatchQueue.main.asyncAfter(deadline: .now() + max(0, end - now)) { if self.tick() { self.wake() } }
    }
}
