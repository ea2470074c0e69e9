import Foundation

// Weighted sums of the pixels around a pixel.

private let picture = [kCICategoryVideo, kCICategoryStillImage]

extension FilterKind {
    static let convolutions: [FilterKind] = ["", "RGB"].flatMap { kind in
        [
            ("3X3", 3, 3), ("5X5", 5, 5), ("7X7", 7, 7), ("9Horizontal", 9, 1), ("9Vertical", 1, 9),
        ].map { (size: (name: String, width: Int, height: Int)) in
            convolution("CIConvolution\(kind)\(size.name)", size.width, size.height, keepsAlpha: kind == "RGB")
        }
    }

    /// Each pixel is the sum of those around it, each times its weight, and of the bias.
    private static func convolution(
        _ name: String, _ width: Int, _ height: Int, keepsAlpha: Bool
    ) -> FilterKind {
        // At first the picture as it is.
        let plain = (0..<width * height).map { $0 == width * height / 2 ? 1.0 : 0 }
        let inputs: [Input] = [
            .image, .init(key: "inputWeights", value: .vector(plain)), .number("inputBias", 0, -1...1),
        ]
        return FilterKind(name, "\(width) by \(height) Convolution", [kCICategoryStylize] + picture, inputs) { values in
            let (vector, bias) = (values.vector("inputWeights"), values.float("inputBias"))
            var weights: [SIMD2<Int>: Double] = [:]
            for index in 0..<width * height {
                // Rows of weights are from the upper one on.
                let place = SIMD2(index % width - width / 2, height / 2 - index / width)
                weights[place] = Double(vector.value(at: index))
            }
            let around = PixelWeights(weights)
            return values.recipe().map { recipe in
                NearbyRecipe(recipe, reach: SIMD2(width / 2, height / 2)) { from, step, to, count in
                    around.sum(from, step, to, count, bias: bias)
                    let (kept, alpha) = (keepsAlpha ? from.component(3) : to.component(3), to.component(3))
                    for index in 0..<Int(count) { alpha[index] = min(max(kept[index], 0), 1) }
                }
            }
        }
    }
}
