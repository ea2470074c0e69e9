import Foundation
import ImageIO

extension CIImage {
    /// A part of the picture.
    public func cropped(to rect: CGRect) -> CIImage {
        CIImage(CropRecipe(recipe, rect.standardized), isNearest: isNearest)
    }

    /// A picture without end: the pixels at the edges are repeated.
    public func clampedToExtent() -> CIImage { CIImage(ClampRecipe(source: recipe), isNearest: isNearest) }

    /// The same, of a part of the picture.
    public func clamped(to rect: CGRect) -> CIImage { cropped(to: rect).clampedToExtent() }

    /// A moved, scaled, turned or sheared picture.
    ///
    /// Pixels are interpolated between the nearest four, but for transforms by whole pixels and quarter turns, which keep
    /// them as they are.
    public func transformed(by matrix: CGAffineTransform) -> CIImage {
        guard matrix.a * matrix.d - matrix.b * matrix.c != 0 else { return .empty() }
        return CIImage(TransformedRecipe.make(recipe, matrix, isNearest: isNearest), isNearest: isNearest)
    }

    /// With high quality, all pixels count that become one. Linux: for transforms that do not turn.
    public func transformed(by matrix: CGAffineTransform, highQualityDownsample: Bool) -> CIImage {
        let isSmaller = matrix.b == 0 && matrix.c == 0 && min(matrix.a, matrix.d) > 0 && min(matrix.a, matrix.d) < 1
        guard highQualityDownsample, isSmaller, !extent.isUnbounded, !extent.isNull else {
            return transformed(by: matrix)
        }
        let scaled = CIImage(ResampleRecipe(source: recipe, scaleX: matrix.a, scaleY: matrix.d), isNearest: isNearest)
        return scaled.transformed(by: CGAffineTransform(translationX: matrix.tx, y: matrix.ty))
    }

    /// The picture, turned and mirrored as a photo with that orientation is to be shown.
    public func oriented(_ orientation: CGImagePropertyOrientation) -> CIImage {
        orientation == .up ? self : transformed(by: orientationTransform(for: orientation))
    }

    /// - Parameter orientation: EXIF's number: 1 to 8; others count as 1.
    public func oriented(forExifOrientation orientation: Int32) -> CIImage {
        oriented(CGImagePropertyOrientation(rawValue: UInt32(clamping: orientation)) ?? .up)
    }

    /// The transform of ``oriented(_:)``; the lower left corner of the result is the picture's.
    public func orientationTransform(for orientation: CGImagePropertyOrientation) -> CGAffineTransform {
        let turn: CGAffineTransform =
            switch orientation {
            case .up: .identity
            case .upMirrored: CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
            case .down: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 0, ty: 0)
            case .downMirrored: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 0)
            case .leftMirrored: CGAffineTransform(a: 0, b: -1, c: -1, d: 0, tx: 0, ty: 0)
            case .right: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 0)
            case .rightMirrored: CGAffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
            case .left: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
            }
        if extent.isNull || extent.isUnbounded { return turn }
        let turned = extent.applying(turn)
        return turn.concatenating(
            CGAffineTransform(translationX: extent.minX - turned.minX, y: extent.minY - turned.minY))
    }

    /// - Parameter orientation: EXIF's number: 1 to 8; others count as 1.
    public func orientationTransform(forExifOrientation orientation: Int32) -> CGAffineTransform {
        orientationTransform(for: CGImagePropertyOrientation(rawValue: UInt32(clamping: orientation)) ?? .up)
    }

    /// Transforms of this picture take the nearest pixel.
    public func samplingNearest() -> CIImage { copy(isNearest: true) }

    /// Transforms of this picture interpolate, which is the default.
    public func samplingLinear() -> CIImage { copy(isNearest: false) }

    private func copy(isNearest: Bool) -> CIImage {
        CIImage(
            recipe, pixelBuffer: pixelBuffer, cgImage: cgImage, colorSpace: colorSpace, properties: properties,
            isNearest: isNearest)
    }
}

/// Chooses how a transform is computed.
enum TransformedRecipe {
    /// Transforms that follow each other become one.
    static func make(_ source: any Recipe, _ transform: CGAffineTransform, isNearest: Bool) -> any Recipe {
        switch source {
        case let below as SampleRecipe where below.isNearest == isNearest:
            return make(below.source, below.transform.concatenating(transform), isNearest: isNearest)
        case let below as GridRecipe:
            return make(below.source, below.affine.concatenating(transform), isNearest: isNearest)
        default:
            if transform.isIdentity { return source }
            let extent = source.extent.mapped(by: transform)
            if let grid = GridTransform(transform) {
                return GridRecipe(source: source, transform: grid, affine: transform, extent: extent)
            }
            return SampleRecipe(source: source, transform: transform, isNearest: isNearest, extent: extent)
        }
    }
}
