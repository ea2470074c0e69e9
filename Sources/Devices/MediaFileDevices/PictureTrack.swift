import CaptureEngine
import FFmpeg
import Foundation
import TurboJPEG
import YUV

/// The pictures of a movie, decoded one after the other.
final class PictureTrack: MediaTrack, @unchecked Sendable {  // One thread at a time uses it.
    let tolerance: Int64 = 400_000_000
    private let file: MediaFile
    private let reader: MediaReader
    private let format: PictureFormat
    private let frames: FramePool
    private let frameDuration: Int64
    /// Reads the headers of pictures that may be kept unchanged; `nil` if none may.
    private var header: JPEGDecompressor?
    /// Where the current loop begins.
    private var loopStart: Int64 = 0
    /// Where the next picture of this loop is expected.
    private var position: Int64 = 0
    private var picturesInLoop = 0
    /// How many pictures the decoder has lost since the loop began, and how many of those losses were reported.
    private var (lost, toldLosses) = (0, 0)
    private var lastTime = Int64.min

    init(_ file: MediaFile, _ reader: MediaReader) throws(CaptureError) {
        self.file = file
        self.reader = reader
        let video = try file.video(of: reader)
        format = PictureFormat(video)
        frames = FramePool(format)
        frameDuration = MediaFile.frameDuration(video).nanoseconds
        // Not if frames are turned, or their colors are not those of a JPEG file.
        if format.orientation == .upright, format.color == .jpeg { header = try? JPEGDecompressor() }
    }

    func delay(of sample: TrackSample) -> Int64 { 0 }

    func next() throws(CaptureError) -> TrackSample {
        while true {
            if toldLosses < lost {
                toldLosses += 1
                return damaged(at: loopStart + position, frameDuration)
            }
            let next = try file.next(reader)
            lost = max(lost, reader.undecodedSamples(of: .video))
            switch next {
            case .picture(let picture)?:
                if reader.isStillImage, picture.isDamaged { throw file.unreadable("a part of its picture is missing") }
                if let sample = try sample(picture) { return sample }
            case .sound?: continue
            // Damage at the end is reported before the next loop begins; a file without one undamaged picture has no
            // next loop.
            case nil: if toldLosses == lost || picturesInLoop == 0 { try rewind() }
            }
        }
    }

    /// - Returns: `nil` for a picture out of order or beyond the file's length.
    private func sample(_ picture: MediaPicture) throws(CaptureError) -> TrackSample? {
        let place = picture.timestampNanoseconds ?? position
        let duration = picture.durationNanoseconds > 0 ? picture.durationNanoseconds : frameDuration
        let time = loopStart + place
        guard time > lastTime, reader.durationNanoseconds == 0 || place < reader.durationNanoseconds else { return nil }
        lastTime = time
        position = place + duration
        if picture.isDamaged { return damaged(at: time, duration) }
        picturesInLoop += 1
        guard format.fits(picture) else {
            throw CaptureError(
                .formatUnsupported, "\(file.path) changes its size or pixel format on the way", device: file.id)
        }
        return TrackSample(
            time: time, duration: duration, content: try content(of: picture), encodedPicture: wholePicture(picture))
    }

    private func damaged(at time: Int64, _ duration: Int64) -> TrackSample {
        // Later loops lose the same.
        if loopStart == 0 { file.noteDamage(1) }
        return TrackSample(time: time, duration: duration, content: .damaged)
    }

    /// A picture that a photo can use unchanged: not one half of an interlaced picture, nor one that frames show only
    /// in part.
    private func wholePicture(_ picture: MediaPicture) -> Data? {
        guard let jpeg = picture.jpeg, !picture.isDamaged,
            let header = jpeg.withUnsafeBytes({ try? header?.header(of: $0) }),
            header.width == format.width, header.height == format.height
        else { return nil }
        return jpeg
    }

    private func content(of picture: MediaPicture) throws(CaptureError) -> TrackSample.Content {
        do {
            let frame = try picture.withPlanes { planes throws(YUVError) in try frames.frame(of: planes) }
            return frame.map { .picture($0) } ?? .noBuffer
        } catch {
            throw CaptureError(.deviceFailed, "\(file.path): \(error)", device: file.id, cause: error)
        }
    }

    private func rewind() throws(CaptureError) {
        guard picturesInLoop > 0 else {
            throw file.unreadable("no picture in it can be decoded")
        }
        if isCutShort { throw file.cutShort(after: Double(position) / 1e9) }
        // The container's length covers both sound and pictures, so both loop together.
        loopStart += reader.durationNanoseconds > 0 ? reader.durationNanoseconds : position
        position = 0
        picturesInLoop = 0
        (lost, toldLosses) = (0, 0)
        try file.rewind(reader)
    }

    /// Whether the file is shorter than it says. A file without an index says how long it is; if it has sound as well,
    /// that may be the sound's length.
    private var isCutShort: Bool {
        let missing = reader.durationNanoseconds - position
        let hasSound = reader.audio != nil || reader.soundFault != nil
        return reader.isCutShort || !hasSound && missing > max(1_000_000_000, 2 * frameDuration)
    }
}
