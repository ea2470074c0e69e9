import CaptureEngine

/// A still picture, decoded once and sent thirty times a second.
final class StillTrack: MediaTrack, @unchecked Sendable {  // One thread at a time uses it.
    private static let rate: Int64 = 30

    let tolerance: Int64 = 400_000_000
    private let frame: CVPixelBuffer
    private var number: Int64 = 0

    init(_ frame: CVPixelBuffer) {
        self.frame = frame
    }

    func delay(of sample: TrackSample) -> Int64 { 0 }

    func next() -> TrackSample {
        let time = number * 1_000_000_000 / Self.rate
        number += 1
        return TrackSample(
            time: time, duration: number * 1_000_000_000 / Self.rate - time, content: .picture(frame))
    }
}
