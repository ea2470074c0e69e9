import AVFoundation
import Foundation
import Locking
import TestSupport
import Testing

/// Movies that are handed out in segments, joined again and looked at with ffmpeg.
@Suite struct AssetWriterSegmentTests {
    final class Playlist: NSObject, AVAssetWriterDelegate {
        struct Segment {
            var data: Data
            var type: AVAssetSegmentType
            var report: AVAssetSegmentReport?
        }

        private let kept = Mutex<[Segment]>([])
        var segments: [Segment] { kept.withLock { $0 } }

        func assetWriter(
            _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType,
            segmentReport: AVAssetSegmentReport?
        ) {
            kept.withLock { $0.append(Segment(data: segmentData, type: segmentType, report: segmentReport)) }
        }
    }

    /// Implements the shorter method only.
    final class Counter: NSObject, AVAssetWriterDelegate {
        let types = Mutex<[AVAssetSegmentType]>([])

        func assetWriter(
            _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType
        ) {
            types.withLock { $0.append(segmentType) }
        }
    }

    let folder: TemporaryFolder
    let scene = WriterScene()
    let playlist = Playlist()

    init() throws { folder = try TemporaryFolder() }

    private func writer(
        _ inputs: [AVAssetWriterInput], every interval: CMTime, _ profile: AVFileTypeProfile = .mpeg4AppleHLS,
        from start: CMTime = WriterScene.origin
    ) -> AVAssetWriter {
        let writer = AVAssetWriter(contentType: .mpeg4Movie)
        writer.outputFileTypeProfile = profile
        writer.preferredOutputSegmentInterval = interval
        writer.initialSegmentStartTime = start
        writer.delegate = playlist
        for input in inputs { writer.add(input) }
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: start)
        return writer
    }

    private func joined(_ segments: [Data]) throws -> MovieProbe {
        let url = folder.file("\(UUID()).mp4")
        try segments.reduce(Data(), +).write(to: url)
        return try MovieProbe(url)
    }

    private var video: AVAssetWriterInput { AVAssetWriterInput(mediaType: .video, outputSettings: scene.videoSettings) }
    private var audio: AVAssetWriterInput { AVAssetWriterInput(mediaType: .audio, outputSettings: WriterScene.aac) }

    @Test func segmentsAreAMovieWhenJoined() async throws {
        let (video, audio) = (video, audio)
        let writer = writer([video, audio], every: CMTime(value: 7, timescale: 10))
        try scene.feed(video, audio, frames: 0..<90)
        await writer.finishWriting()
        #expect(writer.status == .completed, "\(String(describing: writer.error))")
        let segments = playlist.segments
        #expect(segments.map(\.type) == [.initialization] + [AVAssetSegmentType](repeating: .separable, count: 5))
        let movie = try joined(segments.map(\.data))
        #expect(movie.packets(.video).count == 90)
        #expect(try movie.complaints == "" && movie.decodingComplaints() == "")
        #expect(movie.video?.codec_name == "h264" && movie.audio?.codec_name == "aac")
        // Each begins with a key frame that plays without the segments before it: at 0, 0.7, 1.4, 2.1 and 2.8 seconds.
        for (segment, first) in zip(segments.dropFirst(), [0, 21, 42, 63, 84]) {
            let part = try joined([segments[0].data, segment.data])
            let pictures = part.packets(.video)
            #expect(pictures.first?.isKey == true)
            #expect(abs((pictures.first?.seconds ?? 0) - WriterScene.time(first).seconds) < 0.001)
            #expect(try part.decodingComplaints() == "")
        }
    }

    @Test func reportsSayWhatIsInASegment() async throws {
        let (video, audio) = (video, audio)
        let writer = writer([video, audio], every: CMTime(value: 1, timescale: 1))
        try scene.feed(video, audio, frames: 0..<60)
        await writer.finishWriting()
        let segments = playlist.segments
        try #require(segments.count == 3)
        #expect(segments[0].report == nil)
        let report = try #require(segments[2].report)
        #expect(report.segmentType == .separable)
        #expect(report.trackReports.map(\.mediaType) == [.video, .audio])
        #expect(report.trackReports.map(\.trackID) == [1, 2])
        let pictures = report.trackReports[0]
        #expect(abs((pictures.earliestPresentationTimeStamp - WriterScene.time(30)).seconds) < 0.0001)
        #expect(abs(pictures.duration.seconds - 1) < 0.001)
        let first = try #require(pictures.firstVideoSampleInformation)
        #expect(first.isSyncSample && first.presentationTimeStamp == pictures.earliestPresentationTimeStamp)
        let movie = try joined([segments[0].data, segments[2].data])
        #expect(Int(movie.packets(.video)[0].size) == first.length)
        // The bytes are those of a picture, each part of which follows its length.
        let bytes = segments[2].data[first.offset..<(first.offset + first.length)]
        let length = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        #expect(length > 0 && length <= first.length - 4)
        #expect(report.trackReports[1].firstVideoSampleInformation == nil)
        let sound = segments.compactMap { $0.report?.trackReports.last?.duration.seconds }
        #expect(abs(sound.reduce(0, +) - 2) < 0.1)
    }

    @Test func flushingEndsASegmentAtTheNextFrame() async throws {
        let (video, audio) = (video, audio)
        let writer = writer([video, audio], every: .indefinite)
        try scene.feed(video, audio, frames: 0..<10)
        writer.flushSegment()
        try scene.feed(video, audio, frames: 10..<25)
        writer.flushSegment()
        try scene.feed(video, audio, frames: 25..<40)
        await writer.finishWriting()
        let segments = playlist.segments
        #expect(segments.count == 4)
        let starts = segments.compactMap { $0.report?.trackReports.first?.earliestPresentationTimeStamp }
        for (start, frame) in zip(starts, [0, 10, 25]) {
            #expect(abs((start - WriterScene.time(frame)).seconds) < 0.0001)
        }
        #expect(
            segments.dropFirst().allSatisfy {
                $0.report?.trackReports.first?.firstVideoSampleInformation?.isSyncSample == true
            })
        #expect(try joined(segments.map(\.data)).packets(.video).count == 40)
    }

    /// The head names the tracks, and cannot wait for longer than ten seconds of media.
    @Test func anInputThatBeginsAfterTheFirstSegmentsFailsTheWriter() async throws {
        let (video, audio) = (video, audio)
        let writer = writer([video, audio], every: CMTime(value: 1, timescale: 1))
        try scene.feed(nil, audio, frames: 0..<360)
        var index = 360
        #expect(
            try eventually {
                if video.isReadyForMoreMediaData, writer.status == .writing { video.append(try scene.frame(index)) }
                index += 1
                return writer.status == .failed
            })
        await writer.finishWriting()
        #expect(writer.error?.localizedDescription.contains("append to each input from the start") == true)
        #expect(playlist.segments.first?.type == .initialization)
    }

    @Test func aSegmentOfNothingCannotBeEnded() async throws {
        let writer = writer([], every: .indefinite)
        writer.flushSegment()
        await writer.finishWriting()
        #expect(writer.status == .failed && playlist.segments.isEmpty)
    }

    @Test func soundAloneIsCutAtItsPackets() async throws {
        let audio = audio
        let writer = writer(
            [audio], every: CMTime(value: 1, timescale: 2), .mpeg4CMAFCompliant)
        #expect(!writer.canAdd(video))
        try scene.feed(nil, audio, frames: 0..<60)
        await writer.finishWriting()
        #expect(playlist.segments.count == 5)
        let movie = try joined(playlist.segments.map(\.data))
        #expect(try movie.complaints == "" && movie.decodingComplaints() == "")
        let seconds = Double(movie.packets(.audio).count * 1024) / 48_000
        #expect(abs(seconds - 2) < 0.1)
    }

    /// The first packet of AAC precedes the start, which is where time begins.
    @Test func aMovieCanBeginAtZero() async throws {
        let (video, audio) = (video, audio)
        let writer = writer([video, audio], every: CMTime(value: 1, timescale: 1), from: .zero)
        for index in 0..<30 {
            WriterScene.append(try scene.frame(index, at: CMTime(value: Int64(index), timescale: 30)), to: video)
        }
        for block in 0..<100 {
            let tone = WriterScene.tone(from: block * 480, frames: 480).withUnsafeBytes { Data($0) }
            let time = CMTime(value: Int64(block), timescale: 100)
            WriterScene.append(try WriterScene.sound(tone, frames: 480, rate: 48_000, at: time), to: audio)
        }
        await writer.finishWriting()
        let movie = try joined(playlist.segments.map(\.data))
        #expect(movie.packets(.video).first?.seconds == 0)
        #expect(abs(movie.video!.startSeconds - movie.audio!.startSeconds) < 0.03)
        #expect(try movie.decodingComplaints() == "")
    }

    @Test func theShorterMethodIsCalledWhereTheOtherIsMissing() async throws {
        let (counter, video) = (Counter(), video)
        let writer = AVAssetWriter(contentType: .mpeg4Movie)
        writer.outputFileTypeProfile = .mpeg4AppleHLS
        writer.delegate = counter
        writer.add(video)
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: WriterScene.origin)
        try scene.feed(video, nil, frames: 0..<3)
        await writer.finishWriting()
        #expect(counter.types.withLock { $0 } == [.initialization, .separable])
    }
}
