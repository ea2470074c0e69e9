import CaptureEngine
import CoreMedia
import CoreVideo

/// Makes a picture whose colours are those in the light of the flash, whatever other light there is.
///
/// Light adds up: what a picture with the flash has more than one without it, in the same exposure, is what the flash
/// alone lights, and the flash's colour is known. Where that cannot be trusted, the picture with the flash is seen.
///
/// Any thread; uses all processors. Nothing moves the pictures onto each other: a hand's shake costs trust.
package enum ConstantColour {
    package struct Result {
        /// Like the frame with flash.
        package var picture: CVPixelBuffer
        /// `kCVPixelFormatType_OneComponent8`, a quarter as wide and high as the picture; 255 is full trust.
        package var confidence: CVPixelBuffer
        /// The mean of the confidence, 0…1, in which the middle counts most.
        package var level: Float
    }

    /// Whether pictures of a pixel format can be told apart so: bi-planar 4:2:0 in 8 and 10 bits.
    package static func supports(_ pixelFormat: OSType) -> Bool { TemporalMerge.pixelFormats.contains(pixelFormat) }

    /// - Parameters:
    ///   - lit: the frame with the flash, with the white balance of its light.
    ///   - ambient: frames without flash, with the same white balance: one, or one before and one after `lit`. Where their
    ///     conditions say that they were exposed otherwise, that is made up for.
    /// - Returns: the frame itself, without any confidence, when its conditions say that no flash fired.
    /// - Throws: ``CaptureError`` `formatUnsupported` for frames of different or other formats, `encodeFailed` without
    ///   memory.
    package static func picture(
        lit: CMSampleBuffer, ambient: [CMSampleBuffer]
    ) throws(CaptureError) -> Result {
        // Then all light is other light.
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
                func code(_ pixel: FlashLight.Pixel) -> LightColour {
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
