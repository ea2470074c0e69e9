import CaptureEngine
import CoreMedia
import Foundation
import PixelCoding

/// A fragmented MPEG-4 movie that is handed out in segments instead of being written to a file.
///
/// The first segment is the head: `ftyp moov`, without samples. Each of the others is `moof mdat`, and begins with a key
/// frame of the leading track: the first one of pictures, or the first track. Times are those of the samples' clock. Used
/// by one thread.
final class SegmentedMovie: AssetContainer {
    private let segmentation: MovieSegmentation
    private let sessionStart: CMTime
    private var header: MovieHeader
    private var pending: PendingFragment
    private var boundaries: SegmentBoundaries
    private var number: UInt32
    private var isHeadDelivered = false

    init(
        _ segmentation: MovieSegmentation, sessionStart: CMTime, tracks: [MovieTrackDescription],
        metadata: [MovieMetadataItem], created: Date, timescale: Int32
    ) {
        self.segmentation = segmentation
        self.sessionStart = sessionStart
        header = MovieHeader(
            kind: .mpeg4(brand: segmentation.brands[0]), timescale: timescale,
            tracks: tracks.map(MovieHeader.Track.init), created: created, metadata: metadata)
        pending = PendingFragment(tracks: tracks)
        boundaries = SegmentBoundaries(segmentation, sessionStart: sessionStart)
        number = segmentation.firstNumber
        // Samples have the times of their clock, so that what precedes the first one is not cut off by an edit.
        for index in header.tracks.indices { header.tracks[index].mediaStart = 0 }
    }

    /// The head names all tracks; none can be added once it is made.
    func addTrack(_ track: MovieTrackDescription) throws(CaptureError) {
        throw CaptureError(
            .formatUnsupported,
            "A track got its first sample too late: the head of the movie was already made; append to each input from the"
                + " start")
    }

    func append(
        _ bytes: UnsafeRawBufferPointer, at time: Int64, compositionOffset: Int32, isKey: Bool, toTrack track: Int
    ) throws(CaptureError) {
        let time = time + origin(ofTrack: track)
        pending.endLastSample(ofTrack: track, at: time)
        if mustCut(beforeSampleOfTrack: track, at: time + Int64(compositionOffset), isKey: isKey) {
            pending.closeChunk(ofTrack: track)
            for other in header.tracks.indices where other != track { pending.closeChunkButLast(ofTrack: other) }
            deliverSegment()
        }
        if !isHeadDelivered {
            // What precedes time 0 cannot be in a fragment; an edit then says where playing begins.
            header.tracks[track].mediaStart = max(header.tracks[track].mediaStart, -time)
        }
        let sample = MediaSample(
            size: UInt32(bytes.count),
            duration: header.tracks[track].description.frameBytes.map { UInt32(bytes.count / $0) } ?? 0,
            compositionOffset: compositionOffset, isKey: isKey)
        pending.append(sample, bytes, at: time, toTrack: track)
    }

    func beginSegment(after time: Double) { boundaries.request(after: time) }

    func finish(ends: [QuickTimeWriter.TrackEnd]) throws(CaptureError) {
        for track in header.tracks.indices {
            pending.endLastSample(ofTrack: track, at: ends[track].media.map { $0 + origin(ofTrack: track) })
            pending.closeChunk(ofTrack: track)
        }
        deliverSegment()
    }

    /// When the session starts, in the track's timescale.
    private func origin(ofTrack track: Int) -> Int64 {
        sessionStart.convertScale(header.tracks[track].description.timescale, method: .roundHalfAwayFromZero).value
    }

    private var leadingTrack: Int { header.tracks.firstIndex { $0.description.isVideo } ?? 0 }

    private func mustCut(beforeSampleOfTrack track: Int, at time: Int64, isKey: Bool) -> Bool {
        let seconds = Double(time) / Double(header.tracks[track].description.timescale)
        if track == leadingTrack { return boundaries.isReached(at: seconds, canBegin: isKey) && !pending.isEmpty }
        // Without pictures, sound goes on in segments of its own.
        return boundaries.isOverdue(at: seconds) && boundaries.isReached(at: seconds) && !pending.isEmpty
    }

    private func deliverSegment() {
        let chunks = pending.takeClosed()
        guard !chunks.isEmpty else { return }
        if !isHeadDelivered {
            isHeadDelivered = true
            let head = MovieFileKind.typeBox(segmentation.brands) + header.bytes(isFragmented: true)
            segmentation.deliver(MovieSegment(data: Data(head), tracks: []))
        }
        let head = FragmentHeader.bytes(sequenceNumber: number, chunks: chunks, tracks: header.tracks)
        number &+= 1
        var data = Data(head)
        var offsets: [Int] = []
        for chunk in chunks {
            offsets.append(data.count)
            data.append(contentsOf: chunk.bytes)
        }
        let tracks = header.tracks.indices.compactMap { track in
            content(ofTrack: track, zip(chunks, offsets).filter { $0.0.track == track })
        }
        segmentation.deliver(MovieSegment(data: data, tracks: tracks))
        pending.recycle(chunks)
    }

    private func content(
        ofTrack track: Int, _ chunks: [(PendingFragment.Chunk, offset: Int)]
    ) -> MovieSegment.Track? {
        let description = header.tracks[track].description
        func time(_ value: Int64) -> CMTime { CMTime(value: value, timescale: description.timescale) }
        guard let (chunk, offset) = chunks.first, let first = chunk.samples.first else { return nil }
        var (start, duration) = (Int64.max, Int64(0))
        for (chunk, _) in chunks {
            var decodeTime = chunk.start
            for sample in chunk.samples {
                start = min(start, decodeTime + Int64(sample.compositionOffset))
                decodeTime += Int64(sample.duration)
                duration += Int64(sample.duration)
            }
        }
        return MovieSegment.Track(
            id: track + 1, isVideo: description.isVideo, start: time(start), duration: time(duration),
            firstSample: MovieSegment.Sample(
                time: time(chunk.start + Int64(first.compositionOffset)), bytes: offset..<(offset + Int(first.size)),
                isKey: first.isKey))
    }
}
