import CaptureEngine
import CoreMedia
import FFmpeg
import Foundation
import PixelCoding

/// Compressed samples that are written as they are.
final class AssetPassthrough: AssetTrack {
    private let kind: MovieFileKind
    private let wantedTimescale: Int32?
    private(set) var description: MovieTrackDescription?
    private(set) var end: Int64 = 0

    /// - Parameters:
    ///   - hint: the format of the coming samples; `nil` to take that of the first.
    ///   - timescale: `nil` for that of the sound, or of the first picture's time.
    /// - Throws: ``CaptureError`` `formatUnsupported`.
    init(_ hint: CMFormatDescription?, timescale: Int32?, in kind: MovieFileKind) throws(CaptureError) {
        self.kind = kind
        wantedTimescale = timescale
        guard let hint else { return }
        description = try makeDescription(hint, timescale ?? 90_000)
    }

    func append(_ sample: CMSampleBuffer, _ timeline: AssetTimeline) throws(CaptureError) -> [AssetSample] {
        guard let block = sample.dataBuffer, sample.presentationTimeStamp.isNumeric, sample.numSamples > 0 else {
            throw CaptureError(.formatUnsupported, "a compressed sample came without data or time")
        }
        if description == nil {
            guard let format = sample.formatDescription else {
                throw CaptureError(.formatUnsupported, "a compressed sample came without its format")
            }
            let own = sample.presentationTimeStamp.timescale
            description = try makeDescription(
                format, wantedTimescale ?? ((600...192_000).contains(own) ? own : 90_000))
        }
        guard let timescale = description?.timescale else { return [] }
        do {
            let bytes = try block.dataBytes()
            var offset = 0
            return try (0..<sample.numSamples).map { index in
                let size = sample.numSamples == 1 ? bytes.count : sample.sampleSize(at: index)
                let timing = try sample.sampleTimingInfo(at: index)
                guard size > 0, offset + size <= bytes.count else {
                    throw CaptureError(.formatUnsupported, "the sizes of compressed samples do not match their data")
                }
                defer { offset += size }
                return self.sample(
                    Array(bytes[offset..<(offset + size)]), timing, timeline, timescale,
                    isKey: !sample.isMarked(kCMSampleAttachmentKey_NotSync, at: index))
            }
        } catch let error as CaptureError {
            throw error
        } catch {
            throw CaptureError(.formatUnsupported, "a compressed sample cannot be read", cause: error)
        }
    }

    func finish() throws(CaptureError) -> [AssetSample] { [] }

    private func sample(
        _ bytes: [UInt8], _ timing: CMSampleTimingInfo, _ timeline: AssetTimeline, _ timescale: Int32, isKey: Bool
    ) -> AssetSample {
        let shown = timeline.position(of: timing.presentationTimeStamp, timescale: timescale)
        let decoding = timing.decodeTimeStamp
        let time = decoding.isNumeric ? timeline.position(of: decoding, timescale: timescale) : shown
        let duration = timing.duration
        if duration.isNumeric {
            let ending = timeline.position(of: timing.presentationTimeStamp + duration, timescale: timescale)
            description?.sampleDuration = max(1, ending - shown)
        }
        end = max(end, shown + (description?.sampleDuration ?? 1))
        return AssetSample(bytes, at: time, compositionOffset: Int32(clamping: shown - time), isKey: isKey)
    }

    private func makeDescription(
        _ format: CMFormatDescription, _ timescale: Int32
    ) throws(CaptureError) -> MovieTrackDescription {
        if format.mediaType == .audio { return try sound(format) }
        let keys = format.boxedMetadataKeys
        if !keys.isEmpty {
            return MovieTrackDescription(
                media: .metadata(describedTrack: nil), timescale: timescale,
                sampleDescription: SampleDescription.timedMetadata(keys), sampleDuration: Int64(timescale / 30))
        }
        let sizes: ClosedRange<Int32> = 1...0xffff
        guard format.mediaType == .video, sizes.contains(format.dimensions.width),
            sizes.contains(format.dimensions.height)
        else {
            throw CaptureError(.formatUnsupported, "samples of \(format) cannot be written as they are")
        }
        let size = (width: Int(format.dimensions.width), height: Int(format.dimensions.height))
        let atoms = format.extensionValue(kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms)
        var boxes = BoxWriter()
        for (name, value) in (atoms as? [String: Any] ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard name.utf8.count == 4, let data = Self.data(value) else { continue }
            boxes.box(name) { $0.write(contentsOf: data) }
        }
        return MovieTrackDescription(
            media: .video(width: size.width, height: size.height, rotation: 0, isMirrored: false),
            timescale: timescale,
            sampleDescription: SampleDescription.video(
                format.mediaSubType.rawValue.letters, name: "", size: size,
                color: (atoms as? [String: Any])?["colr"] == nil ? PictureColor(of: format) : nil, in: kind,
                boxes.bytes),
            sampleDuration: Int64(timescale / 30))
    }

    private static func data(_ value: Any) -> [UInt8]? {
        (value as? Data).map { Array($0) } ?? (value as? NSData).map { Array(Data(referencing: $0)) }
    }

    private func sound(_ format: CMFormatDescription) throws(CaptureError) -> MovieTrackDescription {
        guard let stream = format.audioStreamBasicDescription, stream.mFormatID == kAudioFormatMPEG4AAC,
            (1...1_000_000).contains(stream.mSampleRate), (1...64).contains(stream.mChannelsPerFrame)
        else {
            throw CaptureError(.formatUnsupported, "compressed sound other than AAC cannot be written as it is")
        }
        let (rate, channels) = (Int(stream.mSampleRate), Int(stream.mChannelsPerFrame))
        let packet = stream.mFramesPerPacket > 0 ? Int(stream.mFramesPerPacket) : 1024
        let cookie = Array(format.magicCookie ?? Data())
        guard let config = AACCookie.specificConfig(cookie, sampleRate: rate, channels: channels) else {
            throw CaptureError(.formatUnsupported, "the magic cookie of the sound has no parameters of AAC")
        }
        return MovieTrackDescription(
            media: .audio, timescale: Int32(rate),
            sampleDescription: SampleDescription.aac(
                sampleRate: rate, channels: channels, framesPerPacket: packet, bitRate: 0, specificConfig: config,
                in: kind),
            sampleDuration: Int64(packet))
    }
}

extension CMSampleBuffer {
    /// Whether an attachment of a sample is there and true.
    fileprivate func isMarked(_ key: CFString, at index: Int) -> Bool {
        guard let values = CMSampleBufferGetSampleAttachmentsArray(self, createIfNecessary: false),
            let attachments = values[index] as? [String: Any], let value = attachments[key]
        else { return false }
        return value as? Bool ?? (value as? NSNumber)?.boolValue ?? false
    }
}
