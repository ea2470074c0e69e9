import CaptureEngine
import CoreMedia
import FFmpeg

/// How sound is coded.
package struct SoundCoding: Sendable {
    package enum Kind: Sendable {
        /// AAC, low complexity.
        case aac(sampleRate: Int, channels: Int, bitRate: Int)
        /// Linear PCM in this format, interleaved; `nil` keeps that of what is appended.
        case linearPCM(AudioStreamBasicDescription?)
    }

    package var kind: Kind
    /// 0 (smallest) to 1 (best), for AAC of a variable bit rate; `nil` for its bit rate.
    package var quality: Double?

    package init(_ kind: Kind, quality: Double? = nil) { (self.kind, self.quality) = (kind, quality) }
}

/// Sound without gaps: blocks are placed by their times, as ``AudioTimeline`` says, and converted.
///
/// The track begins with its first sound, or where the file's time begins if that is later.
final class AssetSound: AssetTrack {
    private enum Target {
        case aac(AudioEncoder, MovieTrackDescription)
        case linearPCM(PCMLayout)
        /// What the first sound decides.
        case undecided
    }

    /// In seconds, the longest gap that is filled.
    static let longestSilence = 3600

    private let kind: MovieFileKind
    private var target: Target
    /// Whether sound is stretched by single samples to follow the clock of its times.
    private let followsClock: Bool
    private var source: PCMLayout?
    private var timeline: AudioTimeline?
    private var converter: SoundConverter?
    /// Where the track begins, in the source's frames and in the target's.
    private var origin: (source: Int64, target: Int64) = (0, 0)
    /// Frames that were passed on.
    private var frames: Int64 = 0

    /// - Throws: ``CaptureError`` `formatUnsupported`, `encoderNotFound`.
    init(_ coding: SoundCoding, in kind: MovieFileKind) throws(CaptureError) {
        self.kind = kind
        switch coding.kind {
        case .aac(let sampleRate, let channels, let bitRate):
            followsClock = true
            target = try Self.aac(sampleRate, channels, bitRate, coding.quality, kind)
        case .linearPCM(let format):
            // Without settings, samples stay as they are.
            followsClock = format != nil
            target = if let format { .linearPCM(try PCMLayout(format)) } else { .undecided }
        }
    }

    private static func aac(
        _ sampleRate: Int, _ channels: Int, _ bitRate: Int, _ quality: Double?, _ kind: MovieFileKind
    ) throws(CaptureError) -> Target {
        let encoder: AudioEncoder
        do {
            encoder = try AudioEncoder(
                sampleRate: sampleRate, channels: channels, bitRate: bitRate, quality: quality)
        } catch {
            throw CaptureError(error)
        }
        return .aac(
            encoder,
            MovieTrackDescription(
                media: .audio, timescale: Int32(sampleRate),
                sampleDescription: SampleDescription.aac(
                    sampleRate: sampleRate, channels: channels, framesPerPacket: encoder.framesPerPacket,
                    bitRate: bitRate, specificConfig: encoder.specificConfig, in: kind),
                priming: Int64(encoder.initialPadding), sampleDuration: Int64(encoder.framesPerPacket)))
    }

    var description: MovieTrackDescription? {
        switch target {
        case .aac(_, let description): return description
        case .undecided: return nil
        case .linearPCM(let layout):
            var description = MovieTrackDescription(
                media: .audio, timescale: Int32(layout.sampleRate),
                sampleDescription: SampleDescription.linearPCM(layout.interleaved))
            description.frameBytes = layout.bytesPerFrame
            return description
        }
    }

    /// The format of a linear PCM track; `nil` for another one, or before it is known.
    var linearPCM: AudioStreamBasicDescription? {
        if case .linearPCM(let layout) = target { layout.interleaved } else { nil }
    }

    var end: Int64 { origin.target + frames }

    func append(_ sample: CMSampleBuffer, _ timeline: AssetTimeline) throws(CaptureError) -> [AssetSample] {
        let time = sample.presentationTimeStamp
        guard let block = sample.dataBuffer, time.isNumeric,
            let format = sample.formatDescription?.audioStreamBasicDescription
        else { throw CaptureError(.encodeFailed, "sound came without data, format or time") }
        let layout = try PCMLayout(format)
        var samples: [AssetSample] = []
        if layout != source {
            samples = try finishConversion()
            try begin(with: layout, at: time, timeline)
        }
        let bytes: Data
        do { bytes = try block.dataBytes() } catch {
            throw CaptureError(.encodeFailed, "a block of sound cannot be read", cause: error)
        }
        let count = bytes.count / layout.bytesPerFrame
        let position = timeline.position(of: time, timescale: Int32(layout.sampleRate)) - origin.source
        guard let placement = self.timeline?.place(frames: count, at: Int(position)) else { return samples }
        guard placement.silence <= Self.longestSilence * layout.sampleRate else {
            throw CaptureError(.encodeFailed, "sound came more than an hour after what was before it")
        }
        let end = placement.adjustment < 0 ? count - 1 : count
        var pieces: [[UInt8]] = [layout.silence(frames: placement.silence)]
        if placement.skip < end { pieces.append(layout.part(bytes, placement.skip..<end, of: count)) }
        if placement.adjustment > 0 { pieces.append(layout.part(bytes, (count - 1)..<count, of: count)) }
        for piece in pieces where !piece.isEmpty { samples += try pass(piece, layout) }
        return samples
    }

    func finish() throws(CaptureError) -> [AssetSample] {
        var samples = try finishConversion()
        if case .aac(let encoder, _) = target {
            do { samples += try encoder.finish().map { AssetSample($0, movedBy: origin.target) } } catch {
                throw CaptureError(error)
            }
        }
        return samples
    }

    /// Prepares for sound in another format than before, which continues the track.
    private func begin(
        with layout: PCMLayout, at time: CMTime, _ timeline: AssetTimeline
    ) throws(CaptureError) {
        if case .undecided = target { target = .linearPCM(try PCMLayout(layout.interleaved)) }
        guard let timescale = description?.timescale else { return }
        let isFirst = source == nil
        source = layout
        if isFirst {
            origin.source = max(0, timeline.position(of: time, timescale: Int32(layout.sampleRate)))
            origin.target = max(0, timeline.position(of: time, timescale: timescale))
        } else {
            // From here on, positions count in the new sample rate.
            origin.source = end * Int64(layout.sampleRate) / Int64(timescale)
        }
        self.timeline = AudioTimeline(sampleRate: layout.sampleRate, followsClock: followsClock)
        let native = layout.native
        guard let wanted = converted(native), wanted != native else { return }
        do { converter = try SoundConverter(from: native, to: wanted) } catch { throw CaptureError(error) }
    }

    /// What the encoder or the file takes; `nil` to pass sound as it is.
    private func converted(_ native: SoundConverter.Format) -> SoundConverter.Format? {
        switch target {
        case .aac(let encoder, _):
            let isSame = native.sampleRate == encoder.sampleRate && native.channels == encoder.channels
            let isTaken = !native.isPlanar && [.int16, .int32, .float32].contains(native.sample)
            if isSame, isTaken { return nil }
            return .init(sampleRate: encoder.sampleRate, channels: encoder.channels, sample: .float32)
        case .linearPCM(let layout): return layout.native
        case .undecided: return nil
        }
    }

    /// - Parameter bytes: whole frames in the source's layout.
    private func pass(_ bytes: [UInt8], _ layout: PCMLayout) throws(CaptureError) -> [AssetSample] {
        if case .linearPCM(let target) = target, target == layout { return write(bytes, target) }
        let native = bytes.withUnsafeBytes { layout.toNative($0) }
        guard let converter else { return try deliver(native, layout.native.sample) }
        let count = bytes.count / layout.bytesPerFrame
        let result = native.withUnsafeBytes { memory in
            Result { () throws(FFmpegError) in
                guard let base = memory.baseAddress else { return [UInt8]() }
                let planeBytes = layout.isPlanar ? memory.count / layout.channels : 0
                let planes = (0..<(layout.isPlanar ? layout.channels : 1)).map {
                    UnsafeRawPointer(base + $0 * planeBytes)
                }
                return try converter.convert(planes, frames: count)
            }
        }
        do { return try deliver(result.get(), nil) } catch let error as FFmpegError {
            throw CaptureError(error)
        } catch {
            throw CaptureError(.encodeFailed, "sound cannot be converted", cause: error)
        }
    }

    private func finishConversion() throws(CaptureError) -> [AssetSample] {
        guard let converter else { return [] }
        self.converter = nil
        do { return try deliver(converter.finish(), nil) } catch let error as FFmpegError {
            throw CaptureError(error)
        } catch {
            throw CaptureError(.encodeFailed, "sound cannot be converted", cause: error)
        }
    }

    /// - Parameter sample: that of the source; `nil` after a conversion.
    private func deliver(_ native: [UInt8], _ sample: SoundConverter.Format.Sample?) throws(CaptureError)
        -> [AssetSample]
    {
        switch target {
        case .undecided: return []
        case .linearPCM(let layout): return write(layout.fromNative(native), layout)
        case .aac(let encoder, _):
            let format: AudioEncoder.SampleFormat =
                switch sample {
                case .int16: .int16
                case .int32: .int32
                default: .float32
                }
            frames += Int64(native.count / (format.bytes * encoder.channels))
            do {
                return try native.withUnsafeBytes { try encoder.encode($0, as: format) }
                    .map { AssetSample($0, movedBy: origin.target) }
            } catch let error as FFmpegError {
                throw CaptureError(error)
            } catch {
                throw CaptureError(.encodeFailed, "sound cannot be encoded", cause: error)
            }
        }
    }

    private func write(_ bytes: [UInt8], _ layout: PCMLayout) -> [AssetSample] {
        guard !bytes.isEmpty else { return [] }
        defer { frames += Int64(bytes.count / layout.bytesPerFrame) }
        return [AssetSample(bytes, at: end)]
    }
}

extension PCMLayout {
    /// Some frames of a block of `count` frames, in the same layout.
    fileprivate func part(_ bytes: Data, _ frames: Range<Int>, of count: Int) -> [UInt8] {
        guard isPlanar else {
            return Array(bytes[(frames.lowerBound * bytesPerFrame)..<(frames.upperBound * bytesPerFrame)])
        }
        return (0..<channels).flatMap { channel in
            let start = channel * count
            return bytes[
                ((start + frames.lowerBound) * bytesPerSample)..<((start + frames.upperBound) * bytesPerSample)]
        }
    }
}
