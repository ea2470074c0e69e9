import CoreVideo
import Foundation
package import ZXing

/// A code in a frame, with corners from (0, 0) at the top left to (1, 1) at the bottom right.
package struct FoundCode: Sendable {
    package var kind: CodeKind
    package var text: String?
    /// Top left, bottom left, bottom right and top right, in the code's own orientation.
    package var corners: [CGPoint]
    /// `nil` for other kinds of codes, and for a code whose text could be read, but not its format bits.
    package var qr: QRSymbol?
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
        return codes(in: luma, of: kinds)
    }

    package static func codes(in picture: GrayPicture, of kinds: Set<CodeKind>) -> [FoundCode] {
        picture.samples.withUnsafeBytes { samples in
            samples.baseAddress.map { base in
                codes(in: base, width: picture.width, height: picture.height, bytesPerRow: picture.width, of: kinds)
            } ?? []
        }
    }

    /// - Parameter luma: `height` rows of `bytesPerRow` bytes.
    package static func codes(
        in luma: UnsafeRawPointer, width: Int, height: Int, bytesPerRow: Int, of kinds: Set<CodeKind>
    ) -> [FoundCode] {
        codes(
            in: LumaSamples(base: luma, width: width, height: height, bytesPerRow: bytesPerRow, bytesPerSample: 1),
            of: kinds)
    }

    private static func codes(in luma: LumaSamples, of kinds: Set<CodeKind>) -> [FoundCode] {
        CodeReader.codes(
            in: luma.base, width: luma.width, height: luma.height, bytesPerRow: luma.bytesPerRow,
            bytesPerSample: luma.bytesPerSample, of: kinds
        ).map { FoundCode($0, in: luma) }
    }
}

extension FoundCode {
    fileprivate init(_ code: Code, in picture: LumaSamples) {
        kind = code.kind
        text = code.text
        qr = QRSymbol(code, in: picture)
        // From clockwise to counterclockwise.
        corners = [0, 3, 2, 1].map { index in
            let point = code.corners[index]
            // The center of the pixel.
            return CGPoint(
                x: (Double(point.x) + 0.5) / Double(picture.width), y: (Double(point.y) + 0.5) / Double(picture.height))
        }
    }
}
