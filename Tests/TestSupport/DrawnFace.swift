import CoreVideo

/// A gray picture with drawn faces that a detector finds.
package struct DrawnFace {
    package let width: Int
    package let height: Int
    /// Rows of `width` samples.
    package private(set) var luma: [UInt8]

    /// A picture that gets darker from top to bottom.
    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
        luma = (0..<(width * height)).map { UInt8(200 - 120 * ($0 / width) / height) }
    }

    /// Draws a face that looks at the viewer.
    ///
    /// - Parameters:
    ///   - x: of the middle, in pixels, and `y`.
    ///   - radius: half of its height, in pixels.
    ///   - quarterTurns: clockwise from upright.
    package mutating func draw(x: Double, y: Double, radius: Double, quarterTurns: Int = 0) {
        func ellipse(_ dx: Double, _ dy: Double, _ radiusX: Double, _ radiusY: Double, _ level: UInt8) {
            let center: (Double, Double) =
                switch quarterTurns % 4 {
                case 1: (-dy, dx)
                case 2: (-dx, -dy)
                case 3: (dy, -dx)
                default: (dx, dy)
                }
            let radii = quarterTurns % 2 == 0 ? (radiusX, radiusY) : (radiusY, radiusX)
            fill((x + center.0 * radius, y + center.1 * radius), (radii.0 * radius, radii.1 * radius), level)
        }
        ellipse(0, -0.2, 0.82, 0.92, 45)
        ellipse(0, 0.08, 0.72, 0.92, 182)
        for side in [-1.0, 1.0] {
            ellipse(side * 0.28, -0.05, 0.14, 0.09, 255)
            ellipse(side * 0.28, -0.05, 0.07, 0.08, 70)
            ellipse(side * 0.28, -0.24, 0.17, 0.035, 45)
        }
        ellipse(0, 0.2, 0.08, 0.14, 150)
        ellipse(0, 0.52, 0.27, 0.09, 90)
    }

    private mutating func fill(_ center: (Double, Double), _ radii: (Double, Double), _ level: UInt8) {
        for row in max(Int(center.1 - radii.1), 0)..<min(Int(center.1 + radii.1) + 1, height) {
            for column in max(Int(center.0 - radii.0), 0)..<min(Int(center.0 + radii.0) + 1, width) {
                let dx = (Double(column) + 0.5 - center.0) / radii.0
                let dy = (Double(row) + 0.5 - center.1) / radii.1
                if dx * dx + dy * dy <= 1 { luma[row * width + column] = level }
            }
        }
    }

    /// The picture as gray pixels.
    package func buffer() throws -> CVPixelBuffer { try CVPixelBuffer.gray(luma, width: width, height: height) }
}

extension CVPixelBuffer {
    /// - Parameter luma: rows of `width` samples, without padding.
    package static func gray(_ luma: [UInt8], width: Int, height: Int) throws -> CVPixelBuffer {
        let buffer = try CVPixelBuffer(width: width, height: height, pixelFormat: kCVPixelFormatType_OneComponent8)
        buffer.withPlanes { planes in
            luma.withUnsafeBytes { samples in
                for row in 0..<height {
                    (planes[0].base + row * planes[0].bytesPerRow)
                        .copyMemory(from: samples.baseAddress! + row * width, byteCount: width)
                }
            }
        }
        return buffer
    }
}
