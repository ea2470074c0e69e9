import AVFoundation

/// What a photo is saved as.
package enum PhotoFormat: String, Codable, CaseIterable, Sendable {
    case jpeg
    case heic
    /// What the sensor saw, as a DNG file.
    case raw
    case rawAndJPEG = "raw+jpeg"
    case rawAndHEIC = "raw+heic"

    /// The codec of the picture that everybody can look at; `nil` without one.
    package var codec: AVVideoCodecType? {
        switch self {
        case .jpeg, .rawAndJPEG: .jpeg
        case .heic, .rawAndHEIC: .hevc
        case .raw: nil
        }
    }

    package var hasRaw: Bool { self != .jpeg && self != .heic }
}
