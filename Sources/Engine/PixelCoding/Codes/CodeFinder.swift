import CoreVideo
import Foundation
package import ZXing

/// A code in a frame, with corners from (0, 0) at the top left to (1, 1) at the bottom right.
package struct FoundCode: Sendable {
    package var kind: CodeKind
    package var text: String?
    /// Top left, bottom left, bottom right and top right, in the code's own orientation.
    package var corners: [CGPoint]
}

/// Looks for bar codes and two-dimensional codes in frames.
package enum CodeFinder {
    /// Larger frames are sampled coarsely: the time grows with the pixels, and a code that a person holds up to a
    /// camera is not small.
    private static let longestSide = 2_048

    /// - Returns: empty for a frame of raw sensor data.
    package static func codes(in buffer: CVPixelBuffer, of kinds: Set<CodeKind>) -> [FoundCode] {
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        guard let luma = LumaSamples(buffer, longestSide: longestSide) else { return [] }
        let codes = CodeReader.codes(
            in: luma.base, width: luma.width, height: luma.height, bytesPerRow: luma.bytesPerRow,
            bytesPerSample: luma.bytesPerSample, of: kinds)
        return codes.map { FoundCode($0, width: luma.width, height: luma.height) }
    }

    package static func codes(in picture: GrayPicture, of kinds: Set<CodeKind>) -> [FoundCode] {
        let codes = picture.samples.withUnsafeBytes { samples -> [Code] in
            guard let base = samples.baseAddress else { return [] }
            return CodeReader.codes(
                in: base, width: picture.width, height: picture.height, bytesPerRow: picture.width, of: kinds)
        }
        return codes.map { FoundCode($0, width: picture.width, height: picture.height) }
    }
}

extension FoundCode {
    fileprivate init(_ code: Code, width: Int, height: Int) {
        kind = code.kind
        text = code.text
        // From clockwise to counterclockwise.
        corners = [0, 3, 2, 1].map { index in
            let point = code.corners[index]
            // The center of the pixel.
            return CGPoint(x: (Double(point.x) + 0.5) / Double(width), y: (Double(point.y) + 0.5) / Double(height))
        }
    }
}
