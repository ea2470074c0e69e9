import Testing

@testable import UIKit

@MainActor @Suite struct ResizableImageTests {
    /// 3 by 3 pixels: blue around red.
    private var framed: UIImage {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        return UIGraphicsImageRenderer(size: CGSize(width: 3, height: 3), format: format).image { context in
            UIColor.blue.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 3, height: 3))
            UIColor.red.setFill()
            context.fill(CGRect(x: 1, y: 1, width: 1, height: 1))
        }
    }

    private func isRed(_ picture: CGImage, _ x: Int, _ y: Int) -> Bool {
        picture.withPixels { pixels in
            pixels.load(fromByteOffset: y * picture.bytesPerRow + 4 * x, as: UInt8.self) > 128
        } ?? false
    }

    private let caps = UIEdgeInsets(top: 1, left: 1, bottom: 1, right: 1)

    @Test func anImageViewDrawsThePartsOfAnImage() throws {
        let image = framed.resizableImage(withCapInsets: caps)
        let view = UIImageView(image: image)
        let picture = try #require(view.picture(of: image, CGSize(width: 30, height: 20)))
        #expect(picture.width == 30 && picture.height == 20)
        #expect(!isRed(picture, 0, 10) && isRed(picture, 1, 1) && isRed(picture, 28, 18) && !isRed(picture, 29, 18))
        // An image of one piece is stretched by who draws it.
        #expect(view.picture(of: framed, CGSize(width: 30, height: 20))?.width == 3)
    }

    @Test func aBackgroundFillsAButtonInParts() throws {
        let button = UIButton(type: .custom)
        button.frame = CGRect(x: 0, y: 0, width: 40, height: 30)
        button.setBackgroundImage(framed.resizableImage(withCapInsets: caps, resizingMode: .stretch), for: .normal)
        button.layoutIfNeeded()
        let backdrop = try #require(button.subviews.lazy.compactMap { $0 as? UIImageView }.first { $0.image != nil })
        #expect(backdrop.frame == button.bounds)
        let place = backdrop.contentMode.gravity.place(CGSize(width: 3, height: 3), in: backdrop.bounds)
        let image = try #require(backdrop.image)
        let picture = try #require(backdrop.picture(of: image, place.size))
        #expect(isRed(picture, 1, 1) && isRed(picture, 38, 28) && !isRed(picture, 0, 0) && !isRed(picture, 39, 29))
    }
}
