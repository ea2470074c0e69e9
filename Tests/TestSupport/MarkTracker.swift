import Foundation

/// Where two colored patches of the simulated scene's chart are in the frames of a movie: a measure of how the picture
/// moves that knows nothing of how it was made steady.
package struct MarkTracker {
    /// The middle between the two patches, in pixels, and how far the line through them is turned, in radians.
    package struct Place: Sendable {
        package var x: Double
        package var y: Double
        package var angle: Double

        package init(x: Double, y: Double, angle: Double) { (self.x, self.y, self.angle) = (x, y, angle) }
    }

    /// The part of the frame in which the chart is whatever the shake.
    private static let part = (x: 0.2, y: 0.3, width: 0.5, height: 0.4)

    /// - Returns: one for each frame; `nil` where a patch is not to be seen.
    package static func places(in movie: MovieProbe) throws -> [Place?] {
        guard let video = movie.video, let width = video.width, let height = video.height else { return [] }
        let size = (width: Int(part.width * Double(width)) / 2 * 2, height: Int(part.height * Double(height)) / 2 * 2)
        let corner = (x: Int(part.x * Double(width)) / 2 * 2, y: Int(part.y * Double(height)) / 2 * 2)
        let pixels = try Tool.output(
            "ffmpeg",
            [
                "-v", "error", "-noautorotate", "-i", movie.url.path, "-map", "v:0", "-vsync", "passthrough", "-vf",
                "crop=\(size.width):\(size.height):\(corner.x):\(corner.y)", "-f", "rawvideo", "-pix_fmt", "rgb24", "-",
            ])
        let frameSize = size.width * size.height * 3
        return pixels.withUnsafeBytes { bytes in
            (0..<bytes.count / frameSize).map { index in
                let frame = UnsafeRawBufferPointer(rebasing: bytes[index * frameSize..<(index + 1) * frameSize])
                return place(in: frame, width: size.width)
            }
        }
    }

    private static func place(in frame: UnsafeRawBufferPointer, width: Int) -> Place? {
        guard let green = middle(of: frame, width, { red, green, blue in min(green - red, green - blue) }),
            let magenta = middle(of: frame, width, { red, green, blue in min(red - green, blue - green) })
        else { return nil }
        return Place(
            x: (green.x + magenta.x) / 2, y: (green.y + magenta.y) / 2,
            angle: atan2(magenta.y - green.y, magenta.x - green.x))
    }

    /// The middle of a patch, each pixel weighted by how much of its color it has.
    private static func middle(
        of frame: UnsafeRawBufferPointer, _ width: Int, _ colorfulness: (Int, Int, Int) -> Int
    ) -> (x: Double, y: Double)? {
        var (sum, sumX, sumY) = (0, 0, 0)
        for pixel in 0..<frame.count / 3 {
            let color = colorfulness(Int(frame[3 * pixel]), Int(frame[3 * pixel + 1]), Int(frame[3 * pixel + 2]))
            let weight = min(max(color - 35, 0), 25)
            if weight == 0 { continue }
            sum += weight
            sumX += weight * (pixel % width)
            sumY += weight * (pixel / width)
        }
        guard sum > 25 * 100 else { return nil }
        return (Double(sumX) / Double(sum), Double(sumY) / Double(sum))
    }
}

/// How unsteady a picture is.
package struct Unsteadiness: Sendable {
    /// How far the places are from their mean, as the root of the mean square, in pixels.
    package var spread: Double
    /// How far the picture jumps from frame to frame, in the same way.
    package var jump: Double
    /// The spread of the angles, in radians.
    package var turn: Double

    package init(_ places: [MarkTracker.Place]) {
        let count = Double(max(places.count, 1))
        func mean(_ value: (MarkTracker.Place) -> Double) -> Double { places.reduce(0) { $0 + value($1) } / count }
        let (x, y, angle) = (mean(\.x), mean(\.y), mean(\.angle))
        spread = mean { ($0.x - x) * ($0.x - x) + ($0.y - y) * ($0.y - y) }.squareRoot()
        turn = mean { ($0.angle - angle) * ($0.angle - angle) }.squareRoot()
        let jumps = zip(places, places.dropFirst()).map { old, new in
            (new.x - old.x) * (new.x - old.x) + (new.y - old.y) * (new.y - old.y)
        }
        jump = (jumps.reduce(0, +) / Double(max(jumps.count, 1))).squareRoot()
    }
}
