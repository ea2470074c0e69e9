import CaptureEngine
import CoreMedia
import Foundation
import MovieCoding

/// A file of sound that is read or written. Source: Apple, AVAudioFile.
///
/// Linux: what FFmpeg can read is read; written are `.wav` and `.caf` with linear PCM, and `.m4a` and `.mp4` with AAC.
public class AVAudioFile: NSObject, @unchecked Sendable {  // used by one thread at a time, as on Apple's systems
    public let url: URL
    /// As it is in the file.
    public let fileFormat: AVAudioFormat
    /// As buffers are read and written.
    public let processingFormat: AVAudioFormat
    private var reading: SoundFileReading?
    private var writing: SoundFileWriting?

    /// - Throws: an `NSError` if there is no sound in the file.
    public convenience init(forReading fileURL: URL) throws {
        try self.init(forReading: fileURL, commonFormat: .pcmFormatFloat32, interleaved: false)
    }

    /// - Parameters:
    ///   - fileURL: of a file on this machine.
    ///   - format: of the buffers that are read.
    ///   - interleaved: whether their channels share one piece of memory.
    public init(forReading fileURL: URL, commonFormat format: AVAudioCommonFormat, interleaved: Bool) throws {
        url = fileURL
        do {
            let reading = try SoundFileReading(fileURL.path)
            fileFormat = AVAudioFormat(ofFile: reading.stored)
            processingFormat = try Self.processing(fileFormat, format, interleaved)
            self.reading = reading
        } catch let error as CaptureError {
            throw AudioError.make(error)
        }
    }

    /// - Throws: an `NSError` if such a file cannot be made. What is at the address is replaced.
    public convenience init(forWriting fileURL: URL, settings: [String: Any]) throws {
        try self.init(forWriting: fileURL, settings: settings, commonFormat: .pcmFormatFloat32, interleaved: false)
    }

    /// - Parameters:
    ///   - fileURL: its extension says what kind of file it will be.
    ///   - settings: of the sound in the file.
    ///   - format: of the buffers that will be written.
    ///   - interleaved: whether their channels share one piece of memory.
    public init(
        forWriting fileURL: URL, settings: [String: Any], commonFormat format: AVAudioCommonFormat, interleaved: Bool
    ) throws {
        url = fileURL
        do {
            let writing = try SoundFileWriting(fileURL, settings)
            fileFormat = AVAudioFormat(ofFile: writing.stored)
            processingFormat = try Self.processing(fileFormat, format, interleaved)
            self.writing = writing
        } catch let error as CaptureError {
            throw AudioError.make(error)
        }
    }

    deinit { try? writing?.finish() }

    private static func processing(
        _ file: AVAudioFormat, _ format: AVAudioCommonFormat, _ interleaved: Bool
    ) throws -> AVAudioFormat {
        if let layout = file.channelLayout, format != .otherFormat {
            return AVAudioFormat(
                commonFormat: format, sampleRate: file.sampleRate, interleaved: interleaved, channelLayout: layout)
        }
        guard
            let result = AVAudioFormat(
                commonFormat: format, sampleRate: file.sampleRate, channels: file.channelCount,
                interleaved: interleaved)
        else { throw AudioError.make(AudioError.unsupportedFormat, "Sound cannot be processed in this format.") }
        return result
    }

    /// Whether it can be read or written.
    public var isOpen: Bool { reading != nil || writing != nil }

    /// Completes a file that is written. A file that is released is completed too.
    public func close() {
        try? writing?.finish()
        writing = nil
        reading = nil
    }

    /// In frames.
    public var length: AVAudioFramePosition { reading?.length ?? writing?.length ?? 0 }

    /// Where the next frame is read from. Of a file that is written, its end; it cannot be set.
    public var framePosition: AVAudioFramePosition {
        get { reading?.position ?? writing?.length ?? 0 }
        set { reading?.seek(to: newValue) }
    }

    // MARK: Reading and writing

    /// Reads as many frames as there is room for.
    public func read(into buffer: AVAudioPCMBuffer) throws { try read(into: buffer, frameCount: buffer.frameCapacity) }

    /// Reads frames, fewer at the end; what was in the buffer is replaced.
    ///
    /// - Throws: an `NSError` if the buffer has another format than ``processingFormat``, at the end of the file, and
    ///   for a damaged file.
    public func read(into buffer: AVAudioPCMBuffer, frameCount frames: AVAudioFrameCount) throws {
        try check(buffer)
        guard let reading else { throw AudioError.make(AudioError.notPermitted, "The file is not open for reading.") }
        buffer.frameLength = 0
        do { try reading.read(into: buffer, frames: Int(min(frames, buffer.frameCapacity))) } catch {
            throw AudioError.make(error)
        }
        if buffer.frameLength == 0, frames > 0 {
            throw AudioError.make(AudioError.endOfFile, "The end of the file has been reached.")
        }
    }

    /// Writes the frames of a buffer behind those before.
    ///
    /// - Throws: an `NSError` if the buffer has another format than ``processingFormat``, or the disk refuses.
    public func write(from buffer: AVAudioPCMBuffer) throws {
        try check(buffer)
        guard let writing else { throw AudioError.make(AudioError.notPermitted, "The file is not open for writing.") }
        do { try writing.write(buffer) } catch { throw AudioError.make(error) }
    }

    private func check(_ buffer: AVAudioPCMBuffer) throws {
        guard buffer.format.isEqual(processingFormat) else {
            throw AudioError.make(AudioError.badArgument, "The buffer's format is not the processing format.")
        }
    }
}
