import CoreVideo
import YUV

/// How bright a buffer's code values are: what its attachments say.
package enum DynamicRange: Sendable {
    /// As screens show it, without conversion.
    case standard
    /// Relative to white, with room above it.
    case hlg
    /// In cd/m².
    case pq

    package init(_ buffer: CVPixelBuffer) {
        self =
            switch CVBufferCopyAttachment(buffer, kCVImageBufferTransferFunctionKey, nil) as? String {
            case kCVImageBufferTransferFunction_ITU_R_2100_HLG: .hlg
            case kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ: .pq
            default: .standard
            }
    }

    /// - Parameter transferCharacteristics: the number that ITU-T H.273 has for them.
    init(transferCharacteristics: Int?) {
        self =
            switch transferCharacteristics {
            case 16: .pq
            case 18: .hlg
            default: .standard
            }
    }

    fileprivate var transfer: ScreenColors.Transfer? {
        switch self {
        case .standard: nil
        case .hlg: .hlg
        case .pq: .pq
        }
    }
}

extension ScreenColors {
    /// To the colors of a screen with standard dynamic range; `nil` if the buffer's already are.
    package init?(_ buffer: CVPixelBuffer) {
        guard let transfer = DynamicRange(buffer).transfer else { return nil }
        let primaries: Primaries =
            switch CVBufferCopyAttachment(buffer, kCVImageBufferColorPrimariesKey, nil) as? String {
            case kCVImageBufferColorPrimaries_ITU_R_709_2: .rec709
            case kCVImageBufferColorPrimaries_P3_D65: .displayP3
            default: .rec2020
            }
        self.init(transfer, primaries)
    }

    /// - Parameters: the numbers that ITU-T H.273 has for them.
    /// - Returns: `nil` for standard dynamic range.
    package init?(transferCharacteristics: Int?, primaries: Int?) {
        guard let transfer = DynamicRange(transferCharacteristics: transferCharacteristics).transfer else { return nil }
        let primaries: Primaries =
            switch primaries {
            case 1: .rec709
            case 12: .displayP3
            default: .rec2020
            }
        self.init(transfer, primaries)
    }
}
