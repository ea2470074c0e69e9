import CaptureEngine
import Foundation

/// What a player's sound is made of, one piece after the other. Used with the player's state locked.
final class ScheduledSound: @unchecked Sendable {  // used with the player's state locked
    /// Whom to tell, and of what.
    struct Completion {
        var type: AVAudioPlayerNodeCompletionCallbackType
        var call: (AVAudioPlayerNodeCompletionCallbackType) -> Void
    }

    /// Where the samples are.
    private enum Source {
        case memory(SoundBlock)
        case file(FileSegment)
    }

    private let source: Source
    private var position = 0
    let options: AVAudioPlayerNodeBufferOptions
    /// When it begins; `nil` for as soon as what came before is over.
    let start: AVAudioTime?
    let completion: Completion?

    init(
        _ block: SoundBlock, at start: AVAudioTime?, _ options: AVAudioPlayerNodeBufferOptions,
        _ completion: Completion?
    ) {
        (source, self.start, self.options, self.completion) = (.memory(block), start, options, completion)
    }

    init(_ segment: FileSegment, at start: AVAudioTime?, _ completion: Completion?) {
        (source, self.start, options, self.completion) = (.file(segment), start, [], completion)
    }

    var loops: Bool { options.contains(.loops) }

    /// Whether there is no sound in it.
    var isEmpty: Bool {
        if case .memory(let block) = source { block.frames == 0 } else { false }
    }

    /// Whether it is known that nothing follows.
    var isAtEnd: Bool {
        switch source {
        case .memory(let block): position >= block.frames
        case .file(let segment): segment.isRead
        }
    }

    /// The next frames, fewer at the end.
    ///
    /// - Parameter rate: the sample rate that a file is converted to.
    func next(_ frames: Int, rate: Double) -> SoundBlock {
        switch source {
        case .memory(let block):
            let count = min(frames, block.frames - position)
            defer { position += count }
            return block.part(from: position, count)
        case .file(let segment): return segment.next(frames, rate: rate)
        }
    }

    /// Begins again.
    func rewind() { position = 0 }
}

/// A part of a file on its way to a player. Used by one thread at a time.
final class FileSegment {
    private static let blockLength: AVAudioFrameCount = 4096

    private let reading: SoundFileReading
    private let format: AVAudioFormat
    private var missing: Int64
    private var converter: AVAudioConverter?
    private var isAtEnd = false

    /// Whether all is played; `false` while a conversion may still have a rest.
    var isRead: Bool { missing == 0 && converter == nil }

    /// - Throws: ``CaptureError`` if the file is not there anymore.
    init(_ path: String, from start: Int64, frames: Int64) throws(CaptureError) {
        reading = try SoundFileReading(path)
        reading.seek(to: start)
        format = AVAudioFormat(ofFile: reading.stored).standard
        missing = max(min(frames, reading.length - start), 0)
    }

    /// The next frames at that sample rate, fewer at the end. A damaged file ends early.
    func next(_ frames: Int, rate: Double) -> SoundBlock {
        let channels = Int(format.channelCount)
        if isAtEnd { return SoundBlock(channels: channels, frames: 0) }
        guard rate != format.sampleRate else {
            let block = read(frames)
            isAtEnd = block.frames == 0
            return block
        }
        if converter?.outputFormat.sampleRate != rate {
            var description = format.streamFormat
            description.mSampleRate = rate
            converter = AVAudioConverter(from: format, to: AVAudioFormat(ofFile: description))
        }
        guard let converter,
            let output = AVAudioPCMBuffer(
                pcmFormat: converter.outputFormat, frameCapacity: AVAudioFrameCount(frames))
        else { return SoundBlock(channels: channels, frames: 0) }
        var error: NSError?
        let status = converter.convert(to: output, error: &error) { count, status in
            let block = read(Int(min(count, Self.blockLength)))
            guard block.frames > 0,
                let input = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(block.frames))
            else {
                status.pointee = .endOfStream
                return nil
            }
            _ = block.append(to: input)
            status.pointee = .haveData
            return input
        }
        isAtEnd = status != .haveData
        return SoundBlock(output)
    }

    private func read(_ frames: Int) -> SoundBlock {
        let wanted = Int(min(Int64(frames), missing))
        guard wanted > 0, let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(wanted)),
            (try? reading.read(into: buffer, frames: wanted)) != nil
        else { return SoundBlock(channels: Int(format.channelCount), frames: 0) }
        missing -= Int64(buffer.frameLength)
        return SoundBlock(buffer)
    }
}
