import CaptureEngine
import FFmpeg
import Foundation
import Locking
import PixelCoding

/// Records a QuickTime movie: pictures in one of the ``MovieCodec``s, sound in AAC.
///
/// The movie begins with its first frame: earlier sound is left out, and silence fills in for sound that starts later.
/// The sound's sample count is the movie's clock; see ``AudioTimeline`` for how it follows the timestamps. Fragments
/// keep the file playable up to the last one if the process or the machine dies; see ``QuickTimeWriter``.
package final class MovieFile: MovieWriter {
    /// Sound that arrives before the first frame is kept this long, in case the frame is older.
    private static let heldSoundSeconds = 2.0

    private let configuration: MovieConfiguration
    private let codecs: [MovieCodec]
    private let file: MovieOutputFile
    private let fragmentInterval: Double
    private let audio: MovieAudioTrack?
    private var video: MovieVideoTrack?
    private var writer: QuickTimeWriter?
    /// The time of the first frame, or of the first sound of a movie without pictures.
    private var start: CMTime?
    private var heldSound: [CMSampleBuffer] = []
    private var isClosed = false

    /// Creates the file and loads the encoders.
    ///
    /// - Parameter codecs: those that the configuration may name.
    /// - Throws: ``CaptureError`` `fileExists`, `fileUnwritable`, `diskFull`, `encoderNotFound`, `formatUnsupported`.
    ///   No file is left then.
    package init(
        _ configuration: MovieConfiguration, codecs: [MovieCodec] = MovieCodec.all
    ) throws(CaptureError) {
        self.configuration = configuration
        self.codecs = codecs
        do { try FFmpegLibrary.load() } catch { throw CaptureError(error) }
        if let video = configuration.video {
            try EncoderInput.check(video.format.mediaSubType.rawValue, codecs.codec(video.codec))
        }
        audio = if let audio = configuration.audio { try MovieAudioTrack(audio) } else { nil }
        let interval = configuration.fragmentInterval
        fragmentInterval = interval.isNumeric && interval > .zero ? interval.seconds : .infinity
        file = try MovieOutputFile(path: configuration.url.path, replacing: configuration.replacesFile)
    }

    package var bytesWritten: Int64 { writer?.bytesWritten ?? 0 }

    package var content: MovieContent? {
        if video == nil { return nil }
        guard let (samples, duration) = writer?.content(ofTrack: 0) else { return MovieContent() }
        return MovieContent(
            frames: samples, duration: CMTime(value: duration, timescale: MovieVideoTrack.timescale))
    }

    package func append(_ sample: CMSampleBuffer, to track: MovieTrack) throws(CaptureError) {
        precondition(!isClosed, "the movie is finished")
        switch track {
        case .video: try append(frame: sample)
        case .audio: try append(sound: sample)
        }
    }

    package func turn(to orientation: MovieOrientation, at time: CMTime) throws(CaptureError) {
        guard let track = turnTrack, let writer else { return }
        let value = MovieTurns.sample(orientation)
        let position = position(of: time, timescale: MovieVideoTrack.timescale)
        let result = value.withUnsafeBytes { bytes in
            Result { () throws(CaptureError) in try writer.append(bytes, at: position, isKey: true, toTrack: track) }
        }
        try result.get()
    }

    package func append(metadata: [UInt8], at time: CMTime, toTrack track: Int) throws(CaptureError) {
        guard let writer else { return }
        // A sample without values holds one box that no key has.
        let bytes = metadata.isEmpty ? BoxedMetadata.sample([]) : metadata
        let position = position(of: time, timescale: MovieVideoTrack.timescale)
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(CaptureError) in
                try writer.append(bytes, at: position, isKey: true, toTrack: firstMetadataTrack + track)
            }
        }
        try result.get()
    }

    package func finish(at endTime: CMTime) throws(CaptureError) {
        guard !isClosed else { return }
        isClosed = true
        var failure: CaptureError?
        do { try encodeRest() } catch { failure = error }
        guard let writer, let start else {
            file.remove()
            throw failure ?? CaptureError(.noData, "\(file.path) was not written: nothing was recorded")
        }
        try writer.finish(ends: ends(at: endTime.isNumeric ? endTime - start : .invalid))
        if let failure { throw failure }
    }

    package func cancel() {
        guard !isClosed else { return }
        isClosed = true
        file.remove()
    }
}

// MARK: Samples

extension MovieFile {
    private func append(frame sample: CMSampleBuffer) throws(CaptureError) {
        guard let configuration = configuration.video else { preconditionFailure("the movie has no pictures") }
        let time = sample.presentationTimeStamp
        guard let buffer = sample.imageBuffer, time.isNumeric else {
            throw CaptureError(.encodeFailed, "a frame came without picture or time")
        }
        if video == nil {
            video = try MovieVideoTrack(like: buffer, configuration, keyFrameSeconds: 1, codecs: codecs)
            try begin(at: time)
        }
        guard let video else { return }
        let packets = try video.encode(buffer, at: position(of: time, timescale: MovieVideoTrack.timescale))
        try write(packets, toTrack: 0)
    }

    private func append(sound sample: CMSampleBuffer) throws(CaptureError) {
        guard let audio else { preconditionFailure("the movie has no sound") }
        let time = sample.presentationTimeStamp
        guard let block = sample.dataBuffer, time.isNumeric else {
            throw CaptureError(.encodeFailed, "sound came without data or time")
        }
        if start == nil, configuration.video != nil { return hold(sample) }
        if start == nil { try begin(at: time) }
        let packets = try audio.encode(block, at: position(of: time, timescale: Int32(audio.sampleRate)))
        try write(packets, toTrack: video == nil ? 0 : 1)
    }

    /// Holds sound until the first frame decides when the movie begins.
    private func hold(_ sample: CMSampleBuffer) {
        heldSound.append(sample)
        let oldest = sample.presentationTimeStamp.seconds - Self.heldSoundSeconds
        heldSound.removeAll { $0.presentationTimeStamp.seconds < oldest }
    }

    /// Starts the movie's time, and the file, at `time`.
    private func begin(at time: CMTime) throws(CaptureError) {
        start = time
        let media = [video?.description, audio?.description].compactMap { $0 }
        let turns = turnTrack.map { _ in MovieTurns.track(frameDuration: media[0].sampleDuration) }
        let metadata = configuration.timedMetadata.map { format in
            MovieTrackDescription(
                media: .metadata(describedTrack: nil), timescale: MovieVideoTrack.timescale,
                sampleDescription: SampleDescription.timedMetadata(format.boxedMetadataKeys),
                sampleDuration: Int64(MovieVideoTrack.timescale / 30))
        }
        let tracks = media + [turns].compactMap { $0 } + metadata
        writer = QuickTimeWriter(
            file: file, tracks: tracks, metadata: configuration.metadata, created: Date(),
            fragmentInterval: fragmentInterval)
        let held = heldSound
        heldSound = []
        for sample in held { try append(sound: sample) }
    }

    /// The index of the track that records turns, after all others; `nil` if there is none.
    private var turnTrack: Int? {
        guard configuration.video?.recordsTurns == true, video != nil else { return nil }
        return audio == nil ? 1 : 2
    }

    /// Tracks of timed metadata come last.
    private var firstMetadataTrack: Int {
        [video != nil, audio != nil, turnTrack != nil].count { $0 }
    }

    /// The position of `time` on the movie's timeline, to the nearest unit.
    private func position(of time: CMTime, timescale: Int32) -> Int64 {
        guard let start else { return 0 }
        return (time - start).convertScale(timescale, method: .roundHalfAwayFromZero).value
    }

    private func write(_ packets: [EncodedPacket], toTrack track: Int) throws(CaptureError) {
        for packet in packets {
            try packet.withBytes { bytes throws(CaptureError) in
                try writer?.append(
                    bytes, at: packet.decodeTime,
                    compositionOffset: Int32(clamping: packet.presentationTime - packet.decodeTime),
                    isKey: packet.isKeyFrame, toTrack: track)
            }
        }
    }

    /// Takes the remaining packets out of the encoders.
    private func encodeRest() throws(CaptureError) {
        // Without a single frame, the movie is the sound.
        if start == nil, let first = heldSound.first { try begin(at: first.presentationTimeStamp) }
        if let video { try write(video.finish(), toTrack: 0) }
        if let audio { try write(audio.finish(), toTrack: video == nil ? 0 : 1) }
    }

    /// Where the tracks end if the recording lasted `duration`.
    private func ends(at duration: CMTime) -> [QuickTimeWriter.TrackEnd] {
        func units(_ timescale: Int32) -> Int64? {
            guard duration.isNumeric else { return nil }
            return duration.convertScale(timescale, method: .roundHalfAwayFromZero).value
        }
        var ends: [QuickTimeWriter.TrackEnd] = []
        if let video {
            let end = video.end(at: units(MovieVideoTrack.timescale))
            ends.append(.init(media: end, played: end))
        }
        if let audio {
            // Packets have one length, and the last may hold more than is played.
            let played = min(audio.position, units(Int32(audio.sampleRate)) ?? .max)
            ends.append(.init(media: nil, played: played))
        }
        // The last orientation applies to the end.
        if turnTrack != nil { ends.append(ends[0]) }
        if !configuration.timedMetadata.isEmpty {
            let first = ends[0].played
            let end =
                video == nil
                ? first * Int64(MovieVideoTrack.timescale) / Int64(audio?.sampleRate ?? 1) : first
            for _ in configuration.timedMetadata { ends.append(.init(media: end, played: end)) }
        }
        return ends
    }
}
