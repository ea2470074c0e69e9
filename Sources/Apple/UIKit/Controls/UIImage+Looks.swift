import Foundation
import UIKitCore

extension UIImage {
    /// Declarations of CSS that fill a box with the picture. The corners of a resizable one keep their size.
    ///
    /// - Parameter tint: for a template.
    /// - Returns: `nil` for an image without pixels.
    func look(tint: UIColor) -> String? {
        // A symbol has 2 pixels per point.
        guard let picture = picture(color: tint, scale: 2), let file = UIImage(cgImage: picture).pngData() else {
            return nil
        }
        let url = "url(\"data:image/png;base64,\(file.base64EncodedString())\")"
        let box = "background: none; border: none; border-radius: 0; box-shadow: none;"
        guard isResizable else {
            return "\(box) background-image: \(url); background-size: 100% 100%; background-repeat: no-repeat;"
        }
        let sides = [capInsets.top, capInsets.right, capInsets.bottom, capInsets.left].map { max(0, $0) }
        let slices = sides.map { "\($0 * self.scale)" }.joined(separator: " ")
        let widths = sides.map { "\($0)px" }.joined(separator: " ")
        return "\(box) border-image-source: \(url); border-image-slice: \(slices) fill; border-image-width: \(widths); "
            + "border-image-repeat: \(resizingMode == .tile ? "repeat" : "stretch");"
    }
}
