import Foundation
import Locking
import MissingGraphics

/// Small pictures that begin, fly and end, in front of the layer's background. Source: Apple, CAEmitterLayer.
///
/// Particles have begun since the time of the layer did: with `beginTime` 0 it is full of them when it is first seen, and
/// with `beginTime` of now it begins without any. The same ``seed`` gives the same particles at the same times.
///
/// Linux: particles are flat, and `render(in:)` leaves them out, as it knows no time.
open class CAEmitterLayer: CALayer, @unchecked Sendable {  // There are Mutexes only.
    private let emitter = Mutex(Emitter())
    private let cells = Mutex<[CAEmitterCell]>([])
    private let emission = Mutex(Emission())

    /// Everything about the emitter at once.
    private var emitterValues: Emitter {
        var values = emitter.withLock { $0 }
        values.cells = cells.withLock { $0 }.map(\.values)
        return values
    }

    override func blank() -> CALayer { CAEmitterLayer() }

    override func take(from other: CALayer) {
        super.take(from: other)
        guard let other = other as? CAEmitterLayer else { return }
        let values = other.emitter.withLock { $0 }
        // An animation of a copy must not change the cells themselves.
        let copies = other.cells.withLock { $0 }.map { CAEmitterCell($0.values) }
        emitter.withLock { $0 = values }
        cells.withLock { $0 = copies }
    }

    private func set<Value>(_ path: WritableKeyPath<Emitter, Value>, _ value: Value, _ key: String) {
        // A key path has no state; the value is copied into what the lock protects.
        nonisolated(unsafe) let (path, value) = (path, value)
        noteChange()
        changing(key, .contents) { emitter.withLock { $0[keyPath: path] = value } }
    }

    private func noteChange() {
        let time = localTime(of: LayerClock.current.now)
        emission.withLock { $0.changes(at: time) }
    }

    // MARK: Particles

    /// What each kind of particle is like.
    open var emitterCells: [CAEmitterCell]? {
        get {
            let cells = cells.withLock { $0 }
            return cells.isEmpty ? nil : cells
        }
        set {
            noteChange()
            cells.withLock { $0 = newValue ?? [] }
            changed(.contents)
        }
    }

    /// The particles that show, in the order in which they are drawn.
    ///
    /// - Parameters:
    ///   - shown: the layer with the values of its animations.
    ///   - time: a moment of the animations' clock.
    ///   - delays: of the copies that the layer is drawn in.
    package final func particles(
        as shown: CAEmitterLayer, at time: CFTimeInterval, _ delays: InstanceDelays = [:]
    ) -> [EmittedParticle] {
        let (now, then) = (localTime(of: time), localTime(of: time, delays))
        let values = shown.emitterValues
        let particles = emission.withLock { emission in
            emission.advance(to: now, with: values)
            return emission.particles(at: then)
        }
        return values.renderMode == .oldestLast ? particles.reversed() : particles
    }

    override var mayChangeByItself: Bool { super.mayChangeByItself || cells.withLock { !$0.isEmpty } }

    override func changesByItself(after now: CFTimeInterval) -> Bool {
        if super.changesByItself(after: now) { return true }
        let (time, values) = (localTime(of: now), emitterValues)
        return emission.withLock { $0.hasParticles(after: time, with: values) }
    }

    // MARK: Where they begin

    open var emitterPosition: CGPoint {
        get { emitter.withLock { $0.position } }
        set { set(\.position, newValue, "emitterPosition") }
    }

    open var emitterSize: CGSize {
        get { emitter.withLock { $0.size } }
        set { set(\.size, newValue, "emitterSize") }
    }

    open var emitterShape: CAEmitterLayerEmitterShape {
        get { emitter.withLock { $0.shape } }
        set { set(\.shape, newValue, "emitterShape") }
    }

    open var emitterMode: CAEmitterLayerEmitterMode {
        get { emitter.withLock { $0.mode } }
        set { set(\.mode, newValue, "emitterMode") }
    }

    open var renderMode: CAEmitterLayerRenderMode {
        get { emitter.withLock { $0.renderMode } }
        set {
            set(\.renderMode, newValue, "renderMode")
            blend = newValue == .additive ? .plusLighter : .normal
        }
    }

    /// The seed of what is left to chance: the same particles come for the same seed.
    open var seed: UInt32 {
        get { emitter.withLock { $0.seed } }
        set { set(\.seed, newValue, "seed") }
    }

    // MARK: What the cells' values are multiplied by

    /// Of this layer's own cells.
    open var birthRate: Float {
        get { Float(emitter.withLock { $0.birthRate }) }
        set { set(\.birthRate, Double(newValue), "birthRate") }
    }

    open var lifetime: Float {
        get { Float(emitter.withLock { $0.lifetime }) }
        set { set(\.lifetime, Double(newValue), "lifetime") }
    }

    open var velocity: Float {
        get { Float(emitter.withLock { $0.velocity }) }
        set { set(\.velocity, Double(newValue), "velocity") }
    }

    open var scale: Float {
        get { Float(emitter.withLock { $0.scale }) }
        set { set(\.scale, Double(newValue), "scale") }
    }

    open var spin: Float {
        get { Float(emitter.withLock { $0.spin }) }
        set { set(\.spin, Double(newValue), "spin") }
    }

    // MARK: Values by name

    /// `emitterCells.NAME.birthRate` is a value of a cell.
    private func namedCell(_ keyPath: String) -> (cell: CAEmitterCell, key: String)? {
        let parts = keyPath.split(separator: ".", maxSplits: 2).map(String.init)
        guard parts.count == 3, parts[0] == "emitterCells" else { return nil }
        return cells.withLock { $0 }.first { $0.name == parts[1] }.map { ($0, parts[2]) }
    }

    // Never changed, and key paths have no state.
    private nonisolated(unsafe) static let numbers: [String: WritableKeyPath<Emitter, Double>] = [
        "birthRate": \.birthRate, "lifetime": \.lifetime, "velocity": \.velocity, "scale": \.scale, "spin": \.spin,
    ]

    override func animatedValue(_ keyPath: String) -> AnimatedValue? {
        if let (cell, key) = namedCell(keyPath) { return cell.animatedValue(key) }
        let values = emitter.withLock { $0 }
        if let path = Self.numbers[keyPath] { return .number(values[keyPath: path]) }
        switch keyPath {
        case "emitterPosition": return .point(values.position)
        case "emitterPosition.x": return .number(Double(values.position.x))
        case "emitterPosition.y": return .number(Double(values.position.y))
        case "emitterSize": return .size(values.size)
        default: return super.animatedValue(keyPath)
        }
    }

    override func setAnimatedValue(_ value: AnimatedValue, _ keyPath: String) {
        noteChange()
        if let (cell, key) = namedCell(keyPath) { return cell.setAnimatedValue(value, key) }
        let isMine = emitter.withLock { values in
            switch (keyPath, value) {
            case ("emitterPosition", .point(let point)): values.position = point
            case ("emitterPosition.x", .number(let number)): values.position.x = CGFloat(number)
            case ("emitterPosition.y", .number(let number)): values.position.y = CGFloat(number)
            case ("emitterSize", .size(let size)): values.size = size
            case (_, .number(let number)):
                guard let path = Self.numbers[keyPath] else { return false }
                values[keyPath: path] = number
            default: return false
            }
            return true
        }
        if !isMine { super.setAnimatedValue(value, keyPath) }
    }
}
