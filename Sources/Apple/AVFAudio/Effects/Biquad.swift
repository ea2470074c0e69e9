import Foundation

/// A filter of second order. Source: Bristow-Johnson, Cookbook formulae for audio equalizer biquad filter coefficients.
struct Biquad: Sendable {
    /// b0, b1, b2, a1, a2, divided by a0.
    private var factors: (Double, Double, Double, Double, Double) = (1, 0, 0, 0, 0)
    /// Of each channel.
    private var memory: [(Double, Double)] = []

    mutating func set(_ band: AVAudioUnitEQFilterParameters.Values, rate: Double) {
        let w = 2 * Double.pi * min(Double(band.frequency), rate * 0.499) / rate
        let (s, c) = (sin(w), cos(w))
        // From octaves to steepness.
        let byBandwidth = s * sinh(log(2) / 2 * Double(band.bandwidth) * w / s)
        let flat = s / 2.0.squareRoot()
        let a = pow(10, Double(band.gain) / 40)
        switch band.filterType {
        case .parametric:
            let q = byBandwidth
            set(1 + q * a, -2 * c, 1 - q * a, 1 + q / a, -2 * c, 1 - q / a)
        case .lowPass, .resonantLowPass:
            let q = band.filterType == .lowPass ? flat : byBandwidth
            set((1 - c) / 2, 1 - c, (1 - c) / 2, 1 + q, -2 * c, 1 - q)
        case .highPass, .resonantHighPass:
            let q = band.filterType == .highPass ? flat : byBandwidth
            set((1 + c) / 2, -1 - c, (1 + c) / 2, 1 + q, -2 * c, 1 - q)
        case .bandPass: set(byBandwidth, 0, -byBandwidth, 1 + byBandwidth, -2 * c, 1 - byBandwidth)
        case .bandStop: set(1, -2 * c, 1, 1 + byBandwidth, -2 * c, 1 - byBandwidth)
        case .lowShelf, .resonantLowShelf:
            setShelf(a, c, band.filterType == .lowShelf ? flat : byBandwidth, isLow: true)
        case .highShelf, .resonantHighShelf:
            setShelf(a, c, band.filterType == .highShelf ? flat : byBandwidth, isLow: false)
        }
    }

    /// Lets what is below a frequency pass.
    mutating func setLowPass(_ frequency: Double, rate: Double) {
        set(.init(filterType: .lowPass, frequency: Float(frequency)), rate: rate)
    }

    private mutating func setShelf(_ a: Double, _ c: Double, _ q: Double, isLow: Bool) {
        let root = 2 * a.squareRoot() * q
        // The high shelf is the low one with the spectrum turned around.
        let side: Double = isLow ? 1 : -1
        let (plus, minus) = (a + 1, a - 1)
        set(
            a * (plus - side * minus * c + root), side * 2 * a * (minus - side * plus * c),
            a * (plus - side * minus * c - root), plus + side * minus * c + root, side * -2 * (minus + side * plus * c),
            plus + side * minus * c - root)
    }

    private mutating func set(
        _ b0: Double, _ b1: Double, _ b2: Double, _ a0: Double, _ a1: Double, _ a2: Double
    ) {
        factors = (b0 / a0, b1 / a0, b2 / a0, a1 / a0, a2 / a0)
    }

    mutating func process(_ block: inout SoundBlock) {
        for channel in block.channels.indices {
            block.withChannel(channel) { samples in
                for index in samples.indices { samples[index] = process(samples[index], channel) }
            }
        }
    }

    /// The next sample of a channel.
    mutating func process(_ sample: Float, _ channel: Int) -> Float {
        while memory.count <= channel { memory.append((0, 0)) }
        let x = Double(sample)
        let y = factors.0 * x + memory[channel].0
        memory[channel].0 = factors.1 * x - factors.3 * y + memory[channel].1
        memory[channel].1 = factors.2 * x - factors.4 * y
        return Float(y)
    }
}
