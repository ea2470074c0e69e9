import CaptureEngine
import Foundation

/// How light becomes numbers on the simulated sensor, and how much noise comes with it.
struct SensorLevels: Sendable {
    /// The sensor's mosaic: 14 bits.
    static let black = 512
    static let white = 16_383

    /// How much of the red, green and blue light the sensor sees; white balance compensates for it.
    let response = (red: 0.5, green: 1.0, blue: 0.625)
    let iso: Double

    /// The gains that make daylight neutral.
    static let daylight = WhiteBalanceGains(red: 2, green: 1, blue: 1.6)

    /// A saturated pixel at ISO 50, in electrons.
    private static let fullWell = 20_000.0
    /// In electrons.
    private static let readNoise = 2.5
    /// Below it the picture (not the mosaic) is clean: the camera's own processing removes the noise.
    private static let firstNoisyISO = 100.0

    /// The sample for an amount of light; 1 fills a green pixel.
    func code(_ light: Double) -> UInt16 {
        UInt16(min(max(Double(Self.black) + light * Double(Self.white - Self.black), 0), Double(Self.white)))
    }

    /// The variance of the noise in parts of white is `scale * light + offset`: photons, and the electronics.
    var noise: (scale: Double, offset: Double) {
        let electrons = Self.fullWell * 50 / iso
        return (1 / electrons, (Self.readNoise / electrons) * (Self.readNoise / electrons))
    }

    /// The standard deviation of a finished picture's samples, of 255; 0 if no noise is visible.
    ///
    /// Through the transfer function the noise of photons is nearly the same at all levels, so that of middle gray
    /// stands for all.
    var deviation: Double {
        if iso < Self.firstNoisyISO { return 0 }
        let gray = 0.18
        let slope = 1.099 * 0.45 * pow(gray, -0.55)
        return 255 * slope * (noise.scale * gray + noise.offset).squareRoot()
    }

    /// What a DNG file must say.
    func description(_ gains: WhiteBalanceGains) -> RawDescription {
        // Source: IEC 61966-2-1, from CIE XYZ (D65) to linear red, green and blue.
        let rows = [3.2406, -1.5372, -0.4986, -0.9689, 1.8758, 0.0415, 0.0557, -0.2040, 1.0570]
        let factors = [response.red, response.green, response.blue]
        return RawDescription(
            blackLevel: Self.black, whiteLevel: Self.white,
            neutral: [gains.red, gains.green, gains.blue].map { Double(gains.green / $0) },
            colorMatrix: rows.indices.map { rows[$0] * factors[$0 / 3] }, noise: noise)
    }
}
