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
            let weights = (0..<width * height).map { Float(vector.value(at: $0)) }
            return values.recipe().map { recipe in
                NeighborhoodRecipe(recipe) {
                    $0.outset(width / 2, height / 2)
                } pixel: { neighborhood, place in
                    let (x, y) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
                    var sum = SIMD4<Float>(repeating: bias)
                    for row in 0..<height {
                        for column in 0..<width {
                            let pixel = neighborhood.pixel(x + column - width / 2, y + height / 2 - row)
                            sum += pixel * weights[row * width + column]
                        }
                    }
                    if keepsAlpha { sum.w = neighborhood.pixel(x, y).w }
                    sum.w = min(max(sum.w, 0), 1)
                    return sum
                }
            }
        }
    }
}
