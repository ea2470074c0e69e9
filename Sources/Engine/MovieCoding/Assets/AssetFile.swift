import CaptureEngine
import CoreMedia
import FFmpeg
import Foundation

/// A file with any number of tracks of pictures and sound, encoded or as they come. Used by one thread.
///
/// The file begins once the format of each track is known, or when it has waited too long for one of them.
/// ``QuickTimeWriter`` says what is in it when the process dies.
package final class AssetFile {
    private struct Track {
        var configuration: AssetConfiguration.Track
        /// `nil` until the first sample decides.
        var media: (any AssetTrack)?
        /// Its place in the file; `nil` before it is there.
        var place: Int?
        var isFinished = false
        /// When the last sample that came is shown, in seconds.
        var lastTime = -Double.infinity
        /// How much of it there is.
        var usage = TrackUsage()

        var isVideo: Bool { media is AssetPictures || media?.description?.isVideo == true }
    }

    private let configuration: AssetConfiguration
    /// `nil` when the movie is handed out in segments.
    private let file: MovieOutputFile?
    private var tracks: [Track] = []
    private var container: (any AssetContainer)?
    private var timeline: AssetTimeline?
    /// Which pictures of the first track of them must be key frames, for segments.
    private var boundaries: SegmentBoundaries?
    /// See ``SegmentedMovie/beginSegment(after:)``: what was asked for before the first segment.
    private var earlyRequests: [Double] = []
    private var held = HeldSamples()
    private var isClosed = false
    /// Where the movie ends because it would become too large; `nil` while there is room.
    private var cut: CMTime?

    /// Creates the file, which gets its name with the first bytes, and loads the encoders.
    ///
    /// - Throws: ``CaptureError`` `fileExists`, `fileUnwritable`, `diskFull`, `encoderNotFound`, `formatUnsupported`.
    package init(_ configuration: AssetConfiguration) throws(CaptureError) {
        self.configuration = configuration
        file =
            configuration.segmentation != nil
            ? nil
            : try MovieOutputFile(
                path: configuration.url.path, replacing: configuration.replacesFile,
                hiddenUntilComplete: configuration.isHiddenUntilComplete)
        do { try FFmpegLibrary.load() } catch { throw CaptureError(error) }
        for track in configuration.tracks {
            tracks.append(Track(configuration: track, media: try media(track, first: nil)))
        }
    }

    /// The size of the file so far.
    var bytesWritten: Int64 { Int64(file?.size ?? 0) }

    /// Whether the file has ended, because it would have become larger than it may.
    var isFull: Bool { cut != nil }

    /// - Parameter first: the track's first sample, if it is there.
    /// - Returns: `nil` if only the first sample can tell.
    private func media(
        _ track: AssetConfiguration.Track, first: CMSampleBuffer?
    ) throws(CaptureError) -> (any AssetTrack)? {
        switch track.coding {
        case .pictures(let coding): return AssetPictures(coding, in: configuration.kind)
        case .sound(let coding): return try AssetSound(coding, in: configuration.kind)
        case .asTheyAre(let hint, let timescale):
            guard let format = hint ?? first?.formatDescription else { return nil }
            if format.mediaSubType.rawValue == kAudioFormatLinearPCM {
                return try AssetSound(SoundCoding(.linearPCM(nil)), in: configuration.kind)
            }
            return try AssetPassthrough(hint, timescale: timescale, in: configuration.kind)
        }
    }

    /// Sets the time of the samples at which the file begins. Earlier samples are in the file, but not played.
    package func start(at time: CMTime) {
        timeline = AssetTimeline(start: time)
        boundaries = configuration.segmentation.map { SegmentBoundaries($0, sessionStart: time) }
    }

    /// - Throws: ``CaptureError``; the part that was written stays playable.
    package func append(_ sample: CMSampleBuffer, to track: Int) throws(CaptureError) {
        guard let timeline, !isFull else { return }
        if configuration.maximumSize != nil {
            cut = end(before: sample, timeline)
            if isFull { return }
            tracks[track].usage.add(sample)
        }
        if tracks[track].media == nil {
            tracks[track].media = try media(tracks[track].configuration, first: sample)
        }
        guard let media = tracks[track].media else {
            throw CaptureError(.formatUnsupported, "a sample came without its format")
        }
        defer { tracks[track].lastTime = sample.presentationTimeStamp.seconds }
        guard let pictures = media as? AssetPictures else {
            return try write(media.append(sample, timeline), ofTrack: track)
        }
        let isKey = isSegmentStart(sample, ofTrack: track)
        try write(pictures.append(sample, timeline, forcingKeyFrame: isKey), ofTrack: track)
    }

    private func isSegmentStart(_ sample: CMSampleBuffer, ofTrack track: Int) -> Bool {
        guard boundaries != nil, track == tracks.firstIndex(where: { $0.media is AssetPictures }) else { return false }
        return boundaries?.isReached(at: sample.presentationTimeStamp.seconds) ?? false
    }

    /// Begins a segment with the next sample of the leading track at which one can begin.
    package func beginSegment() {
        guard let leading = tracks.first(where: \.isVideo) ?? tracks.first else { return }
        let time = leading.lastTime
        boundaries?.request(after: time)
        guard let movie = container as? SegmentedMovie else { return earlyRequests.append(time) }
        movie.beginSegment(after: time)
    }

    /// Nothing more will be appended to a track.
    func finish(track: Int) throws(CaptureError) {
        guard !tracks[track].isFinished else { return }
        tracks[track].isFinished = true
        if let media = tracks[track].media { try write(media.finish(), ofTrack: track) }
    }

    /// Completes the file.
    ///
    /// - Parameter end: where playback ends, on the samples' clock; `nil` for the end of the last sample.
    package func finish(at end: CMTime?) throws(CaptureError) {
        guard !isClosed else { return }
        let end = cut.map { cut in end.map { CMTimeMinimum($0, cut) } ?? cut } ?? end
        var failure: CaptureError?
        for index in tracks.indices {
            do { try finish(track: index) } catch { failure = failure ?? error }
        }
        isClosed = true
        do { try begin() } catch { failure = failure ?? error }
        guard let container else {
            file?.remove()
            let what = file.map { "\($0.path) was not written" } ?? "No segment was made"
            throw failure ?? CaptureError(.noData, "\(what): nothing was appended")
        }
        if let failure, configuration.isHiddenUntilComplete {
            file?.remove()
            throw failure
        }
        let placed = tracks.filter { $0.place != nil }.sorted { ($0.place ?? 0) < ($1.place ?? 0) }
        try container.finish(ends: placed.map { self.end(of: $0, at: end) })
        if let failure { throw failure }
    }

    /// Closes and removes the file.
    func cancel() {
        guard !isClosed else { return }
        isClosed = true
        file?.remove()
    }

    private func end(of track: Track, at time: CMTime?) -> QuickTimeWriter.TrackEnd {
        guard let media = track.media, let timescale = media.description?.timescale else { return .init(played: 0) }
        let limit = time.flatMap { timeline?.position(of: $0, timescale: timescale) } ?? .max
        // Packets of sound have one length, and the last may hold more than is played.
        return .init(media: media is AssetSound ? nil : media.end, played: min(media.end, limit))
    }
}

// MARK: The limit

extension AssetFile {
    /// Where the movie has to end, because the file has no room left: at `sample`, or earlier if another track has not
    /// come so far. `nil` while there is room.
    private func end(before sample: CMSampleBuffer, _ timeline: AssetTimeline) -> CMTime? {
        guard let limit = configuration.maximumSize else { return nil }
        let usages = tracks.map(\.usage)
        let total = usages.reduce(TrackUsage.ofHeader) { $0 + $1.expectedBytes }
        guard total > limit else { return nil }
        // What comes later in a track is not shown before it is decoded.
        let open = tracks.filter { !$0.isFinished }.compactMap(\.usage.end)
        let end = open.reduce(sample.decodingTime, CMTimeMinimum)
        return end > timeline.start ? end : nil
    }
}

// MARK: Writing

extension AssetFile {
    private func write(_ samples: [AssetSample], ofTrack track: Int) throws(CaptureError) {
        if configuration.maximumSize != nil { for sample in samples { tracks[track].usage.add(sample) } }
        if container == nil {
            held.append(samples, ofTrack: track)
            if mustBegin { try begin() }
            return
        }
        for sample in samples { try write(sample, ofTrack: track) }
    }

    private var mustBegin: Bool {
        if tracks.allSatisfy({ $0.isFinished || $0.media?.description != nil }) { return !held.isEmpty }
        return held.areTooMany { tracks[$0].media?.description?.timescale ?? 1 }
    }

    private func begin() throws(CaptureError) {
        guard container == nil, !held.isEmpty else { return }
        for index in tracks.indices where tracks[index].media?.description != nil {
            tracks[index].place = tracks.count { $0.place != nil }
        }
        let placed = tracks.filter { $0.place != nil }
        container = try configuration.makeContainer(
            in: file, start: timeline?.start, placed.compactMap(description), of: placed.compactMap(\.media))
        for time in earlyRequests { (container as? SegmentedMovie)?.beginSegment(after: time) }
        for (sample, track) in held.take() { try write(sample, ofTrack: track) }
    }

    private func write(_ sample: AssetSample, ofTrack track: Int) throws(CaptureError) {
        guard let container else { return }
        if tracks[track].place == nil, let description = description(of: tracks[track]) {
            let place = tracks.count { $0.place != nil }
            try container.addTrack(description)
            tracks[track].place = place
        }
        guard let place = tracks[track].place else { return }
        try sample.withBytes { bytes throws(CaptureError) in
            try container.append(
                bytes, at: sample.time, compositionOffset: sample.compositionOffset, isKey: sample.isKey,
                toTrack: place)
        }
    }

    private func description(of track: Track) -> MovieTrackDescription? {
        guard var description = track.media?.description else { return nil }
        let traits = track.configuration.traits
        description.traits = .init(
            matrix: traits.matrix, size: traits.size, isEnabled: traits.isEnabled, volume: traits.volume,
            language: traits.language, metadata: traits.metadata)
        return description
    }
}
