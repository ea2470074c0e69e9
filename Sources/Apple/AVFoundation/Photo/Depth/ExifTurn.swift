import CoreVideo
import Foundation
import ImageIO

/// Rotates and mirrors buffers with one plane and pixels of 1, 2 or 4 bytes: depth and mattes.
struct ExifTurn {
    let orientation: CGImagePropertyOrientation

    init(orientation: CGImagePropertyOrientation) {
        self.orientation = orientation
    }

    /// - Parameters:
    ///   - rotation: clockwise degrees: 0, 90, 180 or 270.
    ///   - isMirrored: whether it is mirrored after the rotation.
    init(rotation: Int, isMirrored: Bool) {
        orientation =
            switch (rotation, isMirrored) {
            case (90, false): .right
            case (180, false): .down
            case (270, false): .left
            case (90, true): .leftMirrored
            case (180, true): .downMirrored
            case (270, true): .rightMirrored
            case (_, true): .upMirrored
            default: .up
            }
    }

    private var swapsAxes: Bool { orientation.rawValue > 4 }

    /// The size of a picture after the turn.
    func size(of source: CVPixelBuffer) -> (width: Int, height: Int) {
        let (width, height) = (CVPixelBufferGetWidth(source), CVPixelBufferGetHeight(source))
        return swapsAxes ? (height, width) : (width, height)
    }

    /// - Returns: the picture made upright, given that this is its orientation; `nil` when there is not enough memory.
    func apply(_ source: CVPixelBuffer) -> CVPixelBuffer? {
        let (width, height) = size(of: source)
        var result: CVPixelBuffer?
        CVPixelBufferCreate(nil, width, height, CVPixelBufferGetPixelFormatType(source), nil, &result)
        guard let result else { return nil }
        apply(source, to: result)
        return result
    }

    /// - Parameter result: of the same type, and the size after the turn.
    func apply(_ source: CVPixelBuffer, to result: CVPixelBuffer) {
        switch CVPixelBufferGetPixelFormatType(source) {
        case kCVPixelFormatType_OneComponent8: move(UInt8.self, source, result)
        case kCVPixelFormatType_DepthFloat16, kCVPixelFormatType_DisparityFloat16: move(UInt16.self, source, result)
        default: move(UInt32.self, source, result)
        }
        CVBufferPropagateAttachments(source, result)
    }

    private func move<Pixel: FixedWidthInteger>(_: Pixel.Type, _ source: CVPixelBuffer, _ result: CVPixelBuffer) {
        let (width, height) = (CVPixelBufferGetWidth(source), CVPixelBufferGetHeight(source))
        source.withPlanes { from in
            result.withPlanes { to in
                for y in 0..<height {
                    let row = (from[0].base + y * from[0].bytesPerRow).assumingMemoryBound(to: Pixel.self)
                    for x in 0..<width {
                        let (column, line) = place(x, y, width, height)
                        let target = to[0].base + line * to[0].bytesPerRow
                        target.assumingMemoryBound(to: Pixel.self)[column] = row[x]
                    }
                }
            }
        }
    }

    /// Where a pixel goes.
    private func place(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> (column: Int, line: Int) {
        let (right, bottom) = (width - 1 - x, height - 1 - y)
        return switch orientation {
        case .up: (x, y)
        case .upMirrored: (right, y)
        case .down: (right, bottom)
        case .downMirrored: (x, bottom)
        case .leftMirrored: (y, x)
        case .right: (bottom, x)
        case .rightMirrored: (bottom, right)
        case .left: (y, right)
        }
    }
}

extension AVDepthData {
    /// The same depth, rotated and mirrored so that it is upright, given that `exifOrientation` is its current
    /// orientation.
    ///
    /// The ``cameraCalibrationData``, which describes the unrotated picture, becomes `nil`.
    public func applyingExifOrientation(_ exifOrientation: CGImagePropertyOrientation) -> AVDepthData {
        guard exifOrientation != .up, let buffer = ExifTurn(orientation: exifOrientation).apply(map.buffer) else {
            return self
        }
        var map = self.map
        map.buffer = buffer
        map.calibration = nil
        return AVDepthData(map)
    }
}

extension AVPortraitEffectsMatte {
    /// The same matte, rotated and mirrored so that it is upright, given that `exifOrientation` is its current
    /// orientation.
    public func applyingExifOrientation(_ exifOrientation: CGImagePropertyOrientation) -> AVPortraitEffectsMatte {
        ExifTurn(orientation: exifOrientation).apply(mattingImage).map { AVPortraitEffectsMatte($0) } ?? self
    }
}

extension AVSemanticSegmentationMatte {
    /// The same matte, rotated and mirrored so that it is upright, given that `exifOrientation` is its current
    /// orientation.
    public func applyingExifOrientation(_ exifOrientation: CGImagePropertyOrientation) -> AVSemanticSegmentationMatte {
        ExifTurn(orientation: exifOrientation).apply(mattingImage).map { AVSemanticSegmentationMatte($0, matteType) }
            ?? self
    }
}
