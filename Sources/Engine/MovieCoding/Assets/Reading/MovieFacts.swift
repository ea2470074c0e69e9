import CaptureEngine
import CoreMedia
import FFmpeg
import Foundation
import PixelCoding

/// What a file of media is: its tracks, their times and formats, and its metadata.
package struct MovieFacts: Sendable {
    package struct Track: Sendable {
        package enum Kind: Sendable, Equatable {
            case pictures
            case sound
            /// The four characters of its handler.
            case other(String)
        }

        package var id: Int32
        package var kind: Kind
        package var formats: [CMFormatDescription]
        package var segments: [MediaSegment]
        package var timescale: CMTimeScale
        /// Where it is on the file's timeline.
        package var timeRange: CMTimeRange
        package var isEnabled = true
        package var language: String?
        package var volume = 1.0
        /// The size before the transform, in points.
        package var size = (width: 0.0, height: 0.0)
        /// `a b c d tx ty`.
        package var transform = [1.0, 0, 0, 1, 0, 0]
        /// Frames a second, 0 for sound.
        package var frameRate = 0.0
        package var shortestFrame = CMTime.invalid
        /// Bits a second.
        package var dataRate = 0.0
        package var byteCount: Int64 = 0
        package var metadata: [MovieMetadataItem] = []
        /// Whether there is a decoder for it.
        package var isDecodable = false
        package var isProtected = false

        package init(
            id: Int32, kind: Kind, formats: [CMFormatDescription] = [], segments: [MediaSegment] = [],
            timescale: CMTimeScale, timeRange: CMTimeRange = .zero
        ) {
            self.id = id
            self.kind = kind
            self.formats = formats
            self.segments = segments
            self.timescale = timescale
            self.timeRange = timeRange
        }
    }

    package var duration: CMTime
    package var tracks: [Track]
    package var metadata: [MovieMetadataItem]
    package var creationDate: Date?
    package var isFragmented = false
}

/// A part of a track: media of a file, or nothing, and where it is on the track's timeline.
package struct MediaSegment: Sendable {
    package struct Source: Sendable {
        package var path: String
        package var stream: Int
        package var track: Int32
        package var format: CMFormatDescription

        package init(path: String, stream: Int, track: Int32, format: CMFormatDescription) {
            self.path = path
            self.stream = stream
            self.track = track
            self.format = format
        }
    }

    /// `nil` for an empty part.
    package var source: Source?
    package var sourceRange: CMTimeRange
    package var targetRange: CMTimeRange

    package init(_ source: Source?, _ sourceRange: CMTimeRange, at targetRange: CMTimeRange) {
        self.source = source
        self.sourceRange = sourceRange
        self.targetRange = targetRange
    }
}

// MARK: Reading

extension MovieFacts {
    /// Opens a file and describes it.
    ///
    /// - Throws: ``CaptureError`` `deviceNotFound`, `fileUnreadable`, `formatUnsupported`, `encoderNotFound`, naming the
    ///   file.
    package static func read(_ path: String) throws(CaptureError) -> MovieFacts {
        try checkReadable(path)
        let container: MediaContainer
        let index = MovieIndex(path: path)
        do { container = try MediaContainer(path: path) } catch {
            throw fault(of: path, index, error)
        }
        let isStill = container.kind == "image2" || container.kind.hasSuffix("_pipe")
        guard !isStill, container.streams.contains(where: { $0.kind != .other }) else {
            throw CaptureError(.formatUnsupported, "\(path) is neither a movie nor a sound file")
        }
        if let index, index.hasMovie { return indexed(container, index) }
        return plain(container)
    }

    /// A movie whose index says more than FFmpeg does.
    private static func indexed(_ container: MediaContainer, _ index: MovieIndex) -> MovieFacts {
        let scale = CMTimeScale(clamping: max(1, index.timescale))
        var facts = MovieFacts(
            duration: CMTime(value: index.duration, timescale: scale), tracks: [], metadata: index.metadata,
            creationDate: index.creationDate, isFragmented: index.hasFragments)
        for stream in container.streams {
            guard let entry = index.tracks.first(where: { $0.id == stream.id }) else { continue }
            facts.tracks.append(track(container, stream, entry, movieScale: scale))
        }
        let ends = facts.tracks.map(\.timeRange.end).filter(\.isNumeric)
        if index.hasFragments || index.duration == 0 { facts.duration = ends.max() ?? .zero }
        return facts
    }

    private static func track(
        _ container: MediaContainer, _ stream: MediaContainer.Stream, _ entry: MovieIndex.Track, movieScale: CMTimeScale
    ) -> Track {
        var track = self.track(container, stream)
        let scale = CMTimeScale(clamping: max(1, entry.timescale))
        track.timescale = scale
        if case .other = track.kind { track.kind = .other(entry.handler) }
        track.isEnabled = entry.isEnabled
        track.language = entry.language
        track.volume = entry.volume
        track.metadata = entry.metadata
        track.isProtected = ["encv", "enca", "drmi", "drms"].contains(entry.format)
        if entry.size.width > 0, entry.size.height > 0 { track.size = entry.size }
        if entry.matrix.count == 9, track.kind == .pictures {
            track.transform = [0, 1, 3, 4, 6, 7].map { Double(entry.matrix[$0]) / 65_536 }
        }
        let media = CMTime(value: entry.duration, timescale: scale)
        track.timeRange = range(of: entry, stream, media: media, movieScale: movieScale)
        if entry.sampleCount > 0, media > .zero {
            if track.kind == .pictures {
                track.frameRate = Double(entry.sampleCount) / media.seconds
                if entry.shortestSample < .max {
                    track.shortestFrame = CMTime(value: entry.shortestSample, timescale: scale)
                }
            }
            track.dataRate = Double(entry.byteCount) * 8 / media.seconds
            track.byteCount = Int64(entry.byteCount)
        }
        if track.kind == .pictures, !entry.format.isEmpty, let format = pictures(stream, entry) {
            track.formats = [format]
        }
        if case .other = track.kind, !entry.metadataKeys.isEmpty {
            track.formats = [.boxedMetadata(entry.metadataKeys)]
        }
        return finished(track, container, stream)
    }

    /// From the beginning of the first edit that is not empty to the end of the last one.
    private static func range(
        of entry: MovieIndex.Track, _ stream: MediaContainer.Stream, media: CMTime, movieScale: CMTimeScale
    ) -> CMTimeRange {
        // Of a fragmented movie, the only edit can be without a length.
        guard entry.edits.contains(where: { $0.mediaTime != nil && $0.duration > 0 }) else {
            let skipped = entry.edits.compactMap(\.mediaTime).first ?? 0
            // Without an edit, pictures that are stored in another order than shown begin later.
            return CMTimeRange(
                start: CMTimeMaximum(.zero, CMTime(stream.start ?? 0, stream.timeBase)),
                duration: CMTimeMaximum(.zero, media - CMTime(value: skipped, timescale: media.timescale)))
        }
        var (time, start, end) = (Int64(0), Int64?.none, Int64(0))
        for edit in entry.edits {
            if edit.mediaTime != nil { start = start ?? time }
            time &+= edit.duration
            if edit.mediaTime != nil { end = time }
        }
        return CMTimeRange(
            start: CMTime(value: start ?? 0, timescale: movieScale), end: CMTime(value: end, timescale: movieScale))
    }

    private static func plain(_ container: MediaContainer) -> MovieFacts {
        let length = container.durationNanoseconds.map { CMTime(value: $0 / 1000, timescale: 1_000_000) }
        var facts = MovieFacts(duration: length ?? .indefinite, tracks: [], metadata: metadata(container.tags))
        for stream in container.streams {
            var track = self.track(container, stream)
            let base = stream.timeBase
            let own = stream.duration.flatMap { $0 > 0 ? CMTime($0, base) : nil }
            track.timeRange = CMTimeRange(start: .zero, duration: own ?? length ?? .positiveInfinity)
            if track.kind == .pictures, let rate = stream.frameRate {
                track.frameRate = rate.value
                track.shortestFrame = CMTime(
                    value: Int64(rate.denominator), timescale: CMTimeScale(clamping: rate.numerator))
            }
            track.dataRate = Double(stream.bitRate)
            facts.tracks.append(finished(track, container, stream))
        }
        return facts
    }

    private static func track(_ container: MediaContainer, _ stream: MediaContainer.Stream) -> Track {
        let kind: Track.Kind =
            switch stream.kind {
            case .video: .pictures
            case .audio: .sound
            case .other: .other("")
            }
        var track = Track(
            id: Int32(clamping: stream.id > 0 ? stream.id : stream.index + 1), kind: kind,
            timescale: CMTimeScale(clamping: stream.timeBase.denominator))
        track.language = stream.language == "und" ? nil : stream.language
        if kind == .pictures {
            track.size = (Double(stream.width) * (stream.pixelAspect?.value ?? 1), Double(stream.height))
            if let matrix = stream.matrix {
                track.transform = [0, 1, 3, 4, 6, 7].map { Double(matrix[$0]) / 65_536 }
            }
            track.formats = [pictures(stream, nil)].compactMap { $0 }
        } else if kind == .sound {
            track.formats = [sound(stream)].compactMap { $0 }
        }
        return track
    }

    /// The track with its one segment.
    private static func finished(
        _ track: Track, _ container: MediaContainer, _ stream: MediaContainer.Stream
    ) -> Track {
        var track = track
        if let format = track.formats.first {
            let source = MediaSegment.Source(
                path: container.path, stream: stream.index, track: track.id, format: format)
            track.segments = [MediaSegment(source, track.timeRange, at: track.timeRange)]
            track.isDecodable = !track.isProtected && container.canDecode(stream.index)
        }
        return track
    }

    private static func metadata(_ tags: [(key: String, value: String)]) -> [MovieMetadataItem] {
        let names = [
            "title": "title", "artist": "artist", "album": "album", "date": "creationdate", "comment": "comment",
            "copyright": "copyright", "description": "description", "genre": "genre",
        ]
        return tags.compactMap { tag in
            names[tag.key.lowercased()].map { MovieMetadataItem("com.apple.quicktime." + $0, tag.value) }
        }
    }
}

// MARK: Formats

extension MovieFacts {
    private static let videoTypes: [String: FourCharCode] = [
        "h264": 0x6176_6331, "hevc": 0x6876_6331, "mjpeg": 0x6A70_6567, "mpeg4": 0x6D70_3476, "vp9": 0x7670_3039,
        "av1": 0x6176_3031, "vp8": 0x7670_3038,
    ]

    private static func pictures(_ stream: MediaContainer.Stream, _ entry: MovieIndex.Track?) -> CMFormatDescription? {
        let type = entry.map { FourCharCode($0.format) } ?? videoTypes[stream.codec] ?? stream.tag
        guard type != 0, stream.width > 0, stream.height > 0 else { return nil }
        var atoms: [String: Any] = [:]
        for box in entry?.formatBoxes ?? [] where box.type != "colr" && box.bytes.count < 1 << 20 {
            atoms[box.type] = Data(box.bytes)
        }
        if entry == nil, !stream.configuration.isEmpty,
            let box = MovieCodec.all.first(where: { $0.type.rawValue == type })?.configurationBox
        {
            atoms[box] = Data(stream.configuration)
        }
        var extensions = FileColor(stream.color, isSmall: stream.height < 720).attachments
        if !atoms.isEmpty { extensions[kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms] = atoms }
        if let aspect = stream.pixelAspect, aspect.numerator != aspect.denominator {
            extensions[kCVImageBufferPixelAspectRatioKey] = [
                kCVImageBufferPixelAspectRatioHorizontalSpacingKey: aspect.numerator,
                kCVImageBufferPixelAspectRatioVerticalSpacingKey: aspect.denominator,
            ]
        }
        return try? CMFormatDescription(
            videoCodecType: .init(rawValue: type), width: stream.width, height: stream.height,
            extensions: .init(base: extensions))
    }

    private static let soundTypes: [String: AudioFormatID] = [
        "aac": kAudioFormatMPEG4AAC, "mp3": kAudioFormatMPEGLayer3, "alac": kAudioFormatAppleLossless,
        "flac": kAudioFormatFLAC, "opus": kAudioFormatOpus, "ac3": kAudioFormatAC3, "eac3": kAudioFormatEnhancedAC3,
    ]

    private static func sound(_ stream: MediaContainer.Stream) -> CMFormatDescription? {
        guard stream.sampleRate > 0, stream.channels > 0 else { return nil }
        if stream.codec.hasPrefix("pcm_"), let format = linearPCM(stream) { return .audio(format) }
        let type = soundTypes[stream.codec] ?? (stream.tag != 0 ? stream.tag : 0x3f3f_3f3f)
        let packet = stream.framesPerPacket > 0 ? stream.framesPerPacket : type == kAudioFormatMPEG4AAC ? 1024 : 0
        return try? CMFormatDescription(
            audioStreamBasicDescription: AudioStreamBasicDescription(
                mSampleRate: Double(stream.sampleRate), mFormatID: type, mFormatFlags: 0, mBytesPerPacket: 0,
                mFramesPerPacket: UInt32(packet), mBytesPerFrame: 0, mChannelsPerFrame: UInt32(stream.channels),
                mBitsPerChannel: 0, mReserved: 0),
            magicCookie: stream.configuration.isEmpty ? nil : Data(stream.configuration))
    }

    /// By FFmpeg's names: `pcm_s16le`, `pcm_f32be`, `pcm_u8`.
    private static func linearPCM(_ stream: MediaContainer.Stream) -> AudioStreamBasicDescription? {
        let name = stream.codec.dropFirst(4)
        guard let kind = name.first, let bits = UInt32(name.dropFirst().prefix { $0.isNumber }),
            ["s", "f", "u"].contains(kind), [8, 16, 24, 32, 64].contains(bits)
        else { return nil }
        var flags = kAudioFormatFlagIsPacked
        if kind == "f" { flags |= kAudioFormatFlagIsFloat }
        if kind == "s" { flags |= kAudioFormatFlagIsSignedInteger }
        if name.hasSuffix("be") { flags |= kAudioFormatFlagIsBigEndian }
        let bytes = bits / 8 * UInt32(stream.channels)
        return AudioStreamBasicDescription(
            mSampleRate: Double(stream.sampleRate), mFormatID: kAudioFormatLinearPCM, mFormatFlags: flags,
            mBytesPerPacket: bytes, mFramesPerPacket: 1, mBytesPerFrame: bytes,
            mChannelsPerFrame: UInt32(stream.channels), mBitsPerChannel: bits, mReserved: 0)
    }
}

extension FourCharCode {
    /// Of four characters; 0 for anything else.
    fileprivate init(_ letters: String) {
        let scalars = letters.unicodeScalars
        self = scalars.count == 4 ? scalars.reduce(0) { $0 << 8 | $1.value & 0xff } : 0
    }
}

extension CMTime {
    /// So many units of a stream.
    init(_ value: Int64, _ base: MediaReader.Fraction) {
        let (units, overflow) = value.multipliedReportingOverflow(by: Int64(base.numerator))
        self = overflow ? .invalid : CMTime(value: units, timescale: CMTimeScale(clamping: base.denominator))
    }

    /// In units of a stream, rounded down.
    func units(_ base: MediaReader.Fraction) -> Int64 {
        guard isNumeric else { return self > .zero ? .max : .min }
        let fraction = Int128(value) * Int128(base.denominator)
        let divisor = Int128(timescale) * Int128(base.numerator)
        let quotient = fraction / divisor - (fraction % divisor < 0 ? 1 : 0)
        return Int64(clamping: quotient)
    }
}

// MARK: Faults

extension MovieFacts {
    /// Reports faults in plain words, before the libraries are loaded and report them in theirs.
    private static func checkReadable(_ path: String) throws(CaptureError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT { throw CaptureError(.deviceNotFound, "there is no file \(path)") }
            throw CaptureError(.fileUnreadable, "\(path): \(String(cString: strerror(errno)))")
        }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw CaptureError(.fileUnreadable, "\(path) is a folder") }
        // Opening a pipe would wait until somebody writes to it, perhaps forever.
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw CaptureError(.fileUnreadable, "\(path) is a pipe or a device, not a file")
        }
        guard access(path, R_OK) == 0 else { throw CaptureError(.fileUnreadable, "\(path) may not be read") }
        guard status.st_size > 0 else { throw CaptureError(.fileUnreadable, "\(path) is empty") }
    }

    private static func fault(of path: String, _ index: MovieIndex?, _ error: FFmpegError) -> CaptureError {
        guard error.code == .unreadable else { return CaptureError(error) }
        guard let index else {
            return CaptureError(.formatUnsupported, "\(path) is neither a movie nor a sound file", cause: error)
        }
        if index.isCutOff || !index.hasMovie {
            return CaptureError(.fileUnreadable, "\(path) is cut off: its end is missing", cause: error)
        }
        return CaptureError(.fileUnreadable, "\(path) is damaged: \(error.message)", cause: error)
    }
}
