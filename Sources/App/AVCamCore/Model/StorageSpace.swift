import Foundation

/// The disk space left where captures are saved.
package struct StorageSpace: Sendable, Equatable {
    /// What this user may still write, in bytes.
    package var freeBytes: Int64
    /// How long a movie could be with the current settings, in seconds: from the size of earlier recordings in this
    /// format, or else estimated from those in others. `nil` in photo mode.
    package var recordingSeconds: Double?

    /// Less than this deserves a warning: a minute of 4K, or a few hundred photos.
    package static let lowBytes: Int64 = 1_000_000_000
    /// Less recording time than this deserves a warning too.
    package static let lowSeconds = 300.0

    package init(freeBytes: Int64, recordingSeconds: Double? = nil) {
        self.freeBytes = freeBytes
        self.recordingSeconds = recordingSeconds
    }

    package var isLow: Bool { freeBytes < Self.lowBytes || recordingSeconds.map { $0 < Self.lowSeconds } == true }
}
