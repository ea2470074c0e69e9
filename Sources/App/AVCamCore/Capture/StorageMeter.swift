import Foundation

/// Measures the disk space for captures, and learns how much of it movies need.
///
/// Movies have a constant quality and no bit rate: what they need depends on the scene and the camera's noise, from 0.01
/// to 1 bit per pixel. So the first guess is replaced by what was measured, a little more with each second of a movie.
actor StorageMeter {
    private let folder: URL
    private struct Kind: Hashable {
        var format: VideoFormat
        var speed: MovieSpeed
    }

    /// What a movie costs.
    private struct Cost {
        /// Bytes per second of what is seen.
        var rate: Double
        var bitsPerPixel: Double

        /// Between this one and `other`, which counts more the larger `share` is.
        func blended(with other: Cost, share: Double) -> Cost {
            func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
            return Cost(
                rate: between(rate, other.rate), bitsPerPixel: between(bitsPerPixel, other.bitsPerPixel))
        }
    }

    /// Bytes per second of what was seen, of the movies so far.
    private var rates: [Kind: Double] = [:]
    /// The movie being recorded, and what such movies were thought to cost before.
    private var movie: (kind: Kind, duration: Double, before: Cost)?
    /// What the pictures of the last movie needed, whatever its format; `nil` before the first movie.
    private(set) var bitsPerPixel: Double?

    /// After this duration, in seconds, only the movie itself counts.
    private static let settlingDuration = 5.0
    /// The estimate before any movie was recorded: a scene in good light, with little noise.
    private static let firstBitsPerPixel = 0.05
    /// Bytes per second of the sound.
    private static let soundRate = 16_000.0

    /// - Parameters:
    ///   - folder: need not exist yet.
    ///   - bitsPerPixel: what movies needed at an earlier launch, see ``bitsPerPixel``.
    init(folder: URL, bitsPerPixel: Double? = nil) {
        self.folder = folder
        self.bitsPerPixel = bitsPerPixel
    }

    /// - Parameters:
    ///   - format: the format of movies; `nil` when none are recorded.
    ///   - speed: how fast they play.
    ///   - progress: the progress of the movie being recorded.
    /// - Returns: `nil` when the file system does not say.
    func measure(format: VideoFormat?, speed: MovieSpeed = .normal, progress: RecordingProgress?) -> StorageSpace? {
        if let format { learn(Kind(format: format, speed: speed), progress) }
        guard let freeBytes else { return nil }
        guard let format else { return StorageSpace(freeBytes: freeBytes) }
        let rate = cost(of: Kind(format: format, speed: speed)).rate
        return StorageSpace(freeBytes: freeBytes, recordingSeconds: Double(freeBytes) / max(rate, 1))
    }

    private func learn(_ kind: Kind, _ progress: RecordingProgress?) {
        guard let progress else { return movie = nil }
        guard progress.duration > 0, progress.fileSize > 0, progress.frames > 0 else { return }
        if movie.map({ $0.kind != kind || $0.duration > progress.duration }) ?? true {
            movie = (kind, 0, cost(of: kind))
        }
        guard let before = movie?.before else { return }
        movie?.duration = progress.duration
        let pictureBytes = max(Double(progress.fileSize) - Self.soundRate(of: kind) * progress.duration, 0)
        let measured = Cost(
            rate: Double(progress.fileSize) / progress.duration,
            bitsPerPixel: pictureBytes * 8 / (Double(kind.format.size.area) * Double(progress.frames)))
        let new = before.blended(with: measured, share: min(progress.duration / Self.settlingDuration, 1))
        (rates[kind], bitsPerPixel) = (new.rate, new.bitsPerPixel)
    }

    /// What was measured; otherwise guessed from movies in other formats.
    private func cost(of kind: Kind) -> Cost {
        let bitsPerPixel = bitsPerPixel ?? Self.firstBitsPerPixel
        let bytesPerFrame = Double(kind.format.size.area) * bitsPerPixel / 8
        let framesPerSecond =
            switch kind.speed {
            case .normal, .slowMotion: Double(kind.format.frameRate)
            case .timeLapse(let interval): 1 / interval
            }
        let guess = bytesPerFrame * framesPerSecond + Self.soundRate(of: kind)
        return Cost(rate: rates[kind] ?? guess, bitsPerPixel: bitsPerPixel)
    }

    private static func soundRate(of kind: Kind) -> Double { kind.speed == .normal ? soundRate : 0 }

    /// The bytes that this user may still write where the folder is or will be.
    private var freeBytes: Int64? {
        var place = folder.standardizedFileURL
        while access(place.path, F_OK) != 0, place.path != "/" { place.deleteLastPathComponent() }
        var numbers = statvfs()
        guard statvfs(place.path, &numbers) == 0 else { return nil }
        return Int64(clamping: UInt64(numbers.f_bavail) * UInt64(numbers.f_frsize))
    }
}
