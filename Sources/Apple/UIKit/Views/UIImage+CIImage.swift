import CoreImage
import Foundation
import UIKitCore

extension UIImage {
    /// An image whose pixels are computed when it is drawn, shown or written for the first time.
    ///
    /// Its ``cgImage`` is `nil`. A picture without end has no size, and cannot be drawn.
    public convenience init(ciImage: CIImage) { self.init(ciImage: ciImage, scale: 1, orientation: .up) }

    /// - Parameter scale: pixels per point.
    public convenience init(ciImage: CIImage, scale: CGFloat, orientation: UIImage.Orientation) {
        let extent = ciImage.extent
        let isDrawable = !extent.isNull && !extent.isInfinite
        let source = PixelSource(size: isDrawable ? extent.integral.size : .zero, origin: ciImage) {
            CIContext().createCGImage(ciImage, from: extent)
        }
        self.init(source: source, scale: scale, orientation: orientation)
    }

    /// What the image was made of by ``init(ciImage:)``.
    public var ciImage: CIImage? { source?.origin as? CIImage }
}
