import CaptureEngine
import CoreVideo
import Foundation
import TestSupport

/// A wall of colored squares under a lamp and a flash, as frames whose light is known.
struct LitWall {
    /// Red, green and blue.
    typealias Light = SIMD3<Double>

    var width = 64
    var height = 48
    var pixelFormat = kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
    var lamp = Light(0.4, 0.24, 0.08)
    var flash = Light(repeating: 0.3)
    /// Seconds times ISO, for which the light is meant.
    var exposure = 1.0
    /// By how many stops the camera says that the exposure is off.
    var offset: Float = 0
    /// Something white that the flash does not reach, in squares; `nil` without it.
    var moth: (x: Int, y: Int)?

    /// Squares of this many pixels have one color.
    static let square = 16

    private var isWide: Bool { pixelFormat == kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange }

    /// How much of the light is reflected.
    static func color(_ x: Int, _ y: Int) -> Light {
        let colors = [Light(0.7, 0.2, 0.1), Light(0.1, 0.5, 0.3), Light(0.2, 0.25, 0.7), Light(0.5, 0.5, 0.5)]
        return colors[(x + 2 * y) % colors.count]
    }

    /// The visible light of a square.
    func light(_ x: Int, _ y: Int, isLit: Bool) -> Light {
        if let moth, moth == (x, y) { return lamp * exposure }
        return Self.color(x, y) * (lamp + (isLit ? flash : .zero)) * exposure
    }

    func frame(isLit: Bool) throws -> CMSampleBuffer {
        let buffer = try CVPixelBuffer.blank(width, height, pixelFormat)
        buffer.withPlanes { planes in
            for y in 0..<height {
                for x in 0..<width {
                    let seen = codes(light(x / Self.square, y / Self.square, isLit: isLit))
                    store(seen.x, planes[0], x, y)
                    guard x % 2 == 0, y % 2 == 0 else { continue }
                    store(seen.y, planes[1], x, y / 2)
                    store(seen.z, planes[1], x + 1, y / 2)
                }
            }
        }
        let matrix = isWide ? kCVImageBufferYCbCrMatrix_ITU_R_2020 : kCVImageBufferYCbCrMatrix_ITU_R_709_2
        let curve =
            isWide ? kCVImageBufferTransferFunction_ITU_R_2100_HLG : kCVImageBufferTransferFunction_ITU_R_709_2
        CVBufferSetAttachment(buffer, kCVImageBufferYCbCrMatrixKey, matrix as AnyObject, .shouldPropagate)
        CVBufferSetAttachment(buffer, kCVImageBufferTransferFunctionKey, curve as AnyObject, .shouldPropagate)
        let sample = CMSampleBuffer.frame(
            buffer, format: try CMFormatDescription(imageBuffer: buffer), presentationTimeStamp: .zero,
            duration: CMTime(value: 1, timescale: 30))
        var conditions = CaptureConditions(
            exposureDuration: CMTime(seconds: exposure / 100, preferredTimescale: 1_000_000), iso: 100)
        conditions.exposureOffset = offset
        conditions.isFlashFired = isLit
        sample.conditions = conditions
        return sample
    }

    private func store(_ code: Double, _ plane: CVPixelBuffer.Plane, _ x: Int, _ y: Int) {
        let row = plane.base + y * plane.bytesPerRow
        if isWide {
            row.storeBytes(of: UInt16(code) << 6, toByteOffset: 2 * x, as: UInt16.self)
        } else {
            row.storeBytes(of: UInt8(code), toByteOffset: x, as: UInt8.self)
        }
    }

    // MARK: Samples, as the recommendations have them: BT.709-6, and BT.2100-2 with BT.2020-2.

    private var weights: (red: Double, blue: Double) { isWide ? (0.2627, 0.0593) : (0.2126, 0.0722) }

    private func code(_ light: Double) -> Double {
        if isWide {
            let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
            return light <= 1 / 12.0 ? (3 * light).squareRoot() : a * log(12 * light - b) + c
        }
        return light < 0.018 ? 4.5 * light : 1.099 * pow(light, 0.45) - 0.099
    }

    private func light(_ code: Double) -> Double {
        if isWide {
            let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
            return code <= 0.5 ? code * code / 3 : (exp((code - c) / a) + b) / 12
        }
        return code < 0.081 ? code / 4.5 : pow((code + 0.099) / 1.099, 1 / 0.45)
    }

    /// Luma, Cb and Cr.
    private func codes(_ light: Light) -> Light {
        let (red, green, blue) = (code(min(light.x, 1)), code(min(light.y, 1)), code(min(light.z, 1)))
        let luma = weights.red * red + (1 - weights.red - weights.blue) * green + weights.blue * blue
        let (cb, cr) = ((blue - luma) / 2 / (1 - weights.blue), (red - luma) / 2 / (1 - weights.red))
        let scale = numbers
        let values = Light(
            scale.black + luma * scale.luma, scale.middle + cb * scale.chroma, scale.middle + cr * scale.chroma)
        return values.rounded(.toNearestOrAwayFromZero)
    }

    private var numbers: (black: Double, luma: Double, middle: Double, chroma: Double) {
        switch pixelFormat {
        case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: (0, 255, 128, 255)
        case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: (16, 219, 128, 224)
        default: (64, 876, 512, 896)
        }
    }

    /// The light that a picture shows in the middle of a square.
    ///
    /// - Parameter pixel: which of the four pixels there: 0 or 1 to the right and down.
    func shown(in picture: CVPixelBuffer, _ x: Int, _ y: Int, pixel: (right: Int, down: Int) = (0, 0)) -> Light {
        picture.withPlanes { planes in
            func sample(_ plane: Int, _ x: Int, _ y: Int) -> Double {
                let row = planes[plane].base + y * planes[plane].bytesPerRow
                return isWide
                    ? Double(row.load(fromByteOffset: 2 * x, as: UInt16.self) >> 6)
                    : Double(row.load(fromByteOffset: x, as: UInt8.self))
            }
            let (left, top) = ((2 * x + 1) * Self.square / 2, (2 * y + 1) * Self.square / 2)
            let scale = numbers
            let luma = (sample(0, left + pixel.right, top + pixel.down) - scale.black) / scale.luma
            let cb = (sample(1, left / 2 * 2, top / 2) - scale.middle) / scale.chroma
            let cr = (sample(1, left / 2 * 2 + 1, top / 2) - scale.middle) / scale.chroma
            let red = luma + 2 * (1 - weights.red) * cr
            let blue = luma + 2 * (1 - weights.blue) * cb
            let green = (luma - weights.red * red - weights.blue * blue) / (1 - weights.red - weights.blue)
            return Light(light(red), light(green), light(blue))
        }
    }
}
