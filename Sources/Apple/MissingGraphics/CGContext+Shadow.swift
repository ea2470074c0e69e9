import Foundation

/// What drawing leaves beneath what is drawn.
struct Shadow {
    /// In pixels, y up.
    var offset: CGSize
    /// The standard deviation of its edges in pixels.
    var softness: Float
    /// Multiplied by alpha, as ``CGContext/GraphicsState`` has colors.
    var color: SIMD4<Float>
}

extension CGContext {
    /// From now on, rectangles, paths and pictures have a shadow.
    ///
    /// - Parameters:
    ///   - offset: in pixels, y up, whatever the transform is.
    ///   - blur: how soft its edges are, in pixels; 0 for hard ones.
    ///   - color: `nil` for no shadow.
    public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) {
        // Source: W3C, HTML, "Shadows": the standard deviation is half the blur.
        let softness = Float(max(0, min(blur, 1_000)) / 2)
        state.shadow = color.map { Shadow(offset: offset, softness: softness, color: Self.premultiplied($0.rgba)) }
    }

    /// A shadow in black of which a third is opaque.
    public func setShadow(offset: CGSize, blur: CGFloat) {
        setShadow(offset: offset, blur: blur, color: CGColor(red: 0, green: 0, blue: 0, alpha: 1.0 / 3))
    }

    /// Draws something with its shadow, which is clipped and blended in the same way.
    ///
    /// - Parameter draw: draws into the context that it gets.
    func withShadow(_ draw: (CGContext) -> Void) {
        guard let shadow = state.shadow else { return draw(self) }
        let saved = state
        defer { state = saved }
        state.shadow = nil
        // What lies outside can have a shadow inside.
        let margin = shadow.margin
        guard
            let layer = CGContext(
                data: nil, width: width + 2 * margin.x, height: height + 2 * margin.y, bitsPerComponent: 8,
                bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
        else { return draw(self) }
        let move = CGAffineTransform(translationX: CGFloat(margin.x), y: CGFloat(margin.y))
        layer.state = state
        layer.state.transform = state.transform.concatenating(move)
        (layer.state.clip, layer.state.alpha, layer.state.blend) = (nil, 1, .normal)
        layer.path.addPath(path, transform: move)
        draw(layer)
        (state.transform, state.interpolation, state.isAntialiased) = (.identity, .none, true)
        let parts = shadow.parts(of: layer)
        let inside = (margin.y..<(margin.y + height)).flatMap { row in
            let start = row * layer.width + margin.x
            return parts[start..<(start + width)]
        }
        paint(Coverage(inside, columns: width), shadow.color)
        guard let picture = layer.makeImage() else { return }
        self.draw(picture, in: CGRect(x: -margin.x, y: -margin.y, width: layer.width, height: layer.height))
    }

    /// The alpha of each pixel, from the lowest row on.
    fileprivate var alphas: [Float] {
        guard let data else { return [] }
        return (0..<height).reversed().flatMap { row in
            (0..<width).map { column in
                Float(data.load(fromByteOffset: row * bytesPerRow + column * 4 + 3, as: UInt8.self)) / 255
            }
        }
    }
}

extension Shadow {
    /// How far what throws it can be outside.
    fileprivate var margin: (x: Int, y: Int) {
        let soft = Double(3 * softness)
        func pixels(_ distance: CGFloat) -> Int { Int(min(abs(distance.isFinite ? distance : 0) + soft, 4_096)) + 2 }
        return (pixels(offset.width), pixels(offset.height))
    }

    /// How much of each pixel is in the shadow of what a context holds.
    fileprivate func parts(of context: CGContext) -> [Float] {
        let (width, height) = (context.width, context.height)
        let across = spread(context.alphas, lines: height, count: width, step: 1, next: width, offset.width)
        return spread(across, lines: width, count: height, step: width, next: 1, offset.height)
    }

    /// Moves and blurs each row, or each column.
    ///
    /// - Parameters:
    ///   - step: from one value of a line to the next one.
    ///   - next: from one line to the next one.
    private func spread(
        _ values: [Float], lines: Int, count: Int, step: Int, next: Int, _ distance: CGFloat
    ) -> [Float] {
        let limit = CGFloat(values.count + 1)
        let distance = distance.isFinite ? Float(min(max(distance, -limit), limit)) : 0
        // Between two pixels, a shadow is on both.
        let whole = distance.rounded(.down)
        let reach = Int((3 * softness).rounded(.up)) + 1
        var weights = (-reach...reach).map { place -> Float in
            let away = Float(place) - (distance - whole)
            return softness > 0 ? exp(-away * away / (2 * softness * softness)) : max(0, 1 - abs(away))
        }
        let sum = weights.reduce(0, +)
        for index in weights.indices { weights[index] /= sum }
        var result = [Float](repeating: 0, count: values.count)
        for line in 0..<lines {
            for place in 0..<count {
                let value = values[line * next + place * step]
                guard value > 0 else { continue }
                for (index, weight) in weights.enumerated() {
                    let target = place + Int(whole) + index - reach
                    if target >= 0, target < count { result[line * next + target * step] += value * weight }
                }
            }
        }
        return result
    }
}
