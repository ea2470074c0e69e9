import Foundation

/// The room that is left where captures go.
package struct StorageSpace: Sendable, Equatable {
    /// For this user, in bytes.
    package var freeBytes: Int64
    /// How long a movie could be with the camera as it is set, in seconds: by what it has cost so far while one is being
    /// recorded, else by a guess from its size and frame rate. `nil` in photo mode.
    package var recordingSeconds: Double?

    /// Less than this is worth a warning: a minute of 4K, or a few hundred photos.
    package static let lowBytes: Int64 = 1_000_000_000
    /// So is less time than this for a movie.
    package static let lowSeconds = 300.0

    package init(freeBytes: Int64, recordingSeconds: Double? = nil) {
        self.freeBytes = freeBytes
        self.recordingSeconds = recordingSeconds
    }

    package var isLow: Bool { freeBytes < Self.lowBytes || recordingSeconds.map { $0 < Self.lowSeconds } == true }
}
