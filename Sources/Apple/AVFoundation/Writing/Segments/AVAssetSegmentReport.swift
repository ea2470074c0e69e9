import Foundation
import MovieCoding

/// What a segment is. Source: Apple, AVAssetSegmentType.
public enum AVAssetSegmentType: Int, Sendable {
    /// The head of the movie, without media; needed to play the others.
    case initialization = 1
    /// Media.
    case separable = 2
}

/// What a segment of a movie holds, for a playlist. Source: Apple, AVAssetSegmentReport.
public final class AVAssetSegmentReport: NSObject, Sendable {
    public let segmentType: AVAssetSegmentType
    /// One for each track that has samples in the segment.
    public let trackReports: [AVAssetSegmentTrackReport]

    init(_ segment: MovieSegment) {
        segmentType = segment.isHead ? .initialization : .separable
        trackReports = segment.tracks.map(AVAssetSegmentTrackReport.init)
    }
}

/// What a segment holds of one track. Source: Apple, AVAssetSegmentTrackReport.
public final class AVAssetSegmentTrackReport: NSObject, Sendable {
    public let trackID: CMPersistentTrackID
    public let mediaType: AVMediaType
    /// When the first sample is shown, on the samples' clock.
    public let earliestPresentationTimeStamp: CMTime
    public let duration: CMTime
    /// The first sample; `nil` for sound.
    public let firstVideoSampleInformation: AVAssetSegmentReportSampleInformation?

    init(_ track: MovieSegment.Track) {
        trackID = CMPersistentTrackID(track.id)
        mediaType = track.isVideo ? .video : .audio
        earliestPresentationTimeStamp = track.start
        duration = track.duration
        firstVideoSampleInformation =
            track.isVideo ? AVAssetSegmentReportSampleInformation(track.firstSample) : nil
    }
}

/// One sample of a segment. Source: Apple, AVAssetSegmentReportSampleInformation.
public final class AVAssetSegmentReportSampleInformation: NSObject, Sendable {
    public let presentationTimeStamp: CMTime
    /// Where its bytes begin in the segment.
    public let offset: Int
    /// How many they are.
    public let length: Int
    /// Whether it is a key frame.
    public let isSyncSample: Bool

    init(_ sample: MovieSegment.Sample) {
        presentationTimeStamp = sample.time
        offset = sample.bytes.lowerBound
        length = sample.bytes.count
        isSyncSample = sample.isKey
    }
}
