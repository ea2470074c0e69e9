import Foundation

/// How light becomes code values. Both are 0 … 1; 1 is white.
package enum SceneTransfer: Sendable, Equatable {
    case bt709
    /// White is at 75 % of the signal, as broadcasters set it; what is brighter fits above.
    case hlg

    /// The light of a code value of BT.709. Source: ITU-R BT.709-6, 1.2 (inverted).
    package static func light(_ code: Double) -> Double {
        code < 0.081 ? code / 4.5 : pow((code + 0.099) / 1.099, 1 / 0.45)
    }

    /// The code value of light.
    func code(_ light: Double) -> Double {
        switch self {
        case .bt709: light < 0.018 ? light * 4.5 : 1.099 * pow(light, 0.45) - 0.099
        case .hlg: Self.hlgCode(light * Self.hlgWhite)
        }
    }

    /// The scene light at which white is put. Source: ITU-R BT.2408, 2.2.
    private static let hlgWhite = 0.265

    /// Source: ITU-R BT.2100-2, table 5 (HLG OETF).
    private static func hlgCode(_ light: Double) -> Double {
        let a = 0.17883277
        let light = min(max(light, 0), 1)
        return light <= 1 / 12.0 ? (3 * light).squareRoot() : a * log(12 * light - (1 - 4 * a)) + 0.55991073
    }
}
