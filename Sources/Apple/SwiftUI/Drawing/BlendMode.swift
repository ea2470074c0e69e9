import QuartzCore

/// How a view is put together with what is behind it. Source: Apple, BlendMode.
///
/// Linux: without `plusDarker`.
public enum BlendMode: Hashable, Sendable {
    case normal
    case multiply
    case screen
    case overlay
    case darken
    case lighten
    case colorDodge
    case colorBurn
    case softLight
    case hardLight
    case difference
    case exclusion
    case hue
    case saturation
    case color
    case luminosity
    case sourceAtop
    case destinationOver
    /// Cuts the view out of what is behind it.
    case destinationOut
    case plusLighter

    var layerBlend: CGBlendMode {
        switch self {
        case .normal: .normal
        case .multiply: .multiply
        case .screen: .screen
        case .overlay: .overlay
        case .darken: .darken
        case .lighten: .lighten
        case .colorDodge: .colorDodge
        case .colorBurn: .colorBurn
        case .softLight: .softLight
        case .hardLight: .hardLight
        case .difference: .difference
        case .exclusion: .exclusion
        case .hue: .hue
        case .saturation: .saturation
        case .color: .color
        case .luminosity: .luminosity
        case .sourceAtop: .sourceAtop
        case .destinationOver: .destinationOver
        case .destinationOut: .destinationOut
        case .plusLighter: .plusLighter
        }
    }
}

private struct Blend: EffectChange {
    let mode: BlendMode
    var animatableData = EmptyAnimatableData()

    func apply(_ surface: Surface, _ environment: EnvironmentValues) { surface.layer.blend = mode.layerBlend }
}

extension View {
    /// Puts the view together with what is behind it, up to the nearest view that is drawn as one: that of an effect,
    /// or of `compositingGroup()`.
    public nonisolated func blendMode(_ blendMode: BlendMode) -> some View { modified(Blend(mode: blendMode)) }
}
