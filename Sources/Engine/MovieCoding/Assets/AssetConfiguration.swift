import CaptureEngine
import CoreMedia
import Foundation

/// What an ``AssetFile`` should be like.
package struct AssetConfiguration: Sendable {
    package enum FileType: Sendable, Equatable {
        case quickTime
        /// MPEG-4, with the brand that says whose: `mp42`, `M4V `, `M4A `.
        case mpeg4(brand: String)
        /// One track of linear PCM.
        case wave, coreAudio
    }

    package struct Track: Sendable {
        package enum Coding: Sendable {
            case pictures(PictureCoding)
            case sound(SoundCoding)
            /// Samples are written as they come. The format is that of the first one if it is not known before.
            case asTheyAre(CMFormatDescription?, timescale: Int32?)
        }

        package var coding: Coding
        package var traits: Traits

        /// See ``MovieTrackDescription/Traits``.
        package struct Traits: Sendable {
            /// The track header's matrix in 16.16 fixed point (u, v, w 2.30).
            package var matrix: [Int32]?
            package var size: (width: Int, height: Int)?
            package var isEnabled = true
            package var volume = 1.0
            package var language: String?
            package var metadata: [MovieMetadataItem] = []

            package init() {}
        }

        package init(_ coding: Coding, _ traits: Traits = Traits()) {
            self.coding = coding
            self.traits = traits
        }
    }

    package var url: URL
    package var fileType: FileType
    package var tracks: [Track] = []
    package var metadata: [MovieMetadataItem] = []
    /// How often a playable fragment is written and synced; `.invalid` for as rarely as memory allows.
    package var fragmentInterval = CMTime.invalid
    /// Units per second of movie time; `nil` for one in which all edits are exact.
    package var timescale: Int32?
    /// Whether the index of a movie comes before the media.
    package var putsIndexFirst = false
    /// Whether a file that is there is replaced, once the new one has something to show.
    package var replacesFile = false
    /// Whether the file gets its name only when it is complete, and is gone if it does not become so.
    package var isHiddenUntilComplete = false
    /// The movie ends before it has more bytes than this; `nil` for no limit. It has one sample in any case.
    package var maximumSize: Int64?
    /// Set to hand out a movie in segments instead of writing it to ``url``.
    package var segmentation: MovieSegmentation?

    package init(url: URL, fileType: FileType) {
        self.url = url
        self.fileType = fileType
    }

    var kind: MovieFileKind {
        if case .mpeg4(let brand) = fileType { .mpeg4(brand: brand) } else { .quickTime }
    }
}
