import Foundation

extension AVCaptureMovieFileOutput {
    /// What a movie says of itself, beside what it says by default: when it was made, with which device and by which
    /// program. An item replaces the default one of the same key; `nil` at first.
    ///
    /// Items with identifiers of QuickTime's metadata and user data, and common ones, are written. It counts for
    /// recordings that begin later. Source: Apple, AVCaptureMovieFileOutput.metadata.
    public var metadata: [AVMetadataItem]? {
        get { settings.withLock { $0 }.metadata }
        set { settings.withLock { $0.metadata = newValue } }
    }

    /// Whether a metadata track tells how the picture is turned and mirrored, when that changes during a recording;
    /// `false` at first.
    ///
    /// Source: Apple, AVCaptureMovieFileOutput.recordsVideoOrientationAndMirroringChangesAsMetadataTrack(for:).
    public func recordsVideoOrientationAndMirroringChangesAsMetadataTrack(for connection: AVCaptureConnection) -> Bool {
        settings.withLock { $0.recordsTurns.contains(ObjectIdentifier(connection)) }
    }

    /// Says whether a metadata track tells how the picture is turned and mirrored.
    ///
    /// The track holds `quickTimeMetadataVideoOrientation` as a 16-bit EXIF orientation, for the first frame and for each
    /// change; the video track keeps the orientation in which the recording began. It counts for recordings that begin
    /// later. A connection that is not a video connection of this output is a programmer's mistake.
    ///
    /// Source: Apple, AVCaptureMovieFileOutput.setRecordsVideoOrientationAndMirroringChangesAsMetadataTrack(_:for:).
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

    /// Linux: always `false`; no camera takes two pictures for two eyes.
    /// Source: Apple, AVCaptureMovieFileOutput.isSpatialVideoCaptureSupported.
    public var isSpatialVideoCaptureSupported: Bool { false }

    /// Linux: always `false`; setting `true` is a programmer's mistake, see ``isSpatialVideoCaptureSupported``.
    /// Source: Apple, AVCaptureMovieFileOutput.isSpatialVideoCaptureEnabled.
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
