import CaptureEngine

/// A movie's description of a track, apart from its samples.
struct MovieTrackDescription {
    enum Media {
        /// - `rotation`: clockwise degrees by which players rotate it; `isMirrored` then swaps left and right.
        case video(width: Int, height: Int, rotation: Int, isMirrored: Bool)
        case audio
        /// Timed values about the track with the index `describedTrack`; `nil` for the movie.
        case metadata(describedTrack: Int?)
    }

    var media: Media
    /// Units of time a second.
    var timescale: Int32
    /// The entry of the `stsd` table, a complete box.
    var sampleDescription: [UInt8]
    /// The length of a decoder's priming at the start of the media, in sound or pictures, which is not played.
    var priming: Int64 = 0
    /// How long a sample lasts unless something else says so.
    var sampleDuration: Int64 = 1
    /// The bytes of a sound frame, if all samples are one such frame (linear PCM); a ``MediaSample`` then holds many.
    var frameBytes: Int?
    /// The size at which pictures are shown, if it is not that of the stored ones.
    var shownSize: (width: Int, height: Int)?
    var traits = Traits()

    /// What a track says about itself besides its media.
    struct Traits: Sendable {
        /// The matrix of the track header, instead of the one that follows from the rotation.
        var matrix: [Int32]?
        /// The size of the track header, instead of that of the pictures.
        var size: (width: Int, height: Int)?
        /// Whether players use the track unless told otherwise.
        var isEnabled = true
        /// 1 is normal.
        var volume = 1.0
        /// Three letters of ISO 639-2/T.
        var language: String?
        var metadata: [MovieMetadataItem] = []
    }

    var isVideo: Bool {
        if case .video = media { true } else { false }
    }

    var isAudio: Bool {
        if case .audio = media { true } else { false }
    }

    var handler: String {
        switch media {
        case .video: "vide"
        case .audio: "soun"
        case .metadata: "meta"
        }
    }

    /// The size in the track header: that of the picture before the matrix is applied.
    var size: (width: Int, height: Int) {
        if let size = traits.size { return size }
        guard case .video(let width, let height, _, _) = media else { return (0, 0) }
        return shownSize ?? (width, height)
    }

    /// The track header's matrix: `a b u c d v tx ty w`, row vectors, 16.16 fixed point (u, v, w 2.30).
    ///
    /// Source: Apple, QuickTime File Format, "Matrices".
    var matrix: [Int32] {
        if let matrix = traits.matrix { return matrix }
        guard case .video(let storedWidth, let storedHeight, let rotation, let isMirrored) = media else {
            return [1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30]
        }
        let (width, height) = shownSize ?? (storedWidth, storedHeight)
        // Where one step to the right, and one step down, in the stored picture lead on the screen.
        let (right, down): ((Int, Int), (Int, Int)) =
            switch rotation {
            case 90: ((0, 1), (-1, 0))
            case 180: ((-1, 0), (0, -1))
            case 270: ((0, -1), (1, 0))
            default: ((1, 0), (0, 1))
            }
        let (a, b) = (isMirrored ? -right.0 : right.0, right.1)
        let (c, d) = (isMirrored ? -down.0 : down.0, down.1)
        // Moves the picture back so that its top left corner on the screen is at 0, 0.
        let x = -min(0, a * width + c * height)
        let y = -min(0, b * width + d * height)
        return [a << 16, b << 16, 0, c << 16, d << 16, 0, x << 16, y << 16, 1 << 30].map { Int32($0) }
    }
}
