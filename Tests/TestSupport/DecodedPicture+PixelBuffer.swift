import CoreVideo

extension DecodedPicture {
    /// What a JPEG file of a frame must contain, computed from the frame's own samples in floating point: full-range
    /// BT.601, 4:2:0.
    ///
    /// - Parameter buffer: NV12 of either range with the matrix in its attachments (BT.601 when there is none), or BGRA.
    /// - Throws: `Tool.Failure` for another format.
    package init(jfifOf buffer: CVPixelBuffer) throws {
        let format = CVPixelBufferGetPixelFormatType(buffer)
        switch format {
        case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange:
            let attached = CVBufferCopyAttachment(buffer, kCVImageBufferYCbCrMatrixKey, nil) as? String
            let matrix = ColorReference.Matrix.allCases.first { $0.attachment == attached } ?? .rec601
            let isFullRange = format == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
            self = Self.jfif(nv12: buffer, ColorReference(matrix, fullRange: isFullRange))
        case kCVPixelFormatType_32BGRA:
            self = buffer.withPlanes { planes in
                Self.jfif(width: planes[0].width, height: planes[0].height) { x, y in
                    let pixel = planes[0].base + y * planes[0].bytesPerRow + 4 * x
                    func part(_ offset: Int) -> Double {
                        Double(pixel.load(fromByteOffset: offset, as: UInt8.self)) / 255
                    }
                    return RGB(red: part(2), green: part(1), blue: part(0))
                }
            }
        default:
            throw Tool.Failure(description: "no reference for pixel format \(format)")
        }
    }

    private static func jfif(nv12 buffer: CVPixelBuffer, _ color: ColorReference) -> DecodedPicture {
        buffer.withPlanes { planes in
            func sample(_ plane: Int, _ y: Int, _ byte: Int) -> Double {
                Double(
                    (planes[plane].base + y * planes[plane].bytesPerRow).load(fromByteOffset: byte, as: UInt8.self))
            }
            return jfif(width: planes[0].width, height: planes[0].height) { x, y in
                color.decode(
                    y: sample(0, y, x), cb: sample(1, y / 2, x / 2 * 2), cr: sample(1, y / 2, x / 2 * 2 + 1))
            }
        }
    }

    /// The planes of a picture whose colors come from a function.
    private static func jfif(width: Int, height: Int, _ color: (Int, Int) -> RGB) -> DecodedPicture {
        ReferencePicture.planes(.jfif, width: width, height: height, horizontal: 2, vertical: 2) {
            color($0, $1).clipped
        }
    }
}
