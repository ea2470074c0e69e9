import Foundation

/// Measures the disk space for captures, and learns how much of it movies need.
actor StorageMeter {
    private let folder: URL
    private struct Kind: Hashable {
        var format: VideoFormat
        var speed: MovieSpeed
    }

    /// Bytes per second of what was seen, of the movies so far.
    private var costs: [Kind: Double] = [:]

    /// The shortest recording, in seconds, whose size tells how much space movies need.
    private static let shortestSample = 2.0
    /// The estimate before any movie was recorded, in bits per pixel.
    private static let bitsPerPixel = 0.15
    /// Bytes per second of the sound.
    private static let soundBytes = 16_000.0

    /// - Parameter folder: need not exist yet.
    init(folder: URL) {
        self.folder = folder
    }

    /// - Parameters:
    ///   - format: the format of movies; `nil` when none are recorded.
    ///   - speed: how fast they play.
    ///   - progress: the progress of the movie being recorded.
    /// - Returns: `nil` when the file system does not say.
    func measure(format: VideoFormat?, speed: MovieSpeed = .normal, progress: RecordingProgress?) -> StorageSpace? {
        guard let freeBytes else { return nil }
        guard let format else { return StorageSpace(freeBytes: freeBytes) }
        let kind = Kind(format: format, speed: speed)
        if let progress, progress.duration >= Self.shortestSample, progress.fileSize > 0 {
            costs[kind] = Double(progress.fileSize) / progress.duration
        }
        let cost = costs[kind] ?? Self.guess(format, speed)
        return StorageSpace(freeBytes: freeBytes, recordingSeconds: Double(freeBytes) / max(cost, 1))
    }

    private static func guess(_ format: VideoFormat, _ speed: MovieSpeed) -> Double {
        let bytesPerFrame = Double(format.size.area) * bitsPerPixel / 8
        return switch speed {
        case .normal: bytesPerFrame * Double(format.frameRate) + soundBytes
        case .slowMotion: bytesPerFrame * Double(format.frameRate)
        case .timeLapse(let interval): bytesPerFrame / interval
        }
    }

    /// The bytes that this user may still write where the folder is or will be.
    private var freeBytes: Int64? {
        var place = folder.standardizedFileURL
        while access(place.path, F_OK) != 0, place.path != "/" { place.deleteLastPathComponent() }
        var numbers = statvfs()
        guard statvfs(place.path, &numbers) == 0 else { return nil }
        return Int64(clamping: UInt64(numbers.f_bavail) * UInt64(numbers.f_frsize))
    }
}
