import CaptureEngine
import CoreMedia
import FFmpeg
import Foundation
import PixelCoding

/// A Live Photo's movie before it is written: the packets, and when each is shown.
struct LivePhotoMovie: Sendable {
    private struct Track: Sendable {
        var description: MovieTrackDescription
        /// Movie times in the track's timescale; samples before 0 are a decoder's priming.
        var samples: [(time: Int64, entry: PacketRing.Entry)]
        var end: Int64

        var timescale: Double { Double(description.timescale) }
    }

    private static let stillImageTimeKey = "com.apple.quicktime.still-image-time"

    private let request: LivePhotoRequest
    private let video: Track
    private let sound: Track?
    private let dimensions: CMVideoDimensions
    private let stillTime: Int64

    /// Cuts the movie out of the recorded packets: from 1.5 s before the press, or from the first frame there is.
    ///
    /// - Returns: `nil` if there is no frame.
    init?(_ capture: LivePhotoCapture, pictures: LivePhotoPictures, sound: LivePhotoSound?) {
        request = capture.request
        dimensions = pictures.dimensions
        let entries = pictures.ring.entries
        let limits = (start: pictures.ticks(capture.start), end: pictures.ticks(capture.end))
        var description = pictures.track.description
        guard let next = entries.firstIndex(where: { $0.time >= limits.start && $0.time < limits.end }) else {
            return nil
        }
        // Where frames were left out at the start, the one before is still shown.
        let isHeld = next > 0 && entries[next].time - limits.start >= description.sampleDuration
        let (first, start) = isHeld ? (next - 1, limits.start) : (next, entries[next].time)
        guard let key = entries[...first].lastIndex(where: \.isKey) else { return nil }
        let behind = entries[next...].firstIndex { $0.time >= limits.end } ?? entries.endIndex
        let samples = (key..<behind).map { (time: $0 == first ? 0 : entries[$0].time - start, entry: entries[$0]) }
        description.priming = -samples[0].time
        description.turn(by: request.rotation, isMirrored: request.isMirrored)
        // The last frame is shown until the movie ends, if its end has been decided.
        let last = pictures.track.end(at: nil)
        // Where the camera left frames out there, it is shown no longer than any other: the sound reaches no farther.
        let following = behind < entries.endIndex ? entries[behind].time : nil
        let latest = limits.end + description.sampleDuration
        let end = following.map { min($0, latest) } ?? (capture.isTrimmed ? max(last, limits.end) : last)
        video = Track(description: description, samples: samples, end: end - start)
        let movieStart = CMTimeAdd(pictures.origin, CMTime(value: start, timescale: MovieVideoTrack.timescale))
        self.sound = sound.flatMap {
            Self.cut($0, from: movieStart, seconds: Double(end - start) / Double(MovieVideoTrack.timescale))
        }
        stillTime = min(max(0, pictures.ticks(capture.stillTime) - start), end - start - 1)
    }

    private static func cut(_ sound: LivePhotoSound, from start: CMTime, seconds: Double) -> Track? {
        let offset = sound.frames(start)
        let samples = sound.ring.entries.map { (time: $0.time - offset, entry: $0) }
        // An encoder that has just started has produced nothing yet.
        guard let oldest = samples.first, let newest = samples.last else { return nil }
        let packetLength = sound.track.description.sampleDuration
        let end = min(Int64(seconds * Double(sound.track.sampleRate)), newest.time + packetLength)
        guard end > 0, oldest.time < end else { return nil }
        // A decoder needs the packet before the first audible one.
        let first = max(0, (samples.lastIndex { $0.time <= 0 } ?? 0) - 1)
        var description = sound.track.description
        description.priming = max(packetLength, -samples[first].time)
        return Track(description: description, samples: samples[first...].filter { $0.time < end }, end: end)
    }

    /// Writes the movie's file.
    ///
    /// - Throws: ``CaptureError`` `fileExists`, `diskFull`, `fileUnwritable`. None of our files is left then.
    func write() throws(CaptureError) -> LivePhotoRequest.Outcome {
        let file = try MovieOutputFile(path: request.url.path)
        let content = [video, sound].compactMap { $0 }
        let writer = QuickTimeWriter(
            file: file, tracks: content.map(\.description) + [stillTrack], metadata: metadata, created: Date(),
            fragmentInterval: 1)
        do {
            try append(content, to: writer)
            let stillEnd = stillTime + stillTrack.sampleDuration
            try writer.finish(
                ends: content.enumerated().map { .init(media: $0 == 0 ? $1.end : nil, played: $1.end) }
                    + [.init(media: stillEnd, played: stillEnd)])
        } catch {
            file.remove()
            throw error
        }
        func seconds(_ ticks: Int64) -> CMTime { CMTime(value: ticks, timescale: MovieVideoTrack.timescale) }
        return LivePhotoRequest.Outcome(
            duration: seconds(video.end), stillTime: seconds(stillTime), dimensions: dimensions)
    }

    private var metadata: [MovieMetadataItem] {
        [MovieMetadataItem("com.apple.quicktime.content.identifier", request.contentIdentifier)] + request.metadata
    }

    private var stillTrack: MovieTrackDescription {
        MovieTrackDescription(
            media: .metadata(describedTrack: 0), timescale: MovieVideoTrack.timescale,
            sampleDescription: SampleDescription.timedMetadata([
                BoxedMetadataKey(
                    number: 1, space: "mdta", key: Self.stillImageTimeKey, dataType: kCMMetadataBaseDataType_SInt8)
            ]),
            sampleDuration: video.description.sampleDuration)
    }

    /// Appends the samples of all tracks, ordered by time.
    private func append(_ content: [Track], to writer: QuickTimeWriter) throws(CaptureError) {
        let samples = content.enumerated().flatMap { index, track in
            track.samples.map { (seconds: Double($0.time) / track.timescale, track: index, sample: $0) }
        }
        let still = Double(stillTime) / video.timescale
        var isStillWritten = false
        for item in samples.sorted(by: { ($0.seconds, $0.track) < ($1.seconds, $1.track) }) {
            if !isStillWritten, item.seconds > still {
                try appendStillTime(toTrack: content.count, of: writer)
                isStillWritten = true
            }
            let (time, entry) = item.sample
            try entry.packet.withBytes { bytes throws(CaptureError) in
                try writer.append(bytes, at: time, isKey: entry.isKey, toTrack: item.track)
            }
        }
        if !isStillWritten { try appendStillTime(toTrack: content.count, of: writer) }
    }

    /// The only sample of the metadata track: its time is the information; its value is always −1.
    private func appendStillTime(toTrack track: Int, of writer: QuickTimeWriter) throws(CaptureError) {
        let sample = BoxedMetadata.sample([(number: 1, bytes: [UInt8(bitPattern: -1)])])
        let result = sample.withUnsafeBytes { bytes in
            Result { () throws(CaptureError) in
                try writer.append(bytes, at: stillTime, isKey: true, toTrack: track)
            }
        }
        try result.get()
    }
}

extension MovieTrackDescription {
    fileprivate mutating func turn(by degrees: Int, isMirrored: Bool) {
        guard case .video(let width, let height, _, _) = media else { return }
        media = .video(width: width, height: height, rotation: degrees, isMirrored: isMirrored)
    }
}
