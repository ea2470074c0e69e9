internal import CGtk

/// How something is put together with what is behind it.
package enum Blending {
    /// GTK's own. Source: GTK, GskBlendMode.
    package enum Mode: UInt32, Sendable {
        case multiply = 1
        case screen = 2
        case overlay = 3
        case darken = 4
        case lighten = 5
        case colorDodge = 6
        case colorBurn = 7
        case hardLight = 8
        case softLight = 9
        case difference = 10
        case exclusion = 11
        case color = 12
        case hue = 13
        case saturation = 14
        case luminosity = 15
    }

    /// Those of Porter and Duff that GTK lacks; cairo does them.
    package enum Operation: Sendable {
        case atop
        case under
        case cutOut
        case add

        var cairo: cairo_operator_t {
            switch self {
            case .atop: CAIRO_OPERATOR_ATOP
            case .under: CAIRO_OPERATOR_DEST_OVER
            case .cutOut: CAIRO_OPERATOR_DEST_OUT
            case .add: CAIRO_OPERATOR_ADD
            }
        }
    }

    case mode(Mode)
    case operation(Operation)
}
