import CoreMedia
import Foundation

/// Writes one movie: takes raw frames and sound, encodes them, and leaves a playable file.
///
/// Called only by the recording's thread. It may block for as long as encoding takes.
package protocol MovieWriter: AnyObject {
    /// Encodes one frame or one block of sound.
    ///
    /// Frames keep their real durations: a frame lasts until the next one's timestamp.
    /// - Throws: ``CaptureError`` `diskFull`, `fileUnwritable`, `encodeFailed`. Whatever is in the file by then stays
    ///   playable, and ``finish(at:)`` may still be called.
    func append(_ sample: CMSampleBuffer, to track: MovieTrack) throws(CaptureError)

    /// Records that frames from `time` on are shown in another orientation; also called for the first frame if the
    /// configuration asks for it. The track's orientation does not change.
    func turn(to orientation: MovieOrientation, at time: CMTime) throws(CaptureError)

    /// Writes a sample of timed metadata, which applies from `time` on until the next one of its track. A track's times
    /// rise, and none is before the first frame's.
    ///
    /// - Parameter track: an index into ``MovieConfiguration/timedMetadata``.
    func append(metadata: [UInt8], at time: CMTime, toTrack track: Int) throws(CaptureError)

    /// The size of the file so far, in bytes.
    var bytesWritten: Int64 { get }

    /// The pictures that are in the file, which can be fewer than were appended; `nil` for a movie without pictures.
    var content: MovieContent? { get }

    /// Completes the file: flushes the encoders, writes the index, syncs, closes.
    ///
    /// - Parameter endTime: where the last frame ends, on the samples' clock.
    func finish(at endTime: CMTime) throws(CaptureError)

    /// Closes and removes the file.
    func cancel()
}

/// What a movie's file has of its pictures.
package struct MovieContent: Sendable {
    package var frames = 0
    package var duration = CMTime.zero

    package init(frames: Int = 0, duration: CMTime = .zero) {
        self.frames = frames
        self.duration = duration
    }
}

/// How a picture is shown: rotated clockwise, then mirrored.
package struct MovieOrientation: Sendable, Hashable {
    /// 0, 90, 180, 270.
    package var rotation: Int
    package var isMirrored: Bool

    package init(rotation: Int, isMirrored: Bool) {
        self.rotation = rotation
        self.isMirrored = isMirrored
    }
}

package enum MovieTrack: Sendable, Hashable {
    case video
    case audio
}

/// What a movie should be like.
package struct MovieConfiguration: Sendable {
    package struct Video: Sendable {
        /// How the pictures are coded.
        package var codec = CMFormatDescription.MediaSubType.h264
        /// The camera that the frames come from.
        package var source: DeviceID
        /// The format of the coming frames: pixel format, size, color.
        package var format: CMFormatDescription
        /// The expected frame rate; real durations are written in any case.
        package var expectedFrameRate: Double = 30
        /// Average bits per second; `nil` means constant quality.
        package var bitRate: Int?
        /// Clockwise degrees by which a player should rotate the picture: 0, 90, 180, 270.
        package var rotation: Int = 0
        /// Whether a player should mirror the picture (after the rotation).
        package var isMirrored = false
        /// Whether a metadata track records the orientation of the first frame and every later change.
        package var recordsTurns = false

        package init(source: DeviceID, format: CMFormatDescription) {
            self.source = source
            self.format = format
        }
    }

    package struct Audio: Sendable {
        /// The format of the coming sound: linear PCM.
        package var format: CMFormatDescription
        package var bitRate: Int = 128_000

        package init(format: CMFormatDescription) {
            self.format = format
        }
    }

    package var url: URL
    /// Whether a file that is there is replaced, as soon as the movie has something to show.
    package var replacesFile = false
    package var video: Video?
    package var audio: Audio?
    /// How often a playable fragment is written and synced, which limits what a crash can cost.
    package var fragmentInterval: CMTime
    /// The formats of the tracks of timed metadata: boxed.
    package var timedMetadata: [CMFormatDescription] = []
    /// The movie's metadata.
    package var metadata: [MovieMetadataItem] = []

    package init(url: URL, video: Video?, audio: Audio?, fragmentInterval: CMTime) {
        self.url = url
        self.video = video
        self.audio = audio
        self.fragmentInterval = fragmentInterval
    }
}
