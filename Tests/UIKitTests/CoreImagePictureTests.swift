import CoreImage
import Testing

@testable import UIKit

@Suite struct CoreImagePictureTests {
    private let red = CIImage(color: .red).cropped(to: CGRect(x: 10, y: 10, width: 40, height: 20))

    @Test func aPictureOfCoreImageIsComputedWhenItIsNeeded() throws {
        let image = UIImage(ciImage: red, scale: 2, orientation: .right)
        #expect(image.ciImage === red && image.cgImage == nil)
        #expect(image.size == CGSize(width: 10, height: 20) && image.scale == 2)
        let data = try #require(image.jpegData(compressionQuality: 1))
        let written = try #require(UIImage(data: data))
        #expect(written.cgImage?.width == 40 && written.cgImage?.height == 20 && written.imageOrientation == .right)
        let context = CIContext()
        let back = try #require(CIImage(data: data))
        let pixel = try #require(context.createCGImage(back, from: CGRect(x: 20, y: 10, width: 1, height: 1)))
        let color = try #require(pixel.dataProvider?.data)
        // JPEG loses a little.
        #expect(color[0] > 245 && color[1] < 10 && color[2] < 10)
    }

    @Test func aPictureWithoutEndHasNoPixels() {
        let image = UIImage(ciImage: CIImage(color: .red))
        #expect(image.size == .zero && image.pngData() == nil)
    }

    @Test func theDetectorFindsQRCodes() throws {
        let code = try #require(CIFilter(name: "CIQRCodeGenerator"))
        code.setValue(Data("https://example.org".utf8), forKey: "inputMessage")
        let picture = try #require(code.outputImage).transformed(by: CGAffineTransform(scaleX: 8, y: 8))
            .transformed(by: CGAffineTransform(translationX: 100, y: 50))
        let around = CIImage(color: .white).cropped(to: picture.extent.insetBy(dx: -40, dy: -40))
        let scene = picture.composited(over: around)
        let detector = try #require(
            CIDetector(
                ofType: CIDetectorTypeQRCode, context: nil, options: [CIDetectorAccuracy: CIDetectorAccuracyHigh]))
        let found = try #require(detector.features(in: scene).first as? CIQRCodeFeature)
        #expect(found.messageString == "https://example.org" && found.type == CIFeatureTypeQRCode)
        #expect(picture.extent.insetBy(dx: -8, dy: -8).contains(found.bounds))
        #expect(found.topLeft.y > found.bottomLeft.y && found.topRight.x > found.topLeft.x)
        #expect(detector.features(in: CIImage(color: .white).cropped(to: around.extent)).isEmpty)
    }
}

@Suite struct CoreImageConversionTests {
    @Test func imagesAndColorsAreConverted() throws {
        let size = CGSize(width: 6, height: 4)
        let format = UIGraphicsImageRendererFormat()
        format.scale = 2
        let image = UIGraphicsImageRenderer(size: size, format: format).image { _ in UIColor.green.setFill() }
        #expect(try #require(CIImage(image: image)).extent == CGRect(x: 0, y: 0, width: 12, height: 8))
        let recipe = CIImage(color: .red).cropped(to: CGRect(x: 3, y: 3, width: 5, height: 5))
        #expect(CIImage(image: UIImage(ciImage: recipe))?.extent.size == CGSize(width: 5, height: 5))
        #expect(CIImage(image: UIImage()) == nil)
        let color = CIColor(color: UIColor(red: 1, green: 0.5, blue: 0, alpha: 0.25))
        #expect(color.red == 1 && color.green == 0.5 && color.blue == 0 && color.alpha == 0.25)
        #expect(UIColor(ciColor: color).ciColor == color)
    }
}
