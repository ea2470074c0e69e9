import CaptureEngine
import CoreMedia
import PixelCoding

/// A movie's metadata track for the orientation in which frames are shown: one sample for the first frame and one for
/// every change, valid until the next.
///
/// Source: Apple, AVMetadataIdentifier.quickTimeMetadataVideoOrientation; EXIF 2.32, "Orientation", for the values.
enum MovieTurns {
    private static let key = "com.apple.quicktime.video-orientation"

    static func track(frameDuration: Int64) -> MovieTrackDescription {
        MovieTrackDescription(
            media: .metadata(describedTrack: 0), timescale: MovieVideoTrack.timescale,
            sampleDescription: SampleDescription.timedMetadata([
                BoxedMetadataKey(number: 1, space: "mdta", key: key, dataType: kCMMetadataBaseDataType_SInt16)
            ]),
            sampleDuration: frameDuration)
    }

    static func sample(_ orientation: MovieOrientation) -> [UInt8] {
        let value = ExifOrientation(rotation: orientation.rotation, isMirrored: orientation.isMirrored)
        return BoxedMetadata.sample([(number: 1, bytes: [0, UInt8(value.rawValue)])])
    }
}
