import CoreVideo
import Foundation
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
    package init(transferCharacteristics: Int?) {
        self =
            switch transferCharacteristics {
            case 16: .pq
            case 18: .hlg
            default: .standard
            }
    }

    /// To the colors of a screen with standard dynamic range; `nil` if they already are.
    package var toStandard: ColorMapping? {
        switch self {
        case .standard: nil
        case .hlg: Self.hlgToStandard
        case .pq: Self.pqToStandard
        }
    }

    private static let hlgToStandard = ColorMapping(curve: { shown(hlgLight($0) / 0.265) }, matrix: wideToStandard)
    private static let pqToStandard = ColorMapping(curve: { shown(pqLight($0) / 203) }, matrix: wideToStandard)

    /// From BT.2020's primaries to BT.709's. Such a matrix is meant for light; these factors are the best fit (least
    /// squares over all colors) for code values, which are all there is.
    private static let wideToStandard = [
        [1.704, -0.625, -0.079],
        [-0.215, 1.222, -0.007],
        [-0.045, -0.131, 1.176],
    ]

    /// The code of light, where 1 is white: BT.709's curve, compressed above a screen's white.
    private static func shown(_ light: Double) -> Double {
        let code = light < 0.018 ? light * 4.5 : 1.099 * pow(light, 0.45) - 0.099
        let knee = 0.9
        return code < knee ? code : knee + (1 - knee) * (1 - exp((knee - code) / (1 - knee)))
    }

    /// The light of the scene, 0 … 1; white is at 0.265. Source: ITU-R BT.2100-2, table 5 (inverse OETF); BT.2408, 2.2.
    private static func hlgLight(_ code: Double) -> Double {
        let a = 0.17883277
        return code <= 0.5 ? code * code / 3 : (exp((code - 0.55991073) / a) + 1 - 4 * a) / 12
    }

    /// The light of the screen in cd/m²; white is at 203. Source: ITU-R BT.2100-2, table 4 (EOTF); BT.2408, 2.2.
    private static func pqLight(_ code: Double) -> Double {
        let power = pow(code, 1 / 78.84375)
        return 10_000 * pow(max(power - 0.8359375, 0) / (18.8515625 - 18.6875 * power), 1 / 0.1593017578125)
    }
}
