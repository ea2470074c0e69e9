import CoreVideo
import Foundation

/// What codes mean: the curve to light, and the primaries.
///
/// BT.709's curve counts as sRGB's: screens show both alike, and so do the preview and the photos here.
struct ColorEncoding: Sendable, Hashable {
    enum Primaries: Sendable { case rec709, displayP3, rec2020 }
    enum Curve: Sendable { case linear, srgb, hlg, pq }

    var primaries = Primaries.rec709
    var curve = Curve.srgb

    init(primaries: Primaries = .rec709, curve: Curve = .srgb) { (self.primaries, self.curve) = (primaries, curve) }

    init(_ space: CGColorSpace) {
        switch space.name {
        case CGColorSpace.displayP3: self.init(primaries: .displayP3)
        case CGColorSpace.linearSRGB, CGColorSpace.extendedLinearSRGB, CGColorSpace.linearGray:
            self.init(curve: .linear)
        case CGColorSpace.linearDisplayP3, CGColorSpace.extendedLinearDisplayP3:
            self.init(primaries: .displayP3, curve: .linear)
        case CGColorSpace.itur_2020: self.init(primaries: .rec2020)
        case CGColorSpace.itur_2100_HLG: self.init(primaries: .rec2020, curve: .hlg)
        default: self.init()
        }
    }

    /// What a buffer's attachments say; sRGB without them.
    init(_ buffer: CVPixelBuffer, isLinear: Bool) {
        let primaries: Primaries =
            switch CVBufferCopyAttachment(buffer, kCVImageBufferColorPrimariesKey, nil) as? String {
            case kCVImageBufferColorPrimaries_P3_D65: .displayP3
            case kCVImageBufferColorPrimaries_ITU_R_2020: .rec2020
            default: .rec709
            }
        let curve: Curve =
            switch CVBufferCopyAttachment(buffer, kCVImageBufferTransferFunctionKey, nil) as? String {
            case kCVImageBufferTransferFunction_ITU_R_2100_HLG: .hlg
            case kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ: .pq
            case kCVImageBufferTransferFunction_Linear: .linear
            case nil: isLinear ? .linear : .srgb
            default: .srgb
            }
        self.init(primaries: primaries, curve: curve)
    }

    /// From codes to the working space: light, with sRGB's primaries.
    var toLight: [PointOperation] {
        let curve: [PointOperation] =
            switch curve {
            case .linear: []
            case .srgb: [.toLight(.srgb)]
            case .hlg: [.toLight(.hlg)]
            case .pq: [.toLight(.pq)]
            }
        // Source: ITU-R BT.2087-0 (inverted); SMPTE EG 432-1 for P3.
        return switch primaries {
        case .rec709: curve
        case .displayP3:
            curve + [
                .primaries(
                    ColorMatrix(rows: [
                        [1.22494, -0.22494, 0], [-0.04206, 1.04206, 0], [-0.01964, -0.07864, 1.09828],
                    ]))
            ]
        case .rec2020:
            curve + [
                .primaries(
                    ColorMatrix(rows: [
                        [1.660491, -0.587641, -0.07285], [-0.12455, 1.1329, -0.00835], [-0.018151, -0.100579, 1.11873],
                    ]))
            ]
        }
    }

    /// From the working space to codes. Brightness beyond white is not encoded: HLG and PQ count as sRGB's curve.
    var toCodes: [PointOperation] {
        let curve: [PointOperation] = curve == .linear ? [] : [.toCode]
        return switch primaries {
        case .rec709: curve
        case .displayP3:
            [
                .primaries(
                    ColorMatrix(rows: [
                        [0.822462, 0.177538, 0], [0.033194, 0.966806, 0], [0.017083, 0.072397, 0.91052],
                    ]))
            ] + curve
        case .rec2020:
            [
                .primaries(
                    ColorMatrix(rows: [
                        [0.627404, 0.329283, 0.043313], [0.069097, 0.91954, 0.011362], [0.016391, 0.088013, 0.895595],
                    ]))
            ] + curve
        }
    }
}
