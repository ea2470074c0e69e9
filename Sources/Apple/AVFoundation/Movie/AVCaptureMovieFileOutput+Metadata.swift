import Foundation

extension AVCaptureMovieFileOutput {
    /// Metadata for movies, in addition to the default items: when, with which device and by which program the movie
    /// was made. An item replaces the default one with the same key; `nil` by default.
    ///
    /// Items with QuickTime metadata, QuickTime user data and common identifiers are written. It applies to recordings
    /// that begin later.
    public var metadata: [AVMetadataItem]? {
        get { settings.withLock { $0 }.metadata }
        set { settings.withLock { $0.metadata = newValue } }
    }

    /// Whether a metadata track records how the picture is rotated and mirrored, when that changes during a recording;
    /// `false` by default.
    public func recordsVideoOrientationAndMirroringChangesAsMetadataTrack(for connection: AVCaptureConnection) -> Bool {
        settings.withLock { $0.recordsTurns.contains(ObjectIdentifier(connection)) }
    }

    /// Sets whether a metadata track records how the picture is rotated and mirrored.
    ///
    /// The track holds `quickTimeMetadataVideoOrientation` as a 16-bit EXIF orientation, for the first frame and for
    /// each change; the video track keeps the orientation in which the recording began. It applies to recordings that
    /// begin later. A connection that is not a video connection of this output is a programmer's mistake.
    public func setRecordsVideoOrientationAndMirroringChangesAsMetadataTrack(
        _ doRecordChanges: Bool, for connection: AVCaptureConnection
    ) {
        guard connection.mediaType == .video, connections.contains(where: { $0 === connection }) else {
            raiseException(
                "*** -[AVCaptureMovieFileOutput "
                    + "setRecordsVideoOrientationAndMirroringChanges:asMetadataTrackForConnection:] "
                    + "The connection is not a video connection of the receiver")
        }
        settings.withLock { settings in
            if doRecordChanges {
                settings.recordsTurns.insert(ObjectIdentifier(connection))
            } else {
                settings.recordsTurns.remove(ObjectIdentifier(connection))
            }
        }
    }

    /// Linux: always `false`; no camera takes a picture for each eye.
    public var isSpatialVideoCaptureSupported: Bool { false }

    /// Linux: always `false`; setting `true` is a programmer's mistake, see ``isSpatialVideoCaptureSupported``.
    public var isSpatialVideoCaptureEnabled: Bool {
        get { false }
        set {
            guard newValue else { return }
            raiseException(
                "*** -[AVCaptureMovieFileOutput setSpatialVideoCaptureEnabled:] Not supported - use "
                    + "-isSpatialVideoCaptureSupported")
        }
    }
}
