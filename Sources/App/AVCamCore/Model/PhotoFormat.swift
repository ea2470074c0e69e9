import AVFoundation

/// What a photo is saved as.
package enum PhotoFormat: String, Codable, CaseIterable, Sendable {
    case jpeg
    case heic
    /// What the sensor saw, as a DNG file.
    case raw
    case rawAndJPEG = "raw+jpeg"
    case rawAndHEIC = "raw+heic"

    /// The codec of the processed picture; `nil` without one.
    package var codec: AVVideoCodecType? {
        switch self {
        case .jpeg, .rawAndJPEG: .jpeg
        case .heic, .rawAndHEIC: .hevc
        case .raw: nil
        }
    }

    /// The format of the picture alone, without a RAW file beside it.
    package var picture: PhotoFormat {
        switch self {
        case .jpeg, .rawAndJPEG: .jpeg
        case .heic, .rawAndHEIC: .heic
        case .raw: .raw
        }
    }

    /// The type of the ``picture``.
    package var fileType: AVFileType {
        switch self {
        case .jpeg, .rawAndJPEG: .jpg
        case .heic, .rawAndHEIC: .heic
        case .raw: .dng
        }
    }

    package var hasRaw: Bool { self != .jpeg && self != .heic }
}
