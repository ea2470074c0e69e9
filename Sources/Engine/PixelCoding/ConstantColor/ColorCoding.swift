import YUV

/// Converts luma and chroma to red, green and blue codes and back, all on a 10-bit scale: 0…1023.
struct ColorCoding: Sendable {
    private let red: Float
    private let blue: Float
    private let lumaBlack: Float
    private let lumaScale: Float
    private let chromaScale: Float

    /// - Parameter kind: 8-bit samples count four times.
    init(_ color: ColorDescription, _ kind: SampleKind) {
        (red, blue) =
            switch color.matrix {
            case .rec601: (0.299, 0.114)
            case .rec709: (0.2126, 0.0722)
            case .rec2020: (0.2627, 0.0593)
            }
        switch color.range {
        case .video: (lumaBlack, lumaScale, chromaScale) = (64, 1023 / 876, 1023 / 896)
        case .full:
            let largest: Float = kind == .eight ? 1020 : 1023
            (lumaBlack, lumaScale, chromaScale) = (0, 1023 / largest, 1023 / largest)
        }
    }

    /// What chroma adds to luma in red, green and blue.
    @inline(__always)
    func offsets(cb: Float, cr: Float) -> LightColor {
        let towardsRed = (cr - 512) * chromaScale * 2 * (1 - red)
        let towardsBlue = (cb - 512) * chromaScale * 2 * (1 - blue)
        return LightColor(
            red: towardsRed, green: -(red * towardsRed + blue * towardsBlue) / (1 - red - blue), blue: towardsBlue)
    }

    @inline(__always)
    func gray(luma: Float) -> Float { (luma - lumaBlack) * lumaScale }

    @inline(__always)
    func luma(_ codes: LightColor) -> Float { brightness(codes) / lumaScale + lumaBlack }

    @inline(__always)
    func chroma(_ codes: LightColor) -> (cb: Float, cr: Float) {
        let brightness = brightness(codes)
        return (
            (codes.blue - brightness) / (2 * (1 - blue) * chromaScale) + 512,
            (codes.red - brightness) / (2 * (1 - red) * chromaScale) + 512
        )
    }

    @inline(__always)
    private func brightness(_ codes: LightColor) -> Float {
        red * codes.red + (1 - red - blue) * codes.green + blue * codes.blue
    }
}
