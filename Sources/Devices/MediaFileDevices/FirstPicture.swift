import CaptureEngine
import CoreMedia
import FFmpeg
import YUV

/// The first picture of a movie, to show what is in it.
package enum FirstPicture {
    /// - Returns: the picture, upright.
    /// - Throws: ``CaptureError`` `fileUnreadable`, `encoderNotFound`, `formatUnsupported`.
    package static func decode(_ path: String) throws(CaptureError) -> CVPixelBuffer {
        do {
            let reader = try MediaReader(path: path, tracks: [.video])
            while let sample = try reader.next() {
                guard case .picture(let picture) = sample, let video = reader.video else { continue }
                let frames = FramePool(PictureFormat(video))
                let frame = try picture.withPlanes { planes throws(YUVError) in try frames.frame(of: planes) }
                if let frame { return frame }
            }
        } catch {
            throw CaptureError(.fileUnreadable, "\(path): \(error)", cause: error)
        }
        throw CaptureError(.fileUnreadable, "no picture of \(path) can be decoded")
    }
}
