import CoreImage
import Foundation
import UIKitCore

extension CIImage {
    /// The pixels of an image as they are stored, whatever its orientation.
    ///
    /// - Returns: `nil` for an image without pixels.
    public convenience init?(image: UIImage) { self.init(image: image, options: nil) }

    public convenience init?(image: UIImage, options: [CIImageOption: Any]? = nil) {
        guard let pixels = image.cgImage ?? image.source?.pixels else { return nil }
        self.init(cgImage: pixels, options: options)
    }
}

extension CIColor {
    public convenience init(color: UIColor) {
        var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
        color.getRed(&red, green: &green, blue: &blue, alpha: &alpha)
        self.init(red: red, green: green, blue: blue, alpha: alpha)
    }
}

extension UIColor {
    public convenience init(ciColor: CIColor) {
        self.init(red: ciColor.red, green: ciColor.green, blue: ciColor.blue, alpha: ciColor.alpha)
    }

    public var ciColor: CIColor { CIColor(color: self) }
}
