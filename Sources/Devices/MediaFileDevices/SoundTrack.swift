import CaptureEngine
import FFmpeg

/// The sound of a file, without gaps: silence fills them, so that the sound stays in sync with the pictures.
final class SoundTrack: MediaTrack, @unchecked Sendable {  // One thread at a time uses it.
    private static let silenceFrames: Int64 = 1024

    let tolerance: Int64 = 500_000_000
    private let file: MediaFile
    private let reader: MediaReader
    private let audio: MediaReader.Audio
    /// The length of one loop in frames of sound; 0 until it is known.
    private var length: Int64
    /// Frames before the current loop.
    private var loopStart: Int64 = 0
    /// The place in the current loop.
    private var position: Int64 = 0
    /// Sound that begins after the current position.
    private var waiting: (place: Int64, samples: [Int16])?
    private var isAtEnd = false
    /// How many blocks the decoder has lost since the loop began.
    private var lost = 0

    init(_ file: MediaFile, _ reader: MediaReader) throws(CaptureError) {
        self.file = file
        self.reader = reader
        audio = try file.audio(of: reader)
        length = Self.frames(reader.durationNanoseconds, rate: audio.sampleRate)
    }

    func delay(of sample: TrackSample) -> Int64 { sample.duration }

    func next() throws(CaptureError) -> TrackSample {
        while true {
            if isAtEnd {
                if position < length, !reader.isCutShort { return silence(until: length) }
                try rewind()
            }
            if let sound = waiting {
                if position < sound.place { return silence(until: sound.place) }
                waiting = nil
                if let sample = block(sound.samples) { return sample }
            }
            try decode()
        }
    }

    /// Decodes the next block into `waiting`, or reaches the end.
    private func decode() throws(CaptureError) {
        let next = try file.next(reader)
        noteLosses()
        switch next {
        case .sound(let sound)?:
            guard sound.channels == audio.channels, sound.sampleRate == audio.sampleRate else {
                throw CaptureError(
                    .formatUnsupported, "\(file.path) changes its sound format on the way", device: file.id)
            }
            let place = sound.timestampNanoseconds.map { Self.frames($0, rate: audio.sampleRate) } ?? position
            // Rounded timestamps must not tear the sound apart.
            let isGap = place > position + Int64(audio.sampleRate / 20)
            waiting = (isGap ? min(place, length > 0 ? length : place) : position, sound.samples)
        case .picture?: break
        case nil: isAtEnd = true
        }
    }

    /// Lost blocks become silence. Later loops lose the same.
    private func noteLosses() {
        let count = reader.undecodedSamples(of: .audio)
        if loopStart == 0 { file.noteDamage(count - lost) }
        lost = count
    }

    private func rewind() throws(CaptureError) {
        guard position > 0 else {
            if lost == 0 { throw CaptureError(.fileUnreadable, "there is no sound in \(file.path)", device: file.id) }
            throw file.unreadable("no sound in it can be decoded")
        }
        if reader.isCutShort { throw file.cutShort(after: Double(position) / Double(audio.sampleRate)) }
        loopStart += length > 0 ? length : position
        position = 0
        isAtEnd = false
        lost = 0
        try file.rewind(reader)
    }

    /// Sound at the current position, cut where the loop ends; `nil` if nothing is left.
    private func block(_ samples: [Int16]) -> TrackSample? {
        let frames = samples.count / audio.channels
        let room = length > 0 ? Int(min(max(length - position, 0), Int64(frames))) : frames
        return room > 0 ? emit(Array(samples.prefix(room * audio.channels))) : nil
    }

    private func silence(until end: Int64) -> TrackSample {
        let frames = Int(min(end - position, Self.silenceFrames))
        return emit([Int16](repeating: 0, count: frames * audio.channels))
    }

    private func emit(_ samples: [Int16]) -> TrackSample {
        let time = Self.nanoseconds(loopStart + position, rate: audio.sampleRate)
        position += Int64(samples.count / audio.channels)
        let end = Self.nanoseconds(loopStart + position, rate: audio.sampleRate)
        return TrackSample(time: time, duration: end - time, content: .sound(samples))
    }

    private static func frames(_ nanoseconds: Int64, rate: Int) -> Int64 {
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return seconds * Int64(rate) + (rest * Int64(rate) + 500_000_000) / 1_000_000_000
    }

    private static func nanoseconds(_ frames: Int64, rate: Int) -> Int64 {
        let (seconds, rest) = frames.quotientAndRemainder(dividingBy: Int64(rate))
        return seconds * 1_000_000_000 + rest * 1_000_000_000 / Int64(rate)
    }
}
