import AVFoundation

/// The shape of photos: the longer side to the shorter one, however the camera is held.
package enum PhotoAspect: String, Codable, CaseIterable, Sendable {
    /// All that the camera sees, 4:3 mostly.
    case full
    case wide = "16:9"
    case square = "1:1"

    /// The longer side over the shorter one; `nil` for whatever the camera has.
    package var ratio: Double? {
        switch self {
        case .full: nil
        case .wide: 16.0 / 9
        case .square: 1
        }
    }

    /// The largest part of a picture, around its middle, that has the shape: what a preview frames.
    package func frame(in picture: CGRect) -> CGRect {
        guard let ratio, picture.width > 0, picture.height > 0 else { return picture }
        let wanted = picture.width >= picture.height ? ratio : 1 / ratio
        let width = min(picture.width, picture.height * wanted)
        let height = min(picture.height, picture.width / wanted)
        return CGRect(x: picture.midX - width / 2, y: picture.midY - height / 2, width: width, height: height)
    }
}
