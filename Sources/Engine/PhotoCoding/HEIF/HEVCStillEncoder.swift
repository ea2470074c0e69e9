import CaptureEngine
import FFmpeg
import Foundation
import PixelCoding
import YUV

/// One picture as HEVC.
struct HEVCStill {
    /// VPS, SPS, PPS.
    var parameterSets: [[UInt8]]
    /// The slices, each following its length in four bytes.
    var data: Data
    var bitDepth: Int
    var coded: PixelSize
    var shown: PixelSize
    var color: PictureColor
}

/// Compresses single pictures.
enum HEVCStillEncoder {
    /// - Parameter picture: in a size that the encoder accepts (``HEVCPicture/padded(in:)``).
    /// - Throws: ``CaptureError`` `encoderNotFound` when libx265 is not installed, `formatUnsupported`, `encodeFailed`.
    static func encode(_ picture: HEVCPicture, quantizer: Int) throws(CaptureError) -> HEVCStill {
        var settings = VideoEncoder.Settings(
            encoder: X265.name, width: picture.coded.width, height: picture.coded.height,
            layout: picture.bitDepth > 8 ? .i010 : .i420, color: picture.color, timescale: 1, frameRate: 1)
        settings.options = X265.options(parameters(picture.coded, quantizer: quantizer))
        let planes = picture.planes.map {
            PicturePlane(base: UnsafeMutableRawPointer(mutating: $0.base), bytesPerRow: $0.bytesPerRow)
        }
        do {
            let encoder = try VideoEncoder(settings)
            var packets = try encoder.encode(planes, at: 0)
            packets += try encoder.finish()
            guard packets.count == 1 else {
                throw CaptureError(.encodeFailed, "The HEVC encoder made \(packets.count) pictures for one")
            }
            return HEVCStill(
                parameterSets: try X265.parameterSets(encoder), data: packets[0].withBytes { Data($0) },
                bitDepth: picture.bitDepth, coded: picture.coded, shown: picture.shown, color: picture.color)
        } catch let error as FFmpegError {
            throw CaptureError(error)
        } catch let error as CaptureError {
            throw error
        } catch {
            throw CaptureError(.encodeFailed, "The photo cannot be encoded as HEVC", cause: error)
        }
    }

    /// How x265 should search a single picture.
    ///
    /// In large ones it predicts squares of 32 pixels and divides only their transforms. At the same file size, this is
    /// as good as `ultrafast`'s own squares of 16, in two thirds of the time (12 megapixels, x265 3.5).
    ///
    /// - Parameter quantizer: 0 is nearly lossless, 22 is hard to tell from the original, 51 is worst.
    private static func parameters(_ size: PixelSize, quantizer: Int) -> [String] {
        let squares =
            if min(size.width, size.height) < 64 {
                ["ctu=16", "min-cu-size=8"]
            } else if size.width * size.height < 1 << 20 {
                ["ctu=32", "min-cu-size=8"]
            } else {
                ["ctu=32", "min-cu-size=32", "tu-intra-depth=3"]
            }
        return ["qp=\(quantizer)", "ipratio=1", "no-signhide=1", "no-info=1"] + squares
            + threading(isBusy: ProcessorLoad.isFull)
    }

    /// Leaves x265 its pool of threads, unless other programs use the processors.
    ///
    /// The pool lowers its threads' priority, so that they get next to nothing where others compute; the caller's thread
    /// keeps its share. On two processors, 12 megapixels take 0.53 s with the pool and 0.82 s without it on an idle
    /// machine. Beside eight busy programs they take 16 s and 4 s (x265 3.5).
    static func threading(isBusy: Bool) -> [String] { isBusy ? ["pools=none", "frame-threads=1"] : [] }

    /// The quantizer for a photo's quality: at 0.9 a file is as good as a JPEG file of that quality.
    static func quantizer(quality: Double) -> Int {
        let quality = quality.isFinite ? min(max(quality, 0), 1) : 0.9
        let quantizer = quality > 0.9 ? 22 - (quality - 0.9) * 120 : 22 + (0.9 - quality) * 32
        return Int(quantizer.rounded())
    }
}
