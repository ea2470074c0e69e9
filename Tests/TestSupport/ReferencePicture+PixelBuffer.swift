import CoreVideo

extension ReferencePicture {
    /// The picture as a camera would deliver it: in a pixel format, with the attachments that say its matrix.
    ///
    /// - Parameter matrix: `nil` attaches none. The format says the range.
    /// - Throws: `Tool.Failure` for a format that is not drawn here.
    package func pixelBuffer(_ format: OSType, _ matrix: ColorReference.Matrix?) throws -> CVPixelBuffer {
        let buffer = try CVPixelBuffer.blank(width, height, format)
        if let matrix {
            CVBufferSetAttachment(buffer, kCVImageBufferYCbCrMatrixKey, matrix.attachment, .shouldPropagate)
        }
        let color = ColorReference(matrix ?? .rec601, fullRange: Self.fullRangeFormats.contains(format))
        switch format {
        case kCVPixelFormatType_32BGRA:
            buffer.fill(0, rowBytes: width * 4, with: bgra())
        case kCVPixelFormatType_OneComponent8:
            buffer.fill(0, rowBytes: width, with: planes(color).luma.samples)
        case kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_420YpCbCr8PlanarFullRange:
            let picture = planes(color)
            buffer.fill(0, rowBytes: width, with: picture.luma.samples)
            buffer.fill(1, rowBytes: picture.cb!.width, with: picture.cb!.samples)
            buffer.fill(2, rowBytes: picture.cr!.width, with: picture.cr!.samples)
        case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange:
            let picture = planes(color)
            buffer.fill(0, rowBytes: width, with: picture.luma.samples)
            buffer.fill(1, rowBytes: picture.cb!.width * 2, with: interleaved(picture))
        case kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange:
            // Eight bits in the high bits of 16, little-endian.
            let picture = planes(color)
            buffer.fill(0, rowBytes: width * 2, with: picture.luma.samples.flatMap { [0, $0] })
            buffer.fill(1, rowBytes: picture.cb!.width * 4, with: interleaved(picture).flatMap { [0, $0] })
        case kCVPixelFormatType_422YpCbCr8:
            buffer.fill(0, rowBytes: (width + 1) / 2 * 4, with: packed(color, lumaFirst: false))
        case kCVPixelFormatType_422YpCbCr8_yuvs, kCVPixelFormatType_422YpCbCr8FullRange:
            buffer.fill(0, rowBytes: (width + 1) / 2 * 4, with: packed(color, lumaFirst: true))
        default:
            throw Tool.Failure(description: "the reference picture is not drawn in pixel format \(format)")
        }
        return buffer
    }

    private static let fullRangeFormats: Set<OSType> = [
        kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
        kCVPixelFormatType_420YpCbCr8PlanarFullRange, kCVPixelFormatType_422YpCbCr8FullRange,
        kCVPixelFormatType_OneComponent8,
    ]

    private func interleaved(_ picture: DecodedPicture) -> [UInt8] {
        zip(picture.cb!.samples, picture.cr!.samples).flatMap { [$0, $1] }
    }

    private func packed(_ color: ColorReference, lumaFirst: Bool) -> [UInt8] {
        let picture = planes(color, horizontal: 2, vertical: 1)
        let chromaWidth = picture.cb!.width
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<chromaWidth {
                let first = picture.luma.samples[y * width + 2 * x]
                let second = picture.luma.samples[y * width + min(2 * x + 1, width - 1)]
                let (cb, cr) = (picture.cb!.samples[y * chromaWidth + x], picture.cr!.samples[y * chromaWidth + x])
                bytes += lumaFirst ? [first, cb, second, cr] : [cb, first, cr, second]
            }
        }
        return bytes
    }
}

extension ColorReference.Matrix {
    /// The value of `kCVImageBufferYCbCrMatrixKey`.
    var attachment: CFString {
        switch self {
        case .rec601: kCVImageBufferYCbCrMatrix_ITU_R_601_4
        case .rec709: kCVImageBufferYCbCrMatrix_ITU_R_709_2
        case .rec2020: kCVImageBufferYCbCrMatrix_ITU_R_2020
        }
    }
}

extension CVPixelBuffer {
    /// A buffer of zeroes.
    package static func blank(_ width: Int, _ height: Int, _ format: OSType) throws -> CVPixelBuffer {
        var made: CVPixelBuffer?
        let status = CVPixelBufferCreate(kCFAllocatorDefault, width, height, format, nil, &made)
        guard let made else { throw Tool.Failure(description: "Core Video refused with \(status)") }
        return made
    }

    /// Copies rows without padding into a plane.
    fileprivate func fill(_ plane: Int, rowBytes: Int, with bytes: [UInt8]) {
        withPlanes { planes in
            bytes.withUnsafeBytes { source in
                for row in 0..<bytes.count / rowBytes {
                    (planes[plane].base + row * planes[plane].bytesPerRow).copyMemory(
                        from: source.baseAddress! + row * rowBytes, byteCount: rowBytes)
                }
            }
        }
    }
}
