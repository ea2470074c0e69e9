import CoreMedia
import PhotoCoding

/// How long recent photos of each kind took to process.
struct PhotoPace: Sendable {
    struct Kind: Hashable, Sendable {
        var codec: String
        var priority: PhotoRecipe.Priority
        var hasConstantColor: Bool

        init(_ settings: AVCapturePhotoSettings, _ priority: PhotoRecipe.Priority) {
            codec = settings.codec?.rawValue ?? ""
            self.priority = priority
            hasConstantColor = settings.isConstantColorEnabled
        }
    }

    /// In seconds.
    private var averages: [Kind: Double] = [:]

    mutating func add(_ seconds: Double, for kind: Kind) {
        averages[kind] = averages[kind].map { 0.75 * $0 + 0.25 * seconds } ?? seconds
    }

    /// From half to twice the recent average; empty when there was no photo.
    func range(for kind: Kind) -> CMTimeRange {
        guard let average = averages[kind] else { return .zero }
        let shortest = CMTime(seconds: average / 2, preferredTimescale: 1_000_000)
        return CMTimeRange(start: shortest, duration: CMTimeMultiply(shortest, multiplier: 3))
    }
}
