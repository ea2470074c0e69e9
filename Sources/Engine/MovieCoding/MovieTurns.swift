import CaptureEngine
import PixelCoding

/// A movie's metadata track for the orientation in which frames are shown: one sample for the first frame and one for
/// every change, valid until the next.
///
/// Source: Apple, AVMetadataIdentifier.quickTimeMetadataVideoOrientation; EXIF 2.32, "Orientation", for the values.
enum MovieTurns {
    private static let key = "com.apple.quicktime.video-orientation"
    /// QuickTime's well-known type for a signed 16-bit integer.
    private static let dataType: UInt32 = 66

    static func track(frameDuration: Int64) -> MovieTrackDescription {
        MovieTrackDescription(
            media: .metadata(describedTrack: 0), timescale: MovieVideoTrack.timescale,
            sampleDescription: SampleDescription.timedMetadata(key: key, dataType: dataType),
            sampleDuration: frameDuration)
    }

    static func sample(_ orientation: MovieOrientation) -> [UInt8] {
        let value = ExifOrientation(rotation: orientation.rotation, isMirrored: orientation.isMirrored)
        var sample = BoxWriter()
        sample.box(1) { $0.write(UInt16(value.rawValue)) }
        return sample.bytes
    }
}
