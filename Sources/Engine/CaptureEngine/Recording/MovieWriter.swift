import CoreMedia
import Foundation

/// Writes one movie: takes raw frames and sound, encodes them, and leaves a playable file.
///
/// Called by one thread only, the recording's. It may block for as long as encoding takes.
package protocol MovieWriter: AnyObject {
    /// Encodes one frame or one block of sound.
    ///
    /// Frames keep their real durations: a frame lasts until the next one's timestamp.
    /// - Throws: ``CaptureError`` `diskFull`, `fileUnwritable`, `encodeFailed`. What is in the file by then stays
    ///   playable, and ``finish(at:)`` may still be called.
    func append(_ sample: CMSampleBuffer, to track: MovieTrack) throws(CaptureError)

    /// Notes that the frames from `time` on are to be shown in an orientation; called for the first frame too, when the
    /// configuration asks for it. The orientation of the track stays.
    func turn(to orientation: MovieOrientation, at time: CMTime) throws(CaptureError)

    /// The size of the file so far, in bytes.
    var bytesWritten: Int64 { get }

    /// Completes the file: flushes the encoders, writes the index, syncs, closes.
    ///
    /// - Parameter endTime: where the last frame ends, on the samples' clock.
    func finish(at endTime: CMTime) throws(CaptureError)

    /// Closes and removes the file.
    func cancel()
}

/// How a picture is to be shown: turned clockwise, then left and right exchanged.
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

/// What a movie shall be.
package struct MovieConfiguration: Sendable {
    package struct Video: Sendable {
        /// How the pictures are coded.
        package var codec = CMFormatDescription.MediaSubType.h264
        /// The camera that the frames come from.
        package var source: DeviceID
        /// The frames that will come: pixel format, size, colour.
        package var format: CMFormatDescription
        /// The frame rate to expect; real durations are written whatever it is.
        package var expectedFrameRate: Double = 30
        /// Average bits a second; `nil` keeps a constant quality.
        package var bitRate: Int?
        /// Clockwise degrees that a player shall turn the picture by: 0, 90, 180, 270.
        package var rotation: Int = 0
        /// Whether a player shall mirror the picture (left ↔ right, after the rotation).
        package var isMirrored = false
        /// Whether a metadata track tells the orientation of the first frame and every later change.
        package var recordsTurns = false

        package init(source: DeviceID, format: CMFormatDescription) {
            self.source = source
            self.format = format
        }
    }

    package struct Audio: Sendable {
        /// The sound that will come: linear PCM.
        package var format: CMFormatDescription
        package var bitRate: Int = 128_000

        package init(format: CMFormatDescription) {
            self.format = format
        }
    }

    package var url: URL
    package var video: Video?
    package var audio: Audio?
    /// How often a playable fragment is written and synced; what a crash can cost at most.
    package var fragmentInterval: CMTime
    /// What the movie says of itself.
    package var metadata: [MovieMetadataItem] = []

    package init(url: URL, video: Video?, audio: Audio?, fragmentInterval: CMTime) {
        self.url = url
        self.video = video
        self.audio = audio
        self.fragmentInterval = fragmentInterval
    }
}
