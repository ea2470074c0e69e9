import CoreVideo

/// Converts between depth and disparity, and between half floats and floats.
enum DepthConversion {
    static let types: [OSType] = [
        kCVPixelFormatType_DisparityFloat16, kCVPixelFormatType_DisparityFloat32, kCVPixelFormatType_DepthFloat16,
        kCVPixelFormatType_DepthFloat32,
    ]

    /// - Returns: `nil` when there is not enough memory.
    static func convert(_ source: CVPixelBuffer, to type: OSType) -> CVPixelBuffer? {
        let (width, height) = (CVPixelBufferGetWidth(source), CVPixelBufferGetHeight(source))
        var result: CVPixelBuffer?
        CVPixelBufferCreate(nil, width, height, type, nil, &result)
        guard let result else { return nil }
        let sourceType = CVPixelBufferGetPixelFormatType(source)
        let inverts = isDisparity(sourceType) != isDisparity(type)
        source.withPlanes { from in
            result.withPlanes { to in
                for y in 0..<height {
                    let row = from[0].base + y * from[0].bytesPerRow
                    let target = to[0].base + y * to[0].bytesPerRow
                    for x in 0..<width {
                        let value = read(row, x, sourceType)
                        write(inverts ? 1 / value : value, target, x, type)
                    }
                }
            }
        }
        CVBufferPropagateAttachments(source, result)
        return result
    }

    private static func isDisparity(_ type: OSType) -> Bool {
        type == kCVPixelFormatType_DisparityFloat16 || type == kCVPixelFormatType_DisparityFloat32
    }

    private static func isHalf(_ type: OSType) -> Bool {
        type == kCVPixelFormatType_DisparityFloat16 || type == kCVPixelFormatType_DepthFloat16
    }

    private static func read(_ row: UnsafeMutableRawPointer, _ x: Int, _ type: OSType) -> Float {
        isHalf(type)
            ? HalfFloat.value(row.load(fromByteOffset: 2 * x, as: UInt16.self))
            : row.load(fromByteOffset: 4 * x, as: Float.self)
    }

    private static func write(_ value: Float, _ row: UnsafeMutableRawPointer, _ x: Int, _ type: OSType) {
        if isHalf(type) {
            row.storeBytes(of: HalfFloat.bits(value), toByteOffset: 2 * x, as: UInt16.self)
        } else {
            row.storeBytes(of: value, toByteOffset: 4 * x, as: Float.self)
        }
    }
}

/// IEEE 754 half precision, for x86-64 Linux, where the type `Float16` is not available everywhere.
enum HalfFloat {
    static func value(_ bits: UInt16) -> Float {
        let sign: Float = bits & 0x8000 == 0 ? 1 : -1
        let exponent = Int(bits >> 10 & 0x1F)
        let fraction = Float(bits & 0x3FF) / 1024
        switch exponent {
        case 0: return sign * fraction * 0x1p-14
        case 31: return fraction == 0 ? sign * .infinity : .nan
        default: return sign * Float(sign: .plus, exponent: exponent - 15, significand: 1 + fraction)
        }
    }

    static func bits(_ value: Float) -> UInt16 {
        if value.isNaN { return 0x7E00 }
        let sign: UInt16 = value.sign == .minus ? 0x8000 : 0
        let magnitude = abs(value)
        if magnitude >= 65_520 { return sign | 0x7C00 }
        if magnitude < 0x1p-14 { return sign | UInt16((magnitude * 0x1p24).rounded()) }
        // Rounding may carry into the exponent, which is right.
        let exponent = UInt16(Int(magnitude.exponent) + 15)
        return sign | (exponent << 10) + UInt16(((magnitude.significand - 1) * 1024).rounded())
    }
}
