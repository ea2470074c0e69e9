import UIKitCore

/// Which of the symbols with a name's beginning are shown. Source: Apple, SymbolVariants.
public struct SymbolVariants: Hashable, Sendable {
    private enum Enclosure: String {
        case circle, square, rectangle
    }

    private var enclosure: Enclosure?
    private var isFilled = false
    private var isStruckOut = false

    public static let none = SymbolVariants()
    public static let circle = SymbolVariants().circle
    public static let square = SymbolVariants().square
    public static let rectangle = SymbolVariants().rectangle
    public static let fill = SymbolVariants().fill
    public static let slash = SymbolVariants().slash

    public var circle: SymbolVariants { with { $0.enclosure = .circle } }
    public var square: SymbolVariants { with { $0.enclosure = .square } }
    public var rectangle: SymbolVariants { with { $0.enclosure = .rectangle } }
    public var fill: SymbolVariants { with { $0.isFilled = true } }
    public var slash: SymbolVariants { with { $0.isStruckOut = true } }

    public func contains(_ other: SymbolVariants) -> Bool {
        (other.enclosure == nil || other.enclosure == enclosure) && (!other.isFilled || isFilled)
            && (!other.isStruckOut || isStruckOut)
    }

    private func with(_ change: (inout SymbolVariants) -> Void) -> SymbolVariants {
        var variants = self
        change(&variants)
        return variants
    }

    func adding(_ other: SymbolVariants) -> SymbolVariants {
        with {
            $0.enclosure = other.enclosure ?? enclosure
            $0.isFilled = isFilled || other.isFilled
            $0.isStruckOut = isStruckOut || other.isStruckOut
        }
    }

    /// The name of the symbol with these variants; without those that there are not.
    func name(_ name: String) -> String {
        guard self != .none else { return name }
        var name = name
        for word in [isStruckOut ? "slash" : nil, enclosure?.rawValue, isFilled ? "fill" : nil] {
            guard let word, !name.split(separator: ".").contains(Substring(word)) else { continue }
            if UIImage.hasSymbol("\(name).\(word)") { name += ".\(word)" }
        }
        return name
    }
}

extension EnvironmentValues {
    private struct Variants: EnvironmentKey { static let defaultValue = SymbolVariants.none }

    /// The variants of the symbols below.
    public var symbolVariants: SymbolVariants {
        get { self[Variants.self] }
        set { self[Variants.self] = newValue }
    }
}

extension View {
    /// Shows the symbols below in a variant, in addition to those from above; `.none` takes these back.
    public nonisolated func symbolVariant(_ variant: SymbolVariants) -> some View {
        transformEnvironment(\.symbolVariants) { $0 = variant == .none ? .none : $0.adding(variant) }
    }
}
