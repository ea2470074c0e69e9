// Apple's module Symbols, which UIKit and SwiftUI show.

/// Something that moves a symbol. Source: Apple, SymbolEffect.
public protocol SymbolEffect: Sendable {
    var configuration: SymbolEffectConfiguration { get }
}

/// Moves the symbol once. Source: Apple, DiscreteSymbolEffect.
public protocol DiscreteSymbolEffect: SymbolEffect {}
/// Lasts while it is active. Source: Apple, IndefiniteSymbolEffect.
public protocol IndefiniteSymbolEffect: SymbolEffect {}
/// Brings a symbol or takes it away. Source: Apple, TransitionSymbolEffect.
public protocol TransitionSymbolEffect: SymbolEffect {}
/// Puts one symbol in the place of another. Source: Apple, ContentTransitionSymbolEffect.
public protocol ContentTransitionSymbolEffect: SymbolEffect {}

/// What an effect does. Source: Apple, SymbolEffectConfiguration.
public struct SymbolEffectConfiguration: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case bounce(isDown: Bool)
        case pulse
        case variableColor(reverses: Bool, dims: Bool)
        case scale(isUp: Bool)
        case appear
        case disappear
        case replace
        case wiggle
        case rotate(isClockwise: Bool)
        case breathe
    }
    package let kind: Kind
}

/// The symbol jumps. Source: Apple, BounceSymbolEffect.
public struct BounceSymbolEffect: DiscreteSymbolEffect, IndefiniteSymbolEffect, Hashable {
    private var isDown = false
    public var configuration: SymbolEffectConfiguration { .init(kind: .bounce(isDown: isDown)) }
    public var up: Self { Self(isDown: false) }
    public var down: Self { Self(isDown: true) }
    public var byLayer: Self { self }
    public var wholeSymbol: Self { self }
    init(isDown: Bool = false) { self.isDown = isDown }
}

/// The symbol gets fainter and back. Source: Apple, PulseSymbolEffect.
public struct PulseSymbolEffect: DiscreteSymbolEffect, IndefiniteSymbolEffect, Hashable {
    public var configuration: SymbolEffectConfiguration { .init(kind: .pulse) }
    public var byLayer: Self { self }
    public var wholeSymbol: Self { self }
    init() {}
}

/// The layers of the symbol light up one after the other. Source: Apple, VariableColorSymbolEffect.
///
/// Linux: the symbol as a whole gets brighter in three steps, as no symbol has layers for this.
public struct VariableColorSymbolEffect: DiscreteSymbolEffect, IndefiniteSymbolEffect, Hashable {
    private var reverses = false
    private var dims = true
    public var configuration: SymbolEffectConfiguration {
        .init(kind: .variableColor(reverses: reverses, dims: dims))
    }
    public var iterative: Self { self }
    public var cumulative: Self { self }
    public var reversing: Self { with { $0.reverses = true } }
    public var nonReversing: Self { with { $0.reverses = false } }
    public var dimInactiveLayers: Self { with { $0.dims = true } }
    public var hideInactiveLayers: Self { with { $0.dims = false } }
    init() {}

    private func with(_ change: (inout Self) -> Void) -> Self {
        var effect = self
        change(&effect)
        return effect
    }
}

/// The symbol is larger or smaller. Source: Apple, ScaleSymbolEffect.
public struct ScaleSymbolEffect: IndefiniteSymbolEffect, Hashable {
    private var isUp = true
    public var configuration: SymbolEffectConfiguration { .init(kind: .scale(isUp: isUp)) }
    public var up: Self { Self(isUp: true) }
    public var down: Self { Self(isUp: false) }
    public var byLayer: Self { self }
    public var wholeSymbol: Self { self }
    init(isUp: Bool = true) { self.isUp = isUp }
}

/// Source: Apple, AppearSymbolEffect.
public struct AppearSymbolEffect: IndefiniteSymbolEffect, TransitionSymbolEffect, Hashable {
    public var configuration: SymbolEffectConfiguration { .init(kind: .appear) }
    public var up: Self { self }
    public var down: Self { self }
    public var byLayer: Self { self }
    public var wholeSymbol: Self { self }
    init() {}
}

/// The symbol gets small and goes. Source: Apple, DisappearSymbolEffect.
public struct DisappearSymbolEffect: IndefiniteSymbolEffect, TransitionSymbolEffect, Hashable {
    public var configuration: SymbolEffectConfiguration { .init(kind: .disappear) }
    public var up: Self { self }
    public var down: Self { self }
    public var byLayer: Self { self }
    public var wholeSymbol: Self { self }
    init() {}
}

/// One symbol gets small, and the other one large. Source: Apple, ReplaceSymbolEffect.
public struct ReplaceSymbolEffect: ContentTransitionSymbolEffect, Hashable {
    public var configuration: SymbolEffectConfiguration { .init(kind: .replace) }
    public var downUp: Self { self }
    public var upUp: Self { self }
    public var offUp: Self { self }
    public var byLayer: Self { self }
    public var wholeSymbol: Self { self }
    init() {}
}

/// The symbol turns a little to and fro. Source: Apple, WiggleSymbolEffect.
public struct WiggleSymbolEffect: DiscreteSymbolEffect, IndefiniteSymbolEffect, Hashable {
    public var configuration: SymbolEffectConfiguration { .init(kind: .wiggle) }
    public var byLayer: Self { self }
    public var wholeSymbol: Self { self }
    init() {}
}

/// The symbol turns around. Source: Apple, RotateSymbolEffect.
public struct RotateSymbolEffect: DiscreteSymbolEffect, IndefiniteSymbolEffect, Hashable {
    private var isClockwise = true
    public var configuration: SymbolEffectConfiguration { .init(kind: .rotate(isClockwise: isClockwise)) }
    public var clockwise: Self { Self(isClockwise: true) }
    public var counterClockwise: Self { Self(isClockwise: false) }
    public var byLayer: Self { self }
    public var wholeSymbol: Self { self }
    init(isClockwise: Bool = true) { self.isClockwise = isClockwise }
}

/// The symbol gets larger and smaller. Source: Apple, BreatheSymbolEffect.
public struct BreatheSymbolEffect: DiscreteSymbolEffect, IndefiniteSymbolEffect, Hashable {
    public var configuration: SymbolEffectConfiguration { .init(kind: .breathe) }
    public var plain: Self { self }
    public var pulse: Self { self }
    public var byLayer: Self { self }
    public var wholeSymbol: Self { self }
    init() {}
}

extension SymbolEffect where Self == BounceSymbolEffect { public static var bounce: Self { .init() } }
extension SymbolEffect where Self == PulseSymbolEffect { public static var pulse: Self { .init() } }
extension SymbolEffect where Self == VariableColorSymbolEffect { public static var variableColor: Self { .init() } }
extension SymbolEffect where Self == ScaleSymbolEffect { public static var scale: Self { .init() } }
extension SymbolEffect where Self == AppearSymbolEffect { public static var appear: Self { .init() } }
extension SymbolEffect where Self == DisappearSymbolEffect { public static var disappear: Self { .init() } }
extension SymbolEffect where Self == ReplaceSymbolEffect { public static var replace: Self { .init() } }
extension SymbolEffect where Self == WiggleSymbolEffect { public static var wiggle: Self { .init() } }
extension SymbolEffect where Self == RotateSymbolEffect { public static var rotate: Self { .init() } }
extension SymbolEffect where Self == BreatheSymbolEffect { public static var breathe: Self { .init() } }

/// How often and how fast. Source: Apple, SymbolEffectOptions.
public struct SymbolEffectOptions: Hashable, Sendable {
    /// Source: Apple, SymbolEffectOptions.RepeatBehavior.
    public struct RepeatBehavior: Hashable, Sendable {
        package let count: Int?
        package let delay: Double
        public static var continuous: RepeatBehavior { .init(count: nil, delay: 0) }
        public static var periodic: RepeatBehavior { .init(count: nil, delay: 0.5) }
        /// - `delay`: between two repetitions, in seconds.
        public static func periodic(_ count: Int? = nil, delay: Double? = nil) -> RepeatBehavior {
            .init(count: count, delay: delay ?? 0.5)
        }
    }

    /// `nil` for the effect's own: once, or as long as it is active.
    package private(set) var count: Int?
    package private(set) var repeatsForever = false
    package private(set) var delay = 0.0
    package private(set) var speed = 1.0

    public static var `default`: Self { Self() }
    public static var repeating: Self { Self().with { $0.repeatsForever = true } }
    public static var nonRepeating: Self { .repeat(1) }
    public static func `repeat`(_ count: Int?) -> Self { Self().repeat(count) }
    public static func `repeat`(_ behavior: RepeatBehavior) -> Self { Self().repeat(behavior) }
    /// - Parameter speed: 1 is usual.
    public static func speed(_ speed: Double) -> Self { Self().speed(speed) }

    public var repeating: Self { with { ($0.repeatsForever, $0.count) = (true, nil) } }
    public var nonRepeating: Self { self.repeat(1) }
    public func `repeat`(_ count: Int?) -> Self { with { ($0.count, $0.repeatsForever) = (count, count == nil) } }
    public func `repeat`(_ behavior: RepeatBehavior) -> Self {
        with { ($0.count, $0.repeatsForever, $0.delay) = (behavior.count, behavior.count == nil, behavior.delay) }
    }
    public func speed(_ speed: Double) -> Self { with { $0.speed = max(speed, 0.01) } }

    private init() {}

    private func with(_ change: (inout Self) -> Void) -> Self {
        var options = self
        change(&options)
        return options
    }
}
