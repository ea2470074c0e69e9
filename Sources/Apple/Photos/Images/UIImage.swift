import Foundation
import MissingFoundation

/// A picture that the image manager made.
///
/// Linux: there is no UIKit; this type has what code needs to show or store a thumbnail.
///
/// Source: Apple, UIImage.
public final class UIImage: Sendable {
    /// The pixels, upright.
    public let cgImage: CGImage?

    public init(cgImage: CGImage) {
        self.cgImage = cgImage
    }

    /// In pixels: the scale is 1.
    public var size: CGSize { CGSize(width: cgImage?.width ?? 0, height: cgImage?.height ?? 0) }

    public var scale: CGFloat { 1 }
}
