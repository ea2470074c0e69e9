import AVFoundation

/// The aspect ratio of photos, longer side to shorter side, however the camera is held.
package enum PhotoAspect: String, Codable, CaseIterable, Sendable {
    /// All that the camera sees; usually 4:3.
    case full
    case wide = "16:9"
    case square = "1:1"

    /// The longer side divided by the shorter one; `nil` keeps the camera's own ratio.
    package var ratio: Double? {
        switch self {
        case .full: nil
        case .wide: 16.0 / 9
        case .square: 1
        }
    }

    /// The largest centered part of a picture that has this ratio. A preview frames it.
    package func frame(in picture: CGRect) -> CGRect {
        guard let ratio, picture.width > 0, picture.height > 0 else { return picture }
        let wanted = picture.width >= picture.height ? ratio : 1 / ratio
        let width = min(picture.width, picture.height * wanted)
        let height = min(picture.height, picture.width / wanted)
        return CGRect(x: picture.midX - width / 2, y: picture.midY - height / 2, width: width, height: height)
    }
}
