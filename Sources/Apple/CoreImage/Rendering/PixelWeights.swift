internal import CFilters
import Foundation

/// Weights of the pixels around a pixel; a weighted sum is a blur or a convolution.
struct PixelWeights: Sendable {
    /// From the pixel, with y up.
    private let places: [SIMD2<Int>]
    private let weights: [Float]

    init(_ weights: [SIMD2<Int>: Double]) {
        // In the order in which they lie in memory.
        let used = weights.filter { $0.value != 0 }.sorted { ($0.key.y, $0.key.x) < ($1.key.y, $1.key.x) }
        (places, self.weights) = (used.map(\.key), used.map { Float($0.value) })
    }

    /// The mean of places on a line through the pixel, each between the four nearest pixels.
    ///
    /// - Parameters:
    ///   - way: from the pixel to one of the ends of the line.
    ///   - steps: the number of places on each side of the pixel.
    static func line(_ way: SIMD2<Double>, steps: Int) -> PixelWeights {
        var weights: [SIMD2<Int>: Double] = [:]
        let share = 1 / Double(2 * steps + 1)
        for step in -steps...steps {
            let place = steps == 0 ? .zero : way * (Double(step) / Double(steps))
            let low = place.rounded(.down)
            let part = place - low
            for (dx, across) in [(0, 1 - part.x), (1, part.x)] {
                for (dy, up) in [(0, 1 - part.y), (1, part.y)] {
                    weights[SIMD2(Int(low.x) + dx, Int(low.y) + dy), default: 0] += share * across * up
                }
            }
        }
        // A cosine that is nearly zero wants a share of the next row that no float can hold.
        return PixelWeights(weights.filter { $0.value > 1e-8 })
    }

    /// Writes weighted sums of the pixels around each pixel of a row, plus a bias.
    ///
    /// - Parameters:
    ///   - from: the same pixels of the picture.
    ///   - step: from one row of the picture to the next above.
    ///   - to: the result.
    ///   - count: how many pixels.
    ///   - bias: is added to each component.
    func sum(_ from: Run, _ step: Int, _ to: Run, _ count: Int32, bias: Float = 0) {
        let offsets = places.map { $0.y * step + $0.x }
        for index in 0..<4 {
            filters_weigh_around(
                bias, from.component(index), offsets, weights, Int32(weights.count), to.component(index), count)
        }
    }
}
