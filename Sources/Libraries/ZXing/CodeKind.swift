internal import CZXing

/// A kind of bar code or two-dimensional code.
package enum CodeKind: Sendable, Hashable, CaseIterable {
    case aztec
    case codabar
    case code39
    case code93
    case code128
    case dataBar
    case dataBarExpanded
    case dataMatrix
    case ean8
    /// UPC-A too, which is an EAN-13 that begins with 0.
    case ean13
    case interleaved2of5
    case pdf417
    case qr
    case microQR
    case upce

    /// The library's number.
    var bit: UInt32 {
        let bit =
            switch self {
            case .aztec: czx_aztec
            case .codabar: czx_codabar
            case .code39: czx_code39
            case .code93: czx_code93
            case .code128: czx_code128
            case .dataBar: czx_data_bar
            case .dataBarExpanded: czx_data_bar_expanded
            case .dataMatrix: czx_data_matrix
            case .ean8: czx_ean8
            case .ean13: czx_ean13
            case .interleaved2of5: czx_itf
            case .pdf417: czx_pdf417
            case .qr: czx_qr
            case .microQR: czx_micro_qr
            case .upce: czx_upce
            }
        return UInt32(bit)
    }
}
