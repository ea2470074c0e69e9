import Foundation
import TestSupport
import Testing
import UIKitCore

/// 2 by 1 pixels: red, then half transparent blue.
private let pair = CGImage(
    width: 2, height: 1, bytesPerRow: 8, rgba: Data([255, 0, 0, 255, 0, 0, 128, 128]), alphaInfo: .premultipliedLast)

extension UIImage {
    /// Bytes of a pixel, as red, green, blue and alpha.
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
        guard let image = cgImage else { return [] }
        return image.withPixels { pixels in
            (0..<4).map { pixels.load(fromByteOffset: y * image.bytesPerRow + 4 * x + $0, as: UInt8.self) }
        } ?? []
    }
}

@Suite struct UIImageTests {
    @Test func theSizeIsInPointsAndUpright() throws {
        let pixels = try #require(pair)
        #expect(UIImage(cgImage: pixels).size == CGSize(width: 2, height: 1))
        #expect(UIImage(cgImage: pixels, scale: 2, orientation: .right).size == CGSize(width: 0.5, height: 1))
        #expect(UIImage().size == .zero && UIImage().cgImage == nil)
    }

    @Test func imagesWithTheSamePixelsAreEqual() throws {
        let pixels = try #require(pair)
        #expect(UIImage(cgImage: pixels) == UIImage(cgImage: pixels))
        #expect(UIImage(cgImage: pixels) != UIImage(cgImage: pixels, scale: 2, orientation: .up))
    }

    @Test func anImageIsMirroredWhereTheLanguageGoesToTheLeft() throws {
        let image = UIImage(cgImage: try #require(pair))
        let other = image.imageFlippedForRightToLeftLayoutDirection()
        #expect(!image.flipsForRightToLeftLayoutDirection && other.flipsForRightToLeftLayoutDirection)
        #expect(other != image && other.pixel(0, 0) == [255, 0, 0, 255])
        #expect(other.withRenderingMode(.alwaysTemplate).flipsForRightToLeftLayoutDirection)
    }

    /// 4 by 4 pixels: a red corner of one pixel, one row and one column that alternate, the rest green.
    private func framed() throws -> UIImage {
        var bytes: [UInt8] = []
        for y in 0..<4 {
            for x in 0..<4 {
                let corner = (x == 0 || x == 3) && (y == 0 || y == 3)
                bytes += corner ? [255, 0, 0, 255] : x == 1 ? [0, 0, 255, 255] : [0, 255, 0, 255]
            }
        }
        let pixels = CGImage(width: 4, height: 4, bytesPerRow: 16, rgba: Data(bytes), alphaInfo: .premultipliedLast)
        return UIImage(cgImage: try #require(pixels))
    }

    private func drawn(_ image: UIImage, _ width: Int, _ height: Int) -> UIImage {
        let size = CGSize(width: width, height: height)
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        return UIGraphicsImageRenderer(size: size, format: format).image { _ in
            image.draw(in: CGRect(origin: .zero, size: size))
        }
    }

    @Test func cornersOfAResizableImageKeepTheirSize() throws {
        let (red, green, blue): ([UInt8], [UInt8], [UInt8]) = ([255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255])
        let caps = UIEdgeInsets(top: 1, left: 1, bottom: 1, right: 1)
        let tiled = try framed().resizableImage(withCapInsets: caps)
        #expect(tiled.capInsets == caps && tiled.resizingMode == .tile && tiled.size == CGSize(width: 4, height: 4))
        let wide = drawn(tiled, 10, 6)
        #expect([(0, 0), (9, 0), (0, 5), (9, 5)].allSatisfy { wide.pixel($0.0, $0.1) == red })
        // Between the corners, two pixels again and again.
        #expect((1..<9).map { wide.pixel($0, 3) } == [blue, green, blue, green, blue, green, blue, green])
        let stretched = try framed().resizableImage(withCapInsets: caps, resizingMode: .stretch)
        let long = drawn(stretched, 10, 6)
        #expect([(0, 0), (9, 0), (0, 5), (9, 5)].allSatisfy { long.pixel($0.0, $0.1) == red })
        #expect(long.pixel(1, 3) == blue && long.pixel(8, 3) == green && long.pixel(9, 3) == green)
        #expect(tiled != stretched)
    }

    @Test func cornersWithoutRoomBecomeSmaller() throws {
        let image = try framed().resizableImage(withCapInsets: UIEdgeInsets(top: 0, left: 2, bottom: 0, right: 2))
        let narrow = drawn(image, 2, 4)
        #expect(narrow.size == CGSize(width: 2, height: 4) && narrow.pixel(0, 1)[3] == 255)
    }

    @Test func aPNGFileKeepsColorsAndAlpha() throws {
        let image = UIImage(cgImage: try #require(pair))
        let file = try #require(image.pngData())
        let folder = try TemporaryFolder()
        let path = try folder.file("picture.png", contents: file).path
        let raw = try Tool.output("ffmpeg", ["-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgba", "-"])
        #expect([UInt8](raw) == [255, 0, 0, 255, 0, 0, 255, 128])
        let back = try #require(UIImage(contentsOfFile: path))
        #expect(back.pixel(0, 0) == [255, 0, 0, 255])
        #expect(back.pixel(1, 0) == [0, 0, 128, 128])
        #expect(try #require(UIImage(data: file, scale: 2)).scale == 2)
    }

    @Test(
        arguments: [
            (.up, 1), (.upMirrored, 2), (.down, 3), (.downMirrored, 4), (.leftMirrored, 5), (.right, 6),
            (.rightMirrored, 7), (.left, 8),
        ] as [(UIImage.Orientation, Int)])
    func aJPEGFileHasTheOrientation(orientation: UIImage.Orientation, number: Int) throws {
        let drawn = UIGraphicsImageRenderer(size: CGSize(width: 32, height: 16)).image { context in
            UIColor.green.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 16, height: 16))
        }
        let image = UIImage(cgImage: try #require(drawn.cgImage), scale: 1, orientation: orientation)
        let file = try #require(image.jpegData(compressionQuality: 0.9))
        let folder = try TemporaryFolder()
        let place = try folder.file("picture.jpg", contents: file)
        #expect(try ImageProbe.metadata(of: place)["IFD0:Orientation"] as? Int == number)
        let back = try #require(UIImage(data: file))
        #expect(back.imageOrientation == orientation && back.size == image.size)
        // What is transparent becomes white.
        #expect(back.pixel(30, 8).prefix(3).allSatisfy { $0 > 250 })
    }

    @Test func drawingTurnsAPictureUpright() throws {
        // Red, green, blue from the left.
        let row = try #require(
            CGImage(
                width: 3, height: 1, bytesPerRow: 12, rgba: Data([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255])))
        let expected: [(UIImage.Orientation, [Int])] = [
            (.up, [0, 1, 2]), (.down, [2, 1, 0]), (.right, [0, 1, 2]), (.left, [2, 1, 0]), (.upMirrored, [2, 1, 0]),
            (.downMirrored, [0, 1, 2]), (.leftMirrored, [0, 1, 2]), (.rightMirrored, [2, 1, 0]),
        ]
        for (orientation, order) in expected {
            let image = UIImage(cgImage: row, scale: 1, orientation: orientation)
            let drawn = UIGraphicsImageRenderer(size: image.size).image { _ in image.draw(at: .zero) }
            let isColumn = image.size.height == 3
            for (place, color) in order.enumerated() {
                let pixel = isColumn ? drawn.pixel(0, place) : drawn.pixel(place, 0)
                #expect(pixel[color] == 255 && pixel.prefix(3).reduce(0) { $0 + Int($1) } == 255, "\(orientation)")
            }
        }
    }

    @Test func heicIsReadBack() throws {
        let drawn = UIGraphicsImageRenderer(size: CGSize(width: 64, height: 64)).image { context in
            UIColor(red: 0, green: 0.5, blue: 1, alpha: 1).setFill()
            context.fill(CGRect(x: 0, y: 0, width: 64, height: 64))
        }
        let file = try #require(drawn.heicData())
        let back = try #require(UIImage(data: file))
        #expect(back.size == CGSize(width: 64, height: 64))
        let pixel = back.pixel(32, 32)
        #expect(pixel[0] < 8 && abs(Int(pixel[1]) - 128) < 8 && pixel[2] > 247)
    }

    @Test func otherBytesAreNoImage() {
        #expect(UIImage(data: Data("no picture".utf8)) == nil)
        #expect(UIImage(contentsOfFile: "/nowhere.png") == nil)
        #expect(UIImage(named: "nothing of this name") == nil)
    }

    @Test func aThumbnailHasTheSizeAskedFor() throws {
        let image = UIImage(cgImage: try #require(pair))
        let small = try #require(image.preparingThumbnail(of: CGSize(width: 8, height: 4)))
        #expect(small.size == CGSize(width: 8, height: 4))
        #expect(small.pixel(0, 2) == [255, 0, 0, 255])
    }

    @Test func aTintColorsTheShape() throws {
        let image = UIImage(cgImage: try #require(pair)).withTintColor(.green)
        #expect(image.pixel(0, 0) == [0, 255, 0, 255] && image.pixel(1, 0) == [0, 128, 0, 128])
    }
}

@Suite struct AssetFolderTests {
    @Test func aCatalogIsReadAsAFolder() throws {
        let folder = try TemporaryFolder()
        let set = folder.url.appendingPathComponent("App.bundle/Assets.xcassets/Icons/logo.imageset")
        try FileManager.default.createDirectory(at: set, withIntermediateDirectories: true)
        let picture = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 4)).image { _ in }
        try #require(picture.pngData()).write(to: set.appendingPathComponent("logo@2x.png"))
        try Data(#"{"images": [{"scale": "1x"}, {"filename": "logo@2x.png", "scale": "2x"}]}"#.utf8)
            .write(to: set.appendingPathComponent("Contents.json"))
        let colors = folder.url.appendingPathComponent("App.bundle/Assets.xcassets/Accent.colorset")
        try FileManager.default.createDirectory(at: colors, withIntermediateDirectories: true)
        try Data(
            #"""
            {"colors": [
              {"color": {"color-space": "srgb",
                         "components": {"red": "0xFF", "green": "0.500", "blue": "0", "alpha": "1.000"}}},
              {"appearances": [{"appearance": "luminosity", "value": "dark"}],
               "color": {"color-space": "srgb", "components": {"white": "1.0", "alpha": "1.0"}}}
            ]}
            """#.utf8
        ).write(to: colors.appendingPathComponent("Contents.json"))
        let bundle = try #require(Bundle(url: folder.url.appendingPathComponent("App.bundle")))
        let image = try #require(UIImage(named: "logo", in: bundle, compatibleWith: nil))
        #expect(image.size == CGSize(width: 2, height: 2) && image.scale == 2)
        let color = try #require(UIColor(named: "Accent", in: bundle, compatibleWith: nil))
        #expect(color.resolvedColor(with: .init(userInterfaceStyle: .light)) == .orange)
        #expect(color.resolvedColor(with: .init(userInterfaceStyle: .dark)) == .white)
    }
}
