import Foundation
import Locking
import MissingGraphics

/// What an emitter's particles are like. Source: Apple, CAEmitterCell.
///
/// Each particle's values differ from those of its cell by chance, by no more than their ranges. Changes apply to particles
/// that begin later. Any thread.
///
/// Linux: particles fly in the plane of their layer. Of times, a cell has ``beginTime`` and ``duration``.
open class CAEmitterCell: NSObject, @unchecked Sendable {  // `state` is a Mutex; there is nothing else.
    private struct State {
        var values = EmitterCell()
        var cells: [CAEmitterCell] = []
    }

    private let state = Mutex(State())

    /// A cell without particles.
    public override init() {}

    /// Linux: always `nil`, as there are no archives of cells.
    public required init?(coder: NSCoder) { nil }

    /// A cell with values of another one.
    convenience init(_ values: EmitterCell) {
        self.init()
        let cells = values.cells.map { CAEmitterCell($0) }
        state.withLock { $0 = State(values: values, cells: cells) }
    }

    /// Everything about the cell, with the cells of its particles.
    final var values: EmitterCell {
        let (own, cells) = state.withLock { ($0.values, $0.cells) }
        var values = own
        values.cells = cells.map(\.values)
        return values
    }

    private func get<Value>(_ path: KeyPath<EmitterCell, Value>) -> Value {
        // A key path has no state.
        nonisolated(unsafe) let path = path
        nonisolated(unsafe) var value: Value?
        state.withLock { value = $0.values[keyPath: path] }
        return value!
    }

    private func set<Value>(_ path: WritableKeyPath<EmitterCell, Value>, _ value: Value) {
        // A key path has no state; the value is copied into what the lock protects.
        nonisolated(unsafe) let (path, value) = (path, value)
        state.withLock { $0.values[keyPath: path] = value }
    }

    // MARK: Looks

    /// By which a layer finds it: `emitterCells.NAME.birthRate`.
    open var name: String? {
        get { get(\.name) }
        set { set(\.name, newValue) }
    }

    /// Whether particles begin.
    open var isEnabled: Bool {
        get { get(\.isEnabled) }
        set { set(\.isEnabled, newValue) }
    }

    /// A `CGImage`, or `nil` for particles that are not seen.
    open var contents: Any? {
        get { get(\.contents)?.image }
        set { set(\.contents, (newValue as? CGImage).map { EmitterCell.Picture(image: $0) }) }
    }

    /// The part of the contents that shows, from 0 to 1.
    open var contentsRect: CGRect {
        get { get(\.contentsRect) }
        set { set(\.contentsRect, newValue) }
    }

    /// Pixels of the contents per point; 1 by default.
    open var contentsScale: CGFloat {
        get { CGFloat(get(\.contentsScale)) }
        set { set(\.contentsScale, Double(newValue)) }
    }

    /// What the colors of the contents are multiplied by at the beginning; opaque white by default, and for `nil`.
    open var color: CGColor? {
        get { CGColor(rgba: get(\.color)) }
        set { set(\.color, newValue?.rgba ?? .one) }
    }

    /// Particles that each particle emits where it is.
    open var emitterCells: [CAEmitterCell]? {
        get {
            let cells = state.withLock { $0.cells }
            return cells.isEmpty ? nil : cells
        }
        set { state.withLock { $0.cells = newValue ?? [] } }
    }

    // MARK: Time

    /// When the first particles begin, in seconds of the layer's time, or since the start of the particle that emits them.
    open var beginTime: CFTimeInterval {
        get { get(\.beginTime) }
        set { set(\.beginTime, newValue) }
    }

    /// How long particles begin; infinite by default, and for 0.
    open var duration: CFTimeInterval {
        get { get(\.duration) }
        set { set(\.duration, newValue > 0 ? newValue : .infinity) }
    }

    // MARK: Numbers

    /// Particles that begin in a second; 0 by default.
    open var birthRate: Float {
        get { Float(get(\.birthRate)) }
        set { set(\.birthRate, Double(newValue)) }
    }

    /// Seconds that a particle lives; 0 by default.
    open var lifetime: Float {
        get { Float(get(\.lifetime)) }
        set { set(\.lifetime, Double(newValue)) }
    }

    /// How many seconds a particle's life is shorter or longer at most.
    open var lifetimeRange: Float {
        get { Float(get(\.lifetimeRange)) }
        set { set(\.lifetimeRange, Double(newValue)) }
    }

    /// Where particles fly, in radians from the x axis to the y axis.
    open var emissionLongitude: CGFloat {
        get { CGFloat(get(\.longitude)) }
        set { set(\.longitude, Double(newValue)) }
    }

    /// How steeply they leave the plane, in radians, which makes them slower in it.
    open var emissionLatitude: CGFloat {
        get { CGFloat(get(\.latitude)) }
        set { set(\.latitude, Double(newValue)) }
    }

    /// The angle of the cone, in radians, whose middle is the longitude.
    open var emissionRange: CGFloat {
        get { CGFloat(get(\.emissionRange)) }
        set { set(\.emissionRange, Double(newValue)) }
    }

    /// Points in a second.
    open var velocity: CGFloat {
        get { CGFloat(get(\.velocity)) }
        set { set(\.velocity, Double(newValue)) }
    }

    /// How much slower or faster a particle is at most.
    open var velocityRange: CGFloat {
        get { CGFloat(get(\.velocityRange)) }
        set { set(\.velocityRange, Double(newValue)) }
    }

    /// Points in a second, for each second.
    open var xAcceleration: CGFloat {
        get { CGFloat(get(\.acceleration.x)) }
        set { set(\.acceleration.x, Double(newValue)) }
    }

    /// Points in a second, for each second.
    open var yAcceleration: CGFloat {
        get { CGFloat(get(\.acceleration.y)) }
        set { set(\.acceleration.y, Double(newValue)) }
    }

    /// The size of the contents at the beginning; 1 by default. What becomes smaller than nothing is not drawn.
    open var scale: CGFloat {
        get { CGFloat(get(\.scale)) }
        set { set(\.scale, Double(newValue)) }
    }

    /// How much smaller or larger a particle is at most.
    open var scaleRange: CGFloat {
        get { CGFloat(get(\.scaleRange)) }
        set { set(\.scaleRange, Double(newValue)) }
    }

    /// What is added to the size in a second.
    open var scaleSpeed: CGFloat {
        get { CGFloat(get(\.scaleSpeed)) }
        set { set(\.scaleSpeed, Double(newValue)) }
    }

    /// Radians in a second.
    open var spin: CGFloat {
        get { CGFloat(get(\.spin)) }
        set { set(\.spin, Double(newValue)) }
    }

    /// How much slower or faster a particle turns at most.
    open var spinRange: CGFloat {
        get { CGFloat(get(\.spinRange)) }
        set { set(\.spinRange, Double(newValue)) }
    }

    /// How much less or more red a particle has at most, from 0 to 1.
    open var redRange: Float {
        get { Float(get(\.colorRange.x)) }
        set { set(\.colorRange.x, Double(newValue)) }
    }

    /// How much less or more green a particle has at most, from 0 to 1.
    open var greenRange: Float {
        get { Float(get(\.colorRange.y)) }
        set { set(\.colorRange.y, Double(newValue)) }
    }

    /// How much less or more blue a particle has at most, from 0 to 1.
    open var blueRange: Float {
        get { Float(get(\.colorRange.z)) }
        set { set(\.colorRange.z, Double(newValue)) }
    }

    /// How much less or more alpha a particle has at most, from 0 to 1.
    open var alphaRange: Float {
        get { Float(get(\.colorRange.w)) }
        set { set(\.colorRange.w, Double(newValue)) }
    }

    /// What is added to its red in a second.
    open var redSpeed: Float {
        get { Float(get(\.colorSpeed.x)) }
        set { set(\.colorSpeed.x, Double(newValue)) }
    }

    /// What is added to its green in a second.
    open var greenSpeed: Float {
        get { Float(get(\.colorSpeed.y)) }
        set { set(\.colorSpeed.y, Double(newValue)) }
    }

    /// What is added to its blue in a second.
    open var blueSpeed: Float {
        get { Float(get(\.colorSpeed.z)) }
        set { set(\.colorSpeed.z, Double(newValue)) }
    }

    /// What is added to its alpha in a second.
    open var alphaSpeed: Float {
        get { Float(get(\.colorSpeed.w)) }
        set { set(\.colorSpeed.w, Double(newValue)) }
    }

    // MARK: Values by name

    /// - Returns: `nil` for a name that it does not have.
    final func animatedValue(_ key: String) -> AnimatedValue? {
        if key == "color" { return .color(CGColor(rgba: get(\.color))) }
        return EmitterCell.numbers[key].map { AnimatedValue.number(get($0)) }
    }

    final func setAnimatedValue(_ value: AnimatedValue, _ key: String) {
        switch value {
        case .color(let color) where key == "color": set(\.color, color.rgba)
        case .number(let number):
            if let path = EmitterCell.numbers[key] { set(path, number) }
        default: break
        }
    }
}
