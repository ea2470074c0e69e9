import Foundation
import MissingFoundation

/// A picture that the image manager made.
///
/// Linux: there is no UIKit; this has what code that shows or stores a thumbnail asks of its image.
///
/// Source: Apple, UIImage.
public final class UIImage: Sendable {
    /// The pixels, upright. Source: Apple, cgImage.
    public let cgImage: CGImage?

    /// Source: Apple, init(cgImage:).
    public init(cgImage: CGImage) {
        self.cgImage = cgImage
    }

    /// In pixels: the scale is 1. Source: Apple, size.
    public var size: CGSize { CGSize(width: cgImage?.width ?? 0, height: cgImage?.height ?? 0) }

    /// Source: Apple, scale.
    public var scale: CGFloat { 1 }
}
