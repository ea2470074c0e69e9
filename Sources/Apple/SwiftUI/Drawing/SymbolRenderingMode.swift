import UIKitCore

/// How the layers of a symbol are colored. Source: Apple, SymbolRenderingMode.
///
/// Linux: symbols have two layers. What stands in a circle or another frame is the first, and the frame the second; a slash
/// is the first, and what it strikes out the second. Other symbols have one.
public struct SymbolRenderingMode: Hashable, Sendable {
    private let number: Int
    /// In the foreground style.
    public static let monochrome = Self(number: 0)
    /// Linux: as ``monochrome``: no symbol has colors of its own.
    public static let multicolor = Self(number: 1)
    /// Second layers are fainter.
    public static let hierarchical = Self(number: 2)
    /// A style of `foregroundStyle(_:_:)` for each layer.
    public static let palette = Self(number: 3)
}

extension EnvironmentValues {
    private struct Mode: EnvironmentKey { static let defaultValue: SymbolRenderingMode? = nil }
    private struct Second: EnvironmentKey { static let defaultValue: (any ShapeStyle)? = nil }

    /// `nil` for a palette where there are several foreground styles, and else monochrome.
    public var symbolRenderingMode: SymbolRenderingMode? {
        get { self[Mode.self] }
        set { self[Mode.self] = newValue }
    }

    /// The style of second layers.
    var secondForeground: (any ShapeStyle)? {
        get { self[Second.self] }
        set { self[Second.self] = newValue }
    }

    /// What the colors of symbols come to; `nil` for one color.
    var symbolColors: UIImage.SymbolConfiguration? {
        func color(_ style: any ShapeStyle) -> UIColor { UIColor(style.paint(self).color) }
        switch symbolRenderingMode {
        case .hierarchical: return .fading
        case .palette, nil:
            guard let secondForeground else { return symbolRenderingMode == .palette ? .fading : nil }
            return UIImage.SymbolConfiguration(paletteColors: [color(foreground), color(secondForeground)])
        default: return nil
        }
    }
}

extension UIColor {
    fileprivate convenience init(_ color: Color.Resolved) {
        self.init(
            red: CGFloat(color.red), green: CGFloat(color.green), blue: CGFloat(color.blue),
            alpha: CGFloat(color.opacity))
    }
}

extension View {
    public nonisolated func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> some View {
        environment(\.symbolRenderingMode, mode)
    }

    /// Styles for what is drawn, and for the second layers of symbols.
    public nonisolated func foregroundStyle<S1: ShapeStyle, S2: ShapeStyle>(
        _ primary: S1, _ secondary: S2
    ) -> some View {
        foregroundStyle(primary).modified(EnvironmentChange { $0.secondForeground = secondary })
    }

    /// - `tertiary`: Linux: without effect, as symbols have two layers.
    public nonisolated func foregroundStyle<S1: ShapeStyle, S2: ShapeStyle, S3: ShapeStyle>(
        _ primary: S1, _ secondary: S2, _ tertiary: S3
    ) -> some View {
        NoEffectReport.add("View.foregroundStyle(_:_:_:)", "symbols have two layers, so the third style is not seen")
        return foregroundStyle(primary, secondary)
    }
}
