internal import CTemporalMerge

/// How much noise there is at each brightness, and which differences it explains.
///
/// Measured, not modeled, so it holds for every sensor, gain, gamma and range. It comes from the lower part of all
/// blocks' differences between frames, because most of a picture does not move. Where less stands still, the
/// differences within flat parts of the reference limit it.
struct NoiseCurve: Sendable {
    /// By brightness.
    let limits: [merge_limits]
    /// Beyond this, the difference of a single sample is not noise.
    let lumaLimits: [Int16]
    let chromaLimits: [Int16]

    /// A brightness with fewer blocks takes the noise of the nearest one that has more.
    private static func leastBlocks(_ picture: MergePicture) -> Int {
        min(200, max(16, picture.blockColumns * picture.blockRows / 20))
    }

    init(_ comparisons: [BlockComparison], _ brightness: BlockBrightness, _ reference: MergePicture) {
        let kind = reference.luma.kind
        // Steps of a sixteenth of an 8-bit step for each sample.
        let luma = NoiseHistogram(shift: kind == .eight ? 2 : 4)
        let sums = NoiseHistogram(shift: kind == .eight ? 1 : 3)
        let chroma = NoiseHistogram(shift: kind == .eight ? 1 : 3)
        for comparison in comparisons where !comparison.sharedColumns.isEmpty {
            for row in comparison.sharedRows {
                let first = row * comparison.columns + comparison.sharedColumns.lowerBound
                let (bins, count) = (brightness.bins.base + first, comparison.sharedColumns.count)
                luma.count(comparison.luma.base + first, bins, count)
                sums.count(comparison.sums.base + first, bins, count)
                chroma.count(comparison.chroma.base + first, bins, count)
            }
        }
        let least = Self.leastBlocks(reference) * comparisons.count
        let flat = FlatNoise(reference, brightness)
        let lumaNoise = Self.spread(luma, flat.luma, least)
        let chromaNoise = Self.spread(chroma, flat.chroma, least)
        // The differences of 64 samples grow with the root of their number, absolute ones in proportion: 8 * 1.25 of 64
        // * 1.
        let sumNoise = Self.sumDeviations(sums, lumaNoise.map { $0.mean * 10 / 64 }, least)
        limits = (0..<Int(merge_bins)).map { bin in
            let (light, color, sum) = (lumaNoise[bin], chromaNoise[bin], sumNoise[bin])
            return merge_limits(
                luma_full: light.mean + 3 * light.deviation, luma_none: light.mean + 6 * light.deviation,
                sum_full: 3 * sum, sum_none: 6 * sum, chroma_full: color.mean + 3 * color.deviation,
                chroma_none: color.mean + 6 * color.deviation)
        }
        // A sample's standard deviation is 1.25 times its mean absolute one.
        func sampleLimit(_ mean: Float) -> Int16 {
            Int16(min((3.5 * 1.25 * mean + Float(kind.unit)).rounded(.up), Float(kind.largestDifference)))
        }
        lumaLimits = lumaNoise.map { sampleLimit($0.mean / 64) }
        chromaLimits = chromaNoise.map { sampleLimit($0.mean / 32) }
    }

    private struct Spread {
        var mean: Float
        var deviation: Float
    }

    /// Absolute differences of blocks that are pure noise, estimated from the lower part, where nothing moves.
    private static func spread(_ histogram: NoiseHistogram, _ bounds: [Float?], _ least: Int) -> [Spread] {
        let measured = (0..<Int(merge_bins)).map { bin -> Spread? in
            guard histogram.total(bin) >= least else { return nil }
            let (low, middle) = (histogram.quantile(0.05, bin), histogram.quantile(0.3, bin))
            // A normal distribution has these at 1.64 and 0.52 deviations below its mean.
            let deviation = (middle - low) / 1.12
            return Spread(mean: middle + 0.52 * deviation, deviation: deviation)
        }
        return filled(measured, otherwise: Spread(mean: 0, deviation: 0)).enumerated().map { bin, spread in
            var spread = spread
            if let bound = bounds[bin], spread.mean > bound { spread = Spread(mean: bound, deviation: 0) }
            // White noise has 0.095 for luma and 0.13 for chroma; rounding adds a little where there is hardly any.
            spread.deviation = min(
                max(spread.deviation, 0.09 * spread.mean, Float(2 * histogram.step)), 0.25 * spread.mean + 8)
            return spread
        }
    }

    /// The standard deviation of the blocks' differences.
    private static func sumDeviations(_ histogram: NoiseHistogram, _ white: [Float], _ least: Int) -> [Float] {
        let measured = (0..<Int(merge_bins)).map { bin -> Float? in
            guard histogram.total(bin) >= least else { return nil }
            // Of a normal distribution's absolute values, 30 % are below 0.385 deviations.
            return histogram.quantile(0.3, bin) / 0.385
        }
        return filled(measured, otherwise: 0).enumerated().map { bin, deviation in
            // Noise that is correlated between pixels gives more than white noise; anything beyond that is not noise.
            max(min(deviation, 2.5 * white[bin]), white[bin], Float(4 * histogram.step))
        }
    }

    /// Missing values come from the nearest brightness that has one.
    private static func filled<Value>(_ values: [Value?], otherwise: Value) -> [Value] {
        values.indices.map { index in
            let near = values.indices.filter { values[$0] != nil }.min { abs($0 - index) < abs($1 - index) }
            return near.flatMap { values[$0] } ?? otherwise
        }
    }
}

/// The noise of the reference's flat parts: an upper bound, because everything that is not flat differs more.
private struct FlatNoise {
    /// Absolute differences of a block; `nil` if there are too few blocks.
    let luma: [Float?]
    let chroma: [Float?]

    /// The distance in pixels: neighbors share noise if a camera has interpolated or smoothed.
    private static let lag = 4
    /// A margin above the flattest blocks' value, which is the lowest of many.
    private static let slack: Float = 1.5

    init(_ picture: MergePicture, _ brightness: BlockBrightness) {
        let kind = picture.luma.kind
        let luma = NoiseHistogram(shift: kind == .eight ? 2 : 4)
        let chroma = NoiseHistogram(shift: kind == .eight ? 1 : 3)
        let size = Int(merge_block)
        let columns = picture.blockColumns - 1
        let (across, down) = (MergeMemory<UInt16>(max(columns, 1)), MergeMemory<UInt16>(max(columns, 1)))
        for row in stride(from: 0, to: columns > 0 ? picture.blockRows - 1 : 0, by: 2) {
            let bins = brightness.bins.base + row * picture.blockColumns
            for (plane, rows, histogram) in [(picture.luma, size, luma), (picture.chroma, size / 2, chroma)] {
                let top = row * rows
                for (x, y, target) in [(Self.lag / plane.step, 0, across), (0, Self.lag / plane.step, down)] {
                    kind.compare(
                        plane.row(top), plane.bytesPerRow, plane.at(x, top + y), plane.bytesPerRow, rows: rows,
                        blocks: columns, distances: target.base, sums: nil)
                }
                for column in 0..<columns { across.base[column] = min(across.base[column], down.base[column]) }
                histogram.count(across.base, bins, columns)
            }
        }
        func bounds(_ histogram: NoiseHistogram) -> [Float?] {
            (0..<Int(merge_bins)).map { bin in
                histogram.total(bin) < 50 ? nil : Self.slack * (histogram.quantile(0.2, bin) + Float(histogram.step))
            }
        }
        self.luma = bounds(luma)
        self.chroma = bounds(chroma)
    }
}

/// How often each value occurs, for each brightness.
private final class NoiseHistogram {
    /// The size of one step.
    let step: Int
    private let shift: Int32
    private let counts = MergeMemory<UInt32>(Int(merge_bins * merge_steps), repeating: 0)

    init(shift: Int32) {
        self.shift = shift
        step = 1 << shift
    }

    func count(_ values: UnsafePointer<UInt16>, _ bins: UnsafePointer<UInt8>, _ count: Int) {
        merge_count(values, bins, Int32(count), shift, counts.base)
    }

    func count(_ values: UnsafePointer<Int32>, _ bins: UnsafePointer<UInt8>, _ count: Int) {
        merge_count_sums(values, bins, Int32(count), shift, counts.base)
    }

    func total(_ bin: Int) -> Int {
        steps(bin).reduce(0) { $0 + Int($1) }
    }

    /// The value below which the given part of all values lies.
    func quantile(_ part: Float, _ bin: Int) -> Float {
        let wanted = part * Float(total(bin))
        var below: Float = 0
        for (index, count) in steps(bin).enumerated() where count > 0 {
            if below + Float(count) >= wanted {
                return (Float(index) + (wanted - below) / Float(count)) * Float(step)
            }
            below += Float(count)
        }
        return Float(Int(merge_steps) * step)
    }

    private func steps(_ bin: Int) -> UnsafeBufferPointer<UInt32> {
        UnsafeBufferPointer(start: counts.base + bin * Int(merge_steps), count: Int(merge_steps))
    }
}
