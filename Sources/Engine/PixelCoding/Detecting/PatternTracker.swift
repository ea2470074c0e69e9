import Foundation

/// Follows one thing through the pictures of a camera, by what it looks like.
///
/// The thing is kept as a small pattern, which is searched near its last place in three sizes, by normalized correlation:
/// a change of light does not matter. The pattern follows slow changes of the thing. Used by one thread at a time.
package struct PatternTracker {
    /// About as many samples in a pattern.
    private static let area = 600.0
    private static let shortestSide = 8
    /// The sizes of the thing that are tried, in proportion to its last one.
    private static let scales = [1, 1 / 1.06, 1.06]
    /// How far the thing moves between two pictures, in parts of its own size.
    private static let reach = 0.75
    private static let lost: Float = 0.5
    /// Below this similarity the pattern is not updated.
    private static let alike: Float = 0.6
    /// How much of the pattern is renewed with each picture.
    private static let renewal: Float = 0.1

    /// From (0, 0) at the top left of the picture to (1, 1) at the bottom right.
    package private(set) var bounds: CGRect
    private let width: Int
    private let height: Int
    /// Without its mean, and of length 1.
    private var pattern: [Float]

    /// Learns what is in a rectangle.
    ///
    /// - Returns: `nil` if there is nothing to be seen: a part outside of the picture, or one of a single level.
    package init?(_ bounds: CGRect, in picture: GrayPicture) {
        let bounds = bounds.intersection(CGRect(x: 0, y: 0, width: 1, height: 1))
        let size = CGSize(
            width: bounds.width * Double(picture.width), height: bounds.height * Double(picture.height))
        guard !bounds.isNull, size.width >= 2, size.height >= 2 else { return nil }
        let factor = (Self.area / (size.width * size.height)).squareRoot()
        width = min(max(Int((size.width * factor).rounded()), Self.shortestSide), 75)
        height = min(max(Int((size.height * factor).rounded()), Self.shortestSide), 75)
        self.bounds = bounds
        let samples = Self.resampled(picture, bounds, columns: width, rows: height)
        guard let pattern = Self.normalized(samples) else { return nil }
        self.pattern = pattern
    }

    /// Finds the thing in the next picture, and moves ``bounds`` there.
    ///
    /// - Returns: how much it looks like the pattern, from 0 to 1; at a half and less, the thing is hardly there, and the
    ///   place stays.
    package mutating func follow(in picture: GrayPicture) -> Float {
        var best: (place: CGRect, score: Float) = (bounds, -1)
        for scale in Self.scales {
            let found = search(picture, scale: scale)
            // Another size must be clearly better, so that noise does not change it.
            if found.score > best.score + (scale == 1 ? 0 : 0.002) { best = found }
        }
        // Below this similarity it is another object; the tracked one may come back to where it was.
        guard best.score > Self.lost else { return max(0, best.score) }
        bounds = best.place
        if best.score > Self.alike { renew(from: picture) }
        return best.score
    }

    private mutating func renew(from picture: GrayPicture) {
        let samples = Self.resampled(picture, bounds, columns: width, rows: height)
        guard let seen = Self.normalized(samples) else { return }
        let mixed = zip(pattern, seen).map { $0 + ($1 - $0) * Self.renewal }
        pattern = Self.normalized(mixed) ?? pattern
    }

    private func search(_ picture: GrayPicture, scale: Double) -> (place: CGRect, score: Float) {
        let size = CGSize(width: bounds.width * scale, height: bounds.height * scale)
        let (acrossSteps, downSteps) = (Int(Double(width) * Self.reach), Int(Double(height) * Self.reach))
        let step = CGSize(width: size.width / Double(width), height: size.height / Double(height))
        // All places are parts of one window, a step apart.
        let window = CGRect(
            x: bounds.midX - size.width / 2 - Double(acrossSteps) * step.width,
            y: bounds.midY - size.height / 2 - Double(downSteps) * step.height,
            width: size.width + Double(2 * acrossSteps) * step.width,
            height: size.height + Double(2 * downSteps) * step.height)
        let (columns, rows) = (width + 2 * acrossSteps, height + 2 * downSteps)
        let samples = Self.resampled(picture, window, columns: columns, rows: rows)
        let (across, down) = (2 * acrossSteps + 1, 2 * downSteps + 1)
        let scores = scores(samples, columns: columns, across: across, down: down)
        let best = scores.indices.max { scores[$0] < scores[$1] } ?? 0
        let (x, y) = (best % across, best / across)
        func score(_ x: Int, _ y: Int) -> Float? {
            (0..<across).contains(x) && (0..<down).contains(y) ? scores[y * across + x] : nil
        }
        let peak = scores[best]
        let place = CGRect(
            x: window.minX + (Double(x) + Self.peak(score(x - 1, y), peak, score(x + 1, y))) * step.width,
            y: window.minY + (Double(y) + Self.peak(score(x, y - 1), peak, score(x, y + 1))) * step.height,
            width: size.width, height: size.height)
        return (place, peak)
    }

    /// Where a parabola through three values is highest, from -0.5 to 0.5.
    private static func peak(_ before: Float?, _ peak: Float, _ after: Float?) -> Double {
        guard let before, let after, before - 2 * peak + after < 0 else { return 0 }
        return Double(0.5 * (before - after) / (before - 2 * peak + after))
    }

    /// How much each place looks like the pattern, from -1 to 1.
    private func scores(_ samples: [Float], columns: Int, across: Int, down: Int) -> [Float] {
        let count = Float(width * height)
        return [Float](unsafeUninitializedCapacity: across * down) { scores, initialized in
            samples.withUnsafeBufferPointer { samples in
                pattern.withUnsafeBufferPointer { pattern in
                    for y in 0..<down {
                        for x in 0..<across {
                            var (product, sum, squares) = (Float(0), Float(0), Float(0))
                            for row in 0..<height {
                                let line = (y + row) * columns + x
                                for column in 0..<width {
                                    let sample = samples[line + column]
                                    product += sample * pattern[row * width + column]
                                    sum += sample
                                    squares += sample * sample
                                }
                            }
                            // The pattern has no mean, so that the mean of the place does not matter.
                            let spread = squares - sum * sum / count
                            scores[y * across + x] = spread > count ? product / spread.squareRoot() : 0
                        }
                    }
                }
            }
            initialized = across * down
        }
    }

    /// - Returns: `nil` if all samples are about the same.
    private static func normalized(_ samples: [Float]) -> [Float]? {
        let mean = samples.reduce(0, +) / Float(samples.count)
        let moved = samples.map { $0 - mean }
        let squares = moved.reduce(0) { $0 + $1 * $1 }
        guard squares > 1e-6 else { return nil }
        return moved.map { $0 / squares.squareRoot() }
    }

    /// A part of the picture in another size; each sample is a mean. Beyond the border, it goes on as at the border.
    private static func resampled(_ picture: GrayPicture, _ rect: CGRect, columns: Int, rows: Int) -> [Float] {
        func spans(_ origin: Double, _ length: Double, _ count: Int, _ limit: Int) -> [[(Int, Float)]] {
            (0..<count).map { index in
                let start = (origin + length * Double(index) / Double(count)) * Double(limit)
                let end = (origin + length * Double(index + 1) / Double(count)) * Double(limit)
                // At least a pixel wide, so that a magnified picture is smooth.
                let middle = (start + end) / 2
                let (low, high) = (min(start, middle - 0.5), max(end, middle + 0.5))
                return (Int(low.rounded(.down))...Int(high.rounded(.down))).compactMap { pixel in
                    let share = min(high, Double(pixel + 1)) - max(low, Double(pixel))
                    return share > 0 ? (min(max(pixel, 0), limit - 1), Float(share / (high - low))) : nil
                }
            }
        }
        let across = spans(rect.minX, rect.width, columns, picture.width)
        let down = spans(rect.minY, rect.height, rows, picture.height)
        return picture.samples.withUnsafeBufferPointer { samples in
            down.flatMap { lines in
                across.map { pixels in
                    lines.reduce(0) { sum, line in
                        sum + line.1 * pixels.reduce(0) { $0 + $1.1 * Float(samples[line.0 * picture.width + $1.0]) }
                    }
                }
            }
        }
    }
}
