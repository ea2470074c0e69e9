import CoreVideo
import Foundation

/// A bar code or two-dimensional code made by zint, drawn into a gray picture at any place and angle.
package struct CodePicture {
    /// Where the code lies in the picture.
    package struct Placement: Sendable {
        /// The middle of the code, in pixels.
        package var center: CGPoint
        /// Pixels to a module.
        package var module: Double
        /// Clockwise.
        package var degrees: Double
        /// Whether left and right of the code are exchanged.
        package var isMirrored: Bool

        package init(center: CGPoint, module: Double, degrees: Double = 0, isMirrored: Bool = false) {
            self.center = center
            self.module = module
            self.degrees = degrees
            self.isMirrored = isMirrored
        }
    }

    package let width: Int
    package let height: Int
    /// Rows of `width` samples, 8 bits, 30 for black and 220 for white.
    package private(set) var luma: [UInt8]
    /// Top left, bottom left, bottom right and top right of each code that was drawn, from (0, 0) to (1, 1).
    package private(set) var corners: [[CGPoint]] = []
    /// The rows of each code that was drawn, `true` for black.
    package private(set) var codes: [[[Bool]]] = []

    /// A white picture.
    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
        luma = [UInt8](repeating: 220, count: width * height)
    }

    /// Draws a code.
    ///
    /// - Parameters:
    ///   - symbology: zint's number: 58 for QR, 13 for EAN, 20 for Code 128 …
    ///   - rowHeight: modules; 1 for codes of squares, more for bars.
    ///   - options: zint's, `--vers=7` …
    package mutating func draw(
        _ text: String, symbology: Int, rowHeight: Double = 1, options: [String] = [], at place: Placement
    ) throws {
        let rows = try Self.modules(of: text, symbology: symbology, options)
        codes.append(rows)
        let size = (x: Double(rows[0].count), y: Double(rows.count) * rowHeight)
        let angle = place.degrees * .pi / 180
        let (right, down) = ((x: cos(angle), y: sin(angle)), (x: -sin(angle), y: cos(angle)))
        for y in 0..<height {
            for x in 0..<width {
                let (dx, dy) = (Double(x) + 0.5 - place.center.x, Double(y) + 0.5 - place.center.y)
                let across = (dx * right.x + dy * right.y) / place.module * (place.isMirrored ? -1 : 1) + size.x / 2
                let along = (dx * down.x + dy * down.y) / place.module + size.y / 2
                guard across >= 0, across < size.x, along >= 0, along < size.y else { continue }
                if rows[Int(along / rowHeight)][Int(across)] { luma[y * width + x] = 30 }
            }
        }
        corners.append(
            [(-0.5, -0.5), (-0.5, 0.5), (0.5, 0.5), (0.5, -0.5)].map { x, y in
                let across = x * size.x * place.module * (place.isMirrored ? -1 : 1)
                let along = y * size.y * place.module
                return CGPoint(
                    x: (place.center.x + across * right.x + along * down.x) / Double(width),
                    y: (place.center.y + across * right.y + along * down.y) / Double(height))
            })
    }

    /// The picture as gray pixels.
    package func buffer() throws -> CVPixelBuffer { try CVPixelBuffer.gray(luma, width: width, height: height) }

    /// Writes a JPEG file.
    package func write(to url: URL) throws {
        let header = Data("P5 \(width) \(height) 255\n".utf8)
        try Tool.output(
            "ffmpeg", ["-v", "error", "-f", "pgm_pipe", "-i", "-", "-q:v", "2", url.path], input: header + luma)
    }

    /// The code's rows, `true` for black. zint prints them as hexadecimal digits, four modules each.
    private static func modules(of text: String, symbology: Int, _ options: [String]) throws -> [[Bool]] {
        let dump = try Tool.output("zint", ["--dump", "-b", "\(symbology)", "-d", text] + options)
        let rows = String(decoding: dump, as: UTF8.self).split(separator: "\n").map { line in
            line.compactMap(\.hexDigitValue).flatMap { digit in [8, 4, 2, 1].map { digit & $0 != 0 } }
        }
        let columns = rows.compactMap { $0.lastIndex(of: true) }.max() ?? 0
        return rows.map { Array($0.prefix(columns + 1)) }
    }
}
