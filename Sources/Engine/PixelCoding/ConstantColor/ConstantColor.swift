import CaptureEngine
import CoreMedia
import CoreVideo

/// Makes a picture with the colors that the scene has in the flash's light, whatever other light there is.
///
/// Light adds up: the difference between a picture with the flash and one without it, in the same exposure, is what the
/// flash alone lights, and the flash's color is known. Where that cannot be trusted, the result shows the picture with
/// the flash.
///
/// Any thread; uses all processors. The pictures are not aligned, so camera shake lowers the confidence.
package enum ConstantColor {
    package struct Result {
        /// Like the frame with flash.
        package var picture: CVPixelBuffer
        /// `kCVPixelFormatType_OneComponent8`, a quarter as wide and high as the picture; 255 is full confidence.
        package var confidence: CVPixelBuffer
        /// The mean confidence, 0…1, weighted toward the center.
        package var level: Float
    }

    /// Whether a pixel format is supported: bi-planar 4:2:0 in 8 and 10 bits.
    package static func supports(_ pixelFormat: OSType) -> Bool { TemporalMerge.pixelFormats.contains(pixelFormat) }

    /// - Parameters:
    ///   - lit: the frame with the flash, with the white balance of its light.
    ///   - ambient: frames without flash, with the same white balance: one, or one before and one after `lit`. A
    ///     different exposure is compensated for, if their conditions tell it.
    /// - Returns: the lit frame itself, with zero confidence, if its conditions say that no flash fired.
    /// - Throws: ``CaptureError`` `formatUnsupported` for frames of different or unsupported formats, `encodeFailed`
    ///   without memory.
    package static func picture(
        lit: CMSampleBuffer, ambient: [CMSampleBuffer]
    ) throws(CaptureError) -> Result {
        // Then all light is ambient light.
        if lit.conditions?.isFlashFired == false, let picture = lit.imageBuffer {
            return Result(picture: picture, confidence: try FlashConfidence.noMap(of: picture), level: 0)
        }
        let light = try FlashLight(lit: lit, ambient: ambient)
        let confidence = FlashConfidence(light)
        let gain = confidence.exposed()
        let source = light.lit.planes.buffer
        let size = source.pixelSize
        let picture = try CVPixelBuffer.make(
            width: size.width, height: size.height, CVPixelBufferGetPixelFormatType(source))
        let target = try LightPicture(like: light.lit, picture)
        Parallel.forEach(target.rows) { row in
            for column in 0..<target.columns {
                let trust = confidence.value(column, row)
                let pixels = light.pixels(column, row)
                func code(_ pixel: FlashLight.Pixel) -> LightColor {
                    let (flash, all) = (pixel.flash.visible * gain, pixel.all * light.brightening)
                    return target.curve.code(all + (flash - all) * trust)
                }
                target.write((code(pixels.0), code(pixels.1), code(pixels.2), code(pixels.3)), column, row)
            }
        }
        CVBufferPropagateAttachments(source, picture)
        return Result(picture: picture, confidence: try confidence.map(), level: confidence.level)
    }
}
