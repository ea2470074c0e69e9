import CaptureEngine
import CoreMedia
import FFmpeg

/// One stream of a file, read from some time on. One thread at a time.
class StreamSource {
    let source: MediaSegment.Source
    let container: MediaContainer
    let stream: MediaContainer.Stream
    /// Where the file's time begins, on the clock of its packets.
    private let origin: CMTime

    /// - Throws: ``CaptureError`` `fileUnreadable`, `encoderNotFound`.
    init(_ source: MediaSegment.Source) throws(CaptureError) {
        self.source = source
        do { container = try MediaContainer(path: source.path) } catch { throw CaptureError(error) }
        // The file may have been replaced since it was described.
        guard container.streams.indices.contains(source.stream) else {
            throw CaptureError(.fileUnreadable, "\(source.path) has changed: a track is gone")
        }
        stream = container.streams[source.stream]
        // The time of a movie with an index begins at 0.
        origin = container.isMovie ? .zero : CMTime(value: container.startNanoseconds, timescale: 1_000_000_000)
        container.select(source.stream)
    }

    /// Takes over what another one has opened.
    init(_ other: StreamSource) {
        source = other.source
        container = other.container
        stream = other.stream
        origin = other.origin
    }

    func time(_ units: Int64) -> CMTime {
        let time = CMTime(units, stream.timeBase)
        return origin == .zero ? time : time - origin
    }

    func seek(to time: CMTime) { container.seek(source.stream, to: (time + origin).units(stream.timeBase)) }

    func nextPacket() throws(CaptureError) -> MediaPacket? {
        do { return try container.next() } catch { throw CaptureError(error) }
    }

    /// What is wrong when a movie ends before its index says so.
    func checkEnd(_ end: CMTime, expected: CMTime) throws(CaptureError) {
        guard container.isMovie, expected.isNumeric, (expected - end).seconds > 0.5 else { return }
        let tenths = (end.seconds * 10).rounded() / 10
        throw CaptureError(.fileUnreadable, "\(source.path) is cut off: it ends after \(tenths) s")
    }
}

extension MediaContainer {
    fileprivate var isMovie: Bool { kind.hasPrefix("mov") }
}

/// The samples of a stream as they are stored.
final class StoredSource: StreamSource {
    private let range: CMTimeRange
    private var last: CMTime

    /// - Parameter range: on the file's timeline. Earlier packets that its first picture depends on are read too.
    init(_ source: MediaSegment.Source, _ range: CMTimeRange) throws(CaptureError) {
        self.range = range
        last = range.start
        try super.init(source)
        if range.start > .zero { seek(to: range.start) }
    }

    func next() throws(CaptureError) -> CMSampleBuffer? {
        while let packet = try nextPacket() {
            guard let units = packet.presentationTime else { continue }
            let shown = time(units)
            let duration = packet.duration > 0 ? CMTime(packet.duration, stream.timeBase) : .invalid
            // Pictures are stored in another order than shown; those of sound are not.
            let decoded = packet.decodeTime.map(time) ?? shown
            if decoded >= range.end { return nil }
            if shown >= range.end { continue }
            // What comes before 0 primes the decoder.
            if stream.kind == .audio, duration.isNumeric, shown + duration <= range.start, shown >= .zero { continue }
            last = shown + (duration.isNumeric ? duration : .zero)
            return try sample(packet, shown, decoded, duration)
        }
        try checkEnd(last, expected: range.end)
        return nil
    }

    private func sample(
        _ packet: MediaPacket, _ shown: CMTime, _ decoded: CMTime, _ duration: CMTime
    ) throws(CaptureError) -> CMSampleBuffer {
        let block = packet.withBytes { CMBlockBuffer(copying: $0) }
        let size = packet.withBytes { $0.count }
        let isOrdered = stream.kind == .audio || decoded == shown
        let sound = source.format.audioStreamBasicDescription
        let isPCM = sound?.mFormatID == kAudioFormatLinearPCM
        if isPCM, let sound, sound.mBytesPerFrame > 0 {
            return .sound(
                block, format: source.format, numSamples: size / Int(sound.mBytesPerFrame), presentationTimeStamp: shown
            )
        }
        do {
            let sample = try CMSampleBuffer(
                dataBuffer: block, formatDescription: source.format, numSamples: 1,
                sampleTimings: [
                    CMSampleTimingInfo(
                        duration: duration, presentationTimeStamp: shown,
                        decodeTimeStamp: isOrdered && stream.kind == .audio ? .invalid : decoded)
                ], sampleSizes: [size])
            if !packet.isKey {
                sample.setSampleAttachment(true, forKey: kCMSampleAttachmentKey_NotSync, at: 0)
                sample.setSampleAttachment(true, forKey: kCMSampleAttachmentKey_DependsOnOthers, at: 0)
            }
            if packet.isHidden { sample.setSampleAttachment(true, forKey: kCMSampleAttachmentKey_DoNotDisplay, at: 0) }
            return sample
        } catch {
            throw CaptureError(.fileUnreadable, "\(source.path): a sample cannot be read", cause: error)
        }
    }
}

/// The pictures of a stream, decoded.
final class PictureSource: StreamSource {
    struct Shown {
        var picture: MediaPicture
        var time: CMTime
        var duration: CMTime
    }

    private let range: CMTimeRange
    private let decoder: PacketDecoder
    private var isDraining = false
    private var hasPictures = false
    /// The next one, whose time says how long this one is shown.
    private var waiting: Shown?
    private var last = CMTime.zero

    /// - Parameter range: on the file's timeline. The picture that is shown at its beginning comes too.
    init(_ source: MediaSegment.Source, _ range: CMTimeRange) throws(CaptureError) {
        self.range = range
        let decoder: PacketDecoder
        let opened = try StreamSource(source)
        do { decoder = try PacketDecoder(opened.container, stream: source.stream) } catch { throw CaptureError(error) }
        self.decoder = decoder
        super.init(opened)
        try goToStart()
    }

    /// Decodes up to the picture at the beginning.
    private func goToStart() throws(CaptureError) {
        guard range.start > .zero else {
            waiting = try decode()
            return
        }
        // In some orders of pictures, the one that is wanted needs an earlier point to begin at.
        for lead in [0.0, 2, 10, .infinity] {
            let place = range.start - CMTime(seconds: min(lead, 1e6), preferredTimescale: 1000)
            seek(to: CMTimeMaximum(place, .zero))
            decoder.flush()
            isDraining = false
            waiting = try decode()
            if let waiting, waiting.time <= range.start { return }
            if place <= .zero { return }
        }
    }

    func next() throws(CaptureError) -> Shown? {
        while let shown = waiting {
            waiting = try decode()
            var current = shown
            if let waiting, waiting.time > shown.time { current.duration = waiting.time - shown.time }
            last = current.time + current.duration
            if current.time >= range.end { return nil }
            hasPictures = true
            if last > range.start || waiting == nil { return current }
        }
        guard hasPictures else {
            throw CaptureError(.fileUnreadable, "no picture of \(source.path) can be decoded")
        }
        try checkEnd(last, expected: range.end)
        return nil
    }

    private func decode() throws(CaptureError) -> Shown? {
        do throws(FFmpegError) {
            while true {
                if case .picture(let picture, let units, let length)? = try decoder.receive() {
                    let time = units.map(time) ?? last
                    let duration = length > 0 ? CMTime(length, stream.timeBase) : usualDuration
                    return Shown(picture: picture, time: time, duration: duration)
                }
                if isDraining { return nil }
                let packet = try container.next()
                isDraining = packet == nil
                decoder.send(packet)
            }
        } catch {
            throw CaptureError(error)
        }
    }

    private var usualDuration: CMTime {
        guard let rate = stream.frameRate else { return CMTime(value: 1, timescale: 30) }
        return CMTime(value: Int64(rate.denominator), timescale: CMTimeScale(clamping: rate.numerator))
    }
}

/// The sound of a stream, decoded, as linear PCM in one format.
final class SoundSource: StreamSource {
    private let range: CMTimeRange
    private let decoder: PacketDecoder
    private let layout: PCMLayout
    /// How much faster it is played.
    private let speed: Double
    private var converter: SoundConverter?
    private var isDraining = false
    private var isFinished = false
    /// Where the next sound is expected, in seconds of the file.
    private var expected: CMTime?
    /// The start time and length of the converter's output.
    private var origin = CMTime.zero
    private var converted: Int64 = 0

    /// Of lossy codecs, the first packets after a jump are not as they should be.
    private static let lead = CMTime(value: 1, timescale: 5)
    /// Times of some files are rounded; a larger difference is a gap.
    private static let tolerance = 0.02

    /// - Parameters:
    ///   - range: on the file's timeline.
    ///   - format: the linear PCM that is wanted, interleaved.
    init(
        _ source: MediaSegment.Source, _ range: CMTimeRange, _ format: PCMLayout, speed: Double
    ) throws(CaptureError) {
        self.range = range
        self.speed = speed
        layout = format
        let opened = try StreamSource(source)
        do { decoder = try PacketDecoder(opened.container, stream: source.stream) } catch { throw CaptureError(error) }
        super.init(opened)
        if range.start > Self.lead { seek(to: range.start - Self.lead) }
    }

    /// - Returns: samples, and where the first is, in seconds since the beginning of the range at the speed of playback.
    func next() throws(CaptureError) -> (bytes: [UInt8], frames: Int, time: CMTime)? {
        do throws(FFmpegError) {
            while !isFinished {
                guard let sound = try decode() else {
                    isFinished = true
                    if let converter, let rest = output(try converter.finish()) { return rest }
                    continue
                }
                if let output = try convert(sound) { return output }
            }
        } catch {
            throw CaptureError(error)
        }
        if let expected { try checkEnd(expected, expected: range.end) }
        return nil
    }

    private func decode() throws(FFmpegError) -> DecodedSound? {
        while true {
            if case .sound(let sound)? = try decoder.receive() { return sound }
            if isDraining { return nil }
            let packet = try container.next()
            isDraining = packet == nil
            decoder.send(packet)
        }
    }

    private func convert(
        _ sound: DecodedSound
    ) throws(FFmpegError) -> (bytes: [UInt8], frames: Int, time: CMTime)? {
        let rate = CMTimeScale(clamping: sound.format.sampleRate)
        var time = sound.time.map(time) ?? expected ?? .zero
        if let expected, abs((time - expected).seconds) < Self.tolerance { time = expected }
        let end = time + CMTime(value: Int64(sound.frames), timescale: rate)
        let before = expected
        expected = end
        let skipped = max(0, frames(range.start - time, rate))
        let kept = min(Int64(sound.frames), max(0, frames(range.end - time, rate))) - skipped
        guard kept > 0 else {
            if time >= range.end {
                isDraining = true
                expected = time
            }
            return nil
        }
        let start = time + CMTime(value: skipped, timescale: rate)
        if converter == nil || before != time {
            origin = (start - range.start).scaled(by: 1 / speed)
            converted = 0
            var source = sound.format
            source.sampleRate = max(1, Int((Double(source.sampleRate) * speed).rounded()))
            converter = try SoundConverter(from: source, to: layout.native)
        }
        let bytes = try sound.withPlanes(droppingFirst: Int(skipped)) { planes throws(FFmpegError) in
            try converter?.convert(planes, frames: Int(kept)) ?? []
        }
        return output(bytes)
    }

    private func frames(_ length: CMTime, _ rate: CMTimeScale) -> Int64 {
        length.isNumeric ? length.convertScale(rate, method: .roundHalfAwayFromZero).value : length > .zero ? .max : 0
    }

    private func output(_ bytes: [UInt8]) -> (bytes: [UInt8], frames: Int, time: CMTime)? {
        let frames = bytes.count / (layout.channels * layout.native.sample.bytes)
        guard frames > 0 else { return nil }
        let time = origin + CMTime(value: converted, timescale: CMTimeScale(clamping: layout.sampleRate))
        converted += Int64(frames)
        return (layout.fromNative(bytes), frames, time)
    }
}

extension CMTime {
    fileprivate func scaled(by factor: Double) -> CMTime {
        factor == 1 ? self : CMTimeMultiplyByFloat64(self, multiplier: factor)
    }
}
