import Foundation
import UIKitCore

/// What a view does with what is behind it. Source: Apple, UIVisualEffect.
@MainActor @preconcurrency
open class UIVisualEffect: NSObject {
    public override init() {}
}

/// Like frosted glass. Source: Apple, UIBlurEffect.
///
/// Linux: blurs the views of the window that are behind, and lays a translucent color over them.
open class UIBlurEffect: UIVisualEffect {
    /// Source: Apple, UIBlurEffect.Style.
    public enum Style: Int, Sendable {
        case extraLight = 0
        case light = 1
        case dark = 2
        case regular = 4
        case prominent = 5
        case systemUltraThinMaterial = 6
        case systemThinMaterial = 7
        case systemMaterial = 8
        case systemThickMaterial = 9
        case systemChromeMaterial = 10
        case systemUltraThinMaterialLight = 11
        case systemThinMaterialLight = 12
        case systemMaterialLight = 13
        case systemThickMaterialLight = 14
        case systemUltraThinMaterialDark = 16
        case systemThinMaterialDark = 17
        case systemMaterialDark = 18
        case systemThickMaterialDark = 19
    }

    let style: Style

    public init(style: UIBlurEffect.Style) {
        self.style = style
        super.init()
    }

    var color: UIColor {
        let alpha: CGFloat =
            switch style {
            case .systemUltraThinMaterial, .systemUltraThinMaterialLight, .systemUltraThinMaterialDark: 0.45
            case .systemThinMaterial, .systemThinMaterialLight, .systemThinMaterialDark, .light: 0.6
            case .systemThickMaterial, .systemThickMaterialLight, .systemThickMaterialDark, .prominent: 0.88
            default: 0.75
            }
        let (light, dark) = (UIColor(white: 0.97, alpha: alpha), UIColor(white: 0.12, alpha: alpha))
        switch style {
        case .extraLight, .light, .systemUltraThinMaterialLight, .systemThinMaterialLight, .systemMaterialLight,
            .systemThickMaterialLight:
            return light
        case .dark, .systemUltraThinMaterialDark, .systemThinMaterialDark, .systemMaterialDark,
            .systemThickMaterialDark:
            return dark
        default: return UIColor { $0.userInterfaceStyle == .dark ? dark : light }
        }
    }
}

/// A view over others, as an effect shows them. Source: Apple, UIVisualEffectView.
open class UIVisualEffectView: UIView {
    private let inner = UIView()

    public init(effect: UIVisualEffect?) {
        self.effect = effect
        super.init(frame: .zero)
        inner.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        addSubview(inner)
        effectChanged()
    }

    public override convenience init(frame: CGRect) {
        self.init(effect: nil)
        self.frame = frame
    }

    /// Linux: always `nil`, as there are no archives of views.
    public required init?(coder: NSCoder) { nil }

    /// What is in front of the effect.
    open var contentView: UIView { inner }

    open var effect: UIVisualEffect? {
        didSet { effectChanged() }
    }

    private func effectChanged() { backgroundColor = (effect as? UIBlurEffect)?.color }

    /// How far it blurs what is behind it; 0 for not at all.
    final var blurRadius: CGFloat { effect is UIBlurEffect ? 15 : 0 }

    open override func willMove(toWindow newWindow: UIWindow?) {
        super.willMove(toWindow: newWindow)
        window?.removeBackdrop(self)
        newWindow?.addBackdrop(self)
    }
}
