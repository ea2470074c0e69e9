import CoreVideo
import Foundation
internal import OpenCV

/// A small gray copy of a picture, for detectors.
package struct GrayPicture: Sendable {
    package let width: Int
    package let height: Int
    /// `width * height` bytes, without padding.
    package let samples: [UInt8]

    package init(width: Int, height: Int, samples: [UInt8]) {
        self.width = width
        self.height = height
        self.samples = samples
    }

    /// - Parameter longestSide: a larger picture is divided by a whole number; each sample is then a mean.
    /// - Returns: `nil` for a pixel format without luma: a sensor's raw data.
    package init?(_ buffer: CVPixelBuffer, longestSide: Int) {
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        guard let luma = LumaSamples(buffer, longestSide: 1 << 20) else { return nil }
        let step = Self.pixelsPerSample(max(luma.width, luma.height), longestSide: longestSide)
        let (width, height) = (luma.width / step, luma.height / step)
        guard width > 0, height > 0 else { return nil }
        let source = luma.base.assumingMemoryBound(to: UInt8.self)
        let area = step * step
        self.width = width
        self.height = height
        samples = [UInt8](unsafeUninitializedCapacity: width * height) { target, count in
            var sums = [Int](repeating: 0, count: width)
            sums.withUnsafeMutableBufferPointer { sums in
                for y in 0..<height {
                    for x in 0..<width { sums[x] = 0 }
                    for row in (y * step)..<((y + 1) * step) {
                        var sample = source + row * luma.bytesPerRow
                        for x in 0..<width {
                            for _ in 0..<step {
                                sums[x] &+= Int(sample.pointee)
                                sample += luma.bytesPerSample
                            }
                        }
                    }
                    for x in 0..<width { target[y * width + x] = UInt8(sums[x] / area) }
                }
            }
            count = width * height
        }
    }

    /// By what a picture with a side of so many pixels is divided.
    package static func pixelsPerSample(_ side: Int, longestSide: Int) -> Int {
        max(1, (side + longestSide - 1) / longestSide)
    }

    /// The picture after quarter turns clockwise.
    package func turned(_ quarterTurns: Int) -> GrayPicture {
        let turns = ((quarterTurns % 4) + 4) % 4
        if turns == 0 { return self }
        let (newWidth, newHeight) = turns == 2 ? (width, height) : (height, width)
        var turned = [UInt8](repeating: 0, count: samples.count)
        for y in 0..<newHeight {
            for x in 0..<newWidth {
                let from =
                    switch turns {
                    case 1: (height - 1 - x) * width + y
                    case 2: (height - 1 - y) * width + (width - 1 - x)
                    default: x * width + (width - 1 - y)
                    }
                turned[y * newWidth + x] = samples[from]
            }
        }
        return GrayPicture(width: newWidth, height: newHeight, samples: turned)
    }

    /// The picture with left and right exchanged.
    package var mirrored: GrayPicture {
        var mirrored = samples
        for y in 0..<height { mirrored[(y * width)..<((y + 1) * width)].reverse() }
        return GrayPicture(width: width, height: height, samples: mirrored)
    }

    /// The picture turned upright.
    package func oriented(_ orientation: ExifOrientation) -> GrayPicture {
        let turned = turned(orientation.rotation / 90)
        return orientation.isMirrored ? turned.mirrored : turned
    }

    /// A part of the picture.
    ///
    /// - Parameter rect: from (0, 0) at the top left to (1, 1) at the bottom right.
    /// - Returns: `nil` if no pixel is inside.
    package func cropped(to rect: CGRect) -> GrayPicture? {
        let whole = rect.standardized.intersection(CGRect(x: 0, y: 0, width: 1, height: 1))
        if whole.isNull { return nil }
        let left = Int((whole.minX * Double(width)).rounded())
        let right = Int((whole.maxX * Double(width)).rounded())
        let top = Int((whole.minY * Double(height)).rounded())
        let bottom = Int((whole.maxY * Double(height)).rounded())
        guard right > left, bottom > top else { return nil }
        var part: [UInt8] = []
        part.reserveCapacity((right - left) * (bottom - top))
        for y in top..<bottom { part += samples[(y * width + left)..<(y * width + right)] }
        return GrayPicture(width: right - left, height: bottom - top, samples: part)
    }

    /// Passes it to a detector; the memory is valid only inside.
    func withPicture<Result>(_ body: (OpenCVPicture) throws(OpenCVError) -> Result) throws(OpenCVError) -> Result {
        try samples.withUnsafeBufferPointer { samples throws(OpenCVError) in
            guard let base = samples.baseAddress else { preconditionFailure("a picture has samples") }
            return try body(OpenCVPicture(base: base, width: width, height: height, bytesPerRow: width))
        }
    }
}
