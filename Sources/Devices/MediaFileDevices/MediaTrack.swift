import CaptureEngine
import Foundation

/// One decoded piece of a file.
struct TrackSample {
    enum Content {
        case picture(CVPixelBuffer)
        case sound([Int16])
        /// It was decoded, but every buffer is in use.
        case noBuffer
        /// It could not be decoded, or only in part.
        case damaged
    }

    /// Nanoseconds from the beginning of the first loop.
    var time: Int64
    /// Nanoseconds.
    var duration: Int64
    var content: Content
    /// The JPEG picture that the whole frame was decoded from; `nil` if there is none.
    var encodedPicture: Data?

    var isDamaged: Bool {
        if case .damaged = content { return true }
        return false
    }

    /// Whether a picture has the size and the pixel format that were promised.
    func fits(_ format: CMFormatDescription) -> Bool {
        guard case .picture(let frame) = content else { return true }
        return CMVideoFormatDescriptionMatchesImageBuffer(format, imageBuffer: frame)
    }
}

/// The pictures or the sound of a file, in a loop. Used by one thread at a time.
protocol MediaTrack: AnyObject, Sendable {
    /// How late a sample may be before it is dropped, in nanoseconds.
    var tolerance: Int64 { get }

    /// How long after its time a sample is complete: 0 for pictures, its duration for sound.
    func delay(of sample: TrackSample) -> Int64

    /// Decodes the next sample. After the last one comes the first again, later by the length of the file.
    func next() throws(CaptureError) -> TrackSample
}
