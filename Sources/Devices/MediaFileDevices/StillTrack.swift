import CaptureEngine
import Foundation

/// A still picture, decoded once and sent thirty times a second.
final class StillTrack: MediaTrack, @unchecked Sendable {  // One thread at a time uses it.
    private static let rate: Int64 = 30

    let tolerance: Int64 = 400_000_000
    private let encodedPicture: Data?
    private let frame: CVPixelBuffer
    private var number: Int64 = 0

    /// - Parameter encodedPicture: the file's bytes, if it is a JPEG file and the frame shows all of it.
    init(_ frame: CVPixelBuffer, encodedPicture: Data? = nil) {
        self.frame = frame
        self.encodedPicture = encodedPicture
    }

    func delay(of sample: TrackSample) -> Int64 { 0 }

    func next() -> TrackSample {
        let time = number * 1_000_000_000 / Self.rate
        number += 1
        return TrackSample(
            time: time, duration: number * 1_000_000_000 / Self.rate - time, content: .picture(frame),
            encodedPicture: encodedPicture)
    }
}
