import UIKitCore

/// How a text or a picture becomes another one, if that is animated. Source: Apple, ContentTransition.
///
/// Linux: with `numericText` the whole text rolls, not each digit of it.
public struct ContentTransition: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case interpolate, identity, opacity, symbol
        /// A new text comes from below, or from above if it counts down.
        case roll(isDown: Bool)
        /// The new text comes from below if the value is greater.
        case rollBy(Double)
    }
    let kind: Kind

    /// Colors and places are animated, contents are not.
    public static let interpolate = ContentTransition(kind: .interpolate)
    /// Nothing of the content is animated.
    public static let identity = ContentTransition(kind: .identity)
    /// The old content fades out, and the new one in.
    public static let opacity = ContentTransition(kind: .opacity)
    public static func numericText(countsDown: Bool = false) -> ContentTransition {
        .init(kind: .roll(isDown: countsDown))
    }
    /// - Parameter value: what the text says; the direction follows it.
    public static func numericText(value: Double) -> ContentTransition { .init(kind: .rollBy(value)) }
    /// The old symbol gets small, and the new one large.
    public static var symbolEffect: ContentTransition { .init(kind: .symbol) }
    public static func symbolEffect<T: ContentTransitionSymbolEffect & SymbolEffect>(
        _ effect: T, options: SymbolEffectOptions = .default
    ) -> ContentTransition { .init(kind: .symbol) }
}

extension ContentTransition.Kind {
    /// Whether a new text comes from above.
    func goesDown(from old: Self) -> Bool {
        switch (old, self) {
        case (.rollBy(let before), .rollBy(let now)): now < before
        case (_, .roll(let isDown)): isDown
        default: false
        }
    }
}

extension EnvironmentValues {
    private struct Transition: EnvironmentKey { static let defaultValue = ContentTransition.interpolate }

    public var contentTransition: ContentTransition {
        get { self[Transition.self] }
        set { self[Transition.self] = newValue }
    }
}

extension View {
    /// How texts and symbols in the view become others.
    public nonisolated func contentTransition(_ transition: ContentTransition) -> some View {
        environment(\.contentTransition, transition)
    }
}

/// A leaf whose content becomes another one.
@MainActor protocol ReplacedLeaf: Leaf {
    /// What a person sees; something else is another content.
    func shownContent(_ environment: EnvironmentValues) -> AnyHashable
}

extension Text: ReplacedLeaf {
    func shownContent(_ environment: EnvironmentValues) -> AnyHashable { AnyHashable(plainString(environment)) }
}

extension Image: ReplacedLeaf {
    func shownContent(_ environment: EnvironmentValues) -> AnyHashable {
        switch source {
        case .symbol(let name): AnyHashable(name)
        case .named(let name, let bundle): AnyHashable([name, bundle])
        case .picture(let picture): AnyHashable(ObjectIdentifier(picture))
        }
    }
}

/// The old content of a leaf, which is still seen, and how far the new one has come.
@MainActor final class LeavingContent {
    struct Part: Animatable { var animatableData: Double }

    private let surface: Surface
    private let size: CGSize
    private let kind: ContentTransition.Kind
    private let isDown: Bool
    private var part: AnimatedValue<Part>

    init(
        _ surface: Surface, _ kind: ContentTransition.Kind, isDown: Bool, _ transaction: Transaction,
        _ clock: AnimationClock
    ) {
        (self.surface, self.kind, self.isDown) = (surface, kind, isDown)
        size = surface.size
        part = AnimatedValue(Part(animatableData: 0), clock)
        part.set(Part(animatableData: 1), transaction)
    }

    /// Draws the old content on top of the new one.
    ///
    /// - Returns: whether it is still there.
    func draw(_ drawing: Drawing, over new: Surface, _ frame: CGRect) -> Bool {
        let now = part.now.animatableData
        guard part.isRunning else {
            pose(new, 1, shift: 0, scale: 1)
            return false
        }
        let place = CGRect(
            x: frame.midX - size.width / 2, y: frame.midY - size.height / 2, width: size.width, height: size.height)
        drawing.add(surface, place)
        let way = (isDown ? -1 : 1) * size.height / 2
        switch kind {
        case .roll, .rollBy:
            pose(surface, 1 - now, shift: -way * now, scale: 1)
            pose(new, now, shift: way * (1 - now), scale: 1)
        case .symbol:
            // One after the other.
            pose(surface, max(0, 1 - 2 * now), shift: 0, scale: max(0.5, 1 - now))
            pose(new, max(0, 2 * now - 1), shift: 0, scale: min(1, 0.5 + now / 2))
        case .opacity, .identity, .interpolate:
            pose(surface, 1 - now, shift: 0, scale: 1)
            pose(new, now, shift: 0, scale: 1)
        }
        return true
    }

    private func pose(_ surface: Surface, _ opacity: Double, shift: CGFloat, scale: CGFloat) {
        surface.view.alpha = opacity
        surface.setTransform(
            Effect.scale(scale, scale, .center, surface.size).concatenating(
                CGAffineTransform(translationX: 0, y: shift)))
    }
}
