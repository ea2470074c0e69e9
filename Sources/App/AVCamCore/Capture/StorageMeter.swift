import Foundation

/// Measures the disk space for captures, and learns how much of it movies need.
actor StorageMeter {
    private let folder: URL
    /// Bytes per second of the movies so far, by their format.
    private var costs: [VideoFormat: Double] = [:]

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
    ///   - progress: the progress of the movie being recorded.
    /// - Returns: `nil` when the file system does not say.
    func measure(format: VideoFormat?, progress: RecordingProgress?) -> StorageSpace? {
        guard let freeBytes else { return nil }
        guard let format else { return StorageSpace(freeBytes: freeBytes) }
        if let progress, progress.duration >= Self.shortestSample {
            costs[format] = Double(progress.fileSize) / progress.duration
        }
        let cost = costs[format] ?? Self.guess(format)
        return StorageSpace(freeBytes: freeBytes, recordingSeconds: Double(freeBytes) / max(cost, 1))
    }

    private static func guess(_ format: VideoFormat) -> Double {
        Double(format.size.area * format.frameRate) * bitsPerPixel / 8 + soundBytes
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
