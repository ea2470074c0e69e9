import Foundation
import Testing

@testable import UIKitCore

@Suite struct SymbolTests {
    @Test func everySymbolCanBeDrawn() throws {
        for name in SymbolTable.entries.keys {
            let image = try #require(UIImage(systemName: name))
            let picture = try #require(image.cgImage)
            var (covered, all) = (0.0, 0.0)
            picture.forEachPixel { _, _, pixel in
                covered += Double(pixel.w) / 255
                all += 1
            }
            // Neither nothing nor everything.
            #expect(covered > 0.03 * all && covered < 0.97 * all, "\(name)")
            #expect(CGFloat(picture.width) == image.size.width * 2, "\(name)")
        }
    }

    @Test(arguments: [
        "camera", "camera.fill", "arrow.triangle.2.circlepath.camera", "bolt.fill", "bolt.slash.fill",
        "bolt.badge.a.fill", "photo", "photo.on.rectangle", "photo.on.rectangle.angled", "xmark", "xmark.circle.fill",
        "checkmark", "chevron.left", "chevron.right.circle", "gear", "gearshape.fill", "plus", "minus", "circle",
        "circle.fill", "stop.fill", "record.circle", "video", "video.fill", "mic", "mic.slash", "timer", "livephoto",
        "livephoto.slash", "moon.fill", "sun.max", "magnifyingglass", "trash", "square.and.arrow.up", "play.fill",
        "pause.fill", "ellipsis.circle", "info.circle", "lock.fill", "viewfinder", "qrcode", "qrcode.viewfinder",
        "person.fill", "faceid", "slider.horizontal.3", "grid", "aspectratio", "rotate.left", "arrow.clockwise",
        "heart.fill", "star.fill", "location.fill", "exclamationmark.triangle.fill", "person.crop.circle",
        "checkmark.seal.fill", "eye.slash",
    ])
    func whatCaptureAppsUseIsThere(name: String) { #expect(UIImage(systemName: name) != nil) }

    @Test func anUnknownNameGivesNothing() {
        #expect(UIImage(systemName: "no.such.symbol") == nil)
        #expect(UIImage(systemName: "") == nil)
    }

    @Test func theConfigurationDecidesSizeAndWeight() throws {
        let small = try #require(UIImage(systemName: "plus"))
        let size = UIImage.SymbolConfiguration(pointSize: 34)
        let large = try #require(UIImage(systemName: "plus", withConfiguration: size))
        #expect(abs(large.size.height - 2 * small.size.height) <= 0.5)
        let bold = try #require(large.applyingSymbolConfiguration(.init(weight: .bold)))
        #expect(bold.size.height == large.size.height)
        func coverage(_ image: UIImage) -> Float {
            var sum: Float = 0
            image.cgImage?.forEachPixel { sum += $2.w }
            return sum
        }
        #expect(coverage(bold) > 1.2 * coverage(large))
        #expect(UIImage(systemName: "plus", withConfiguration: size) == large && bold != large)
    }

    @Test func aFilledSymbolHasItsDetailsCutOut() throws {
        let configuration = UIImage.SymbolConfiguration(pointSize: 100)
        let symbol = try #require(UIImage(systemName: "xmark.circle.fill", withConfiguration: configuration))
        let picture = try #require(symbol.cgImage)
        let (x, y) = (picture.width / 2, picture.height / 2)
        #expect(symbol.pixel(x, y)[3] == 0)
        #expect(symbol.pixel(x, y / 4)[3] == 255)
    }

    @Test func aSymbolIsATemplateUntilItIsTinted() throws {
        let symbol = try #require(UIImage(systemName: "circle.fill"))
        #expect(symbol.isTemplate && symbol.isSymbolImage)
        let red = symbol.withTintColor(.red, renderingMode: .alwaysOriginal)
        #expect(!red.isTemplate)
        let picture = try #require(red.cgImage)
        #expect(red.pixel(picture.width / 2, picture.height / 2) == [255, 0, 0, 255])
    }

    /// The colors at two places of a symbol of 48 by 48 pixels: in the middle, and near the edge of its circle.
    private func colors(_ image: UIImage?) throws -> (middle: SIMD4<Double>, edge: SIMD4<Double>) {
        let picture = try #require(image?.picture(color: .black, size: CGSize(width: 48, height: 48), scale: 1))
        var found: [Int: SIMD4<Double>] = [:]
        picture.forEachPixel { x, y, pixel in if y == 24 { found[x] = SIMD4(pixel) } }
        return (try #require(found[24]), try #require(found[5]))
    }

    @Test func layersHaveColorsOfTheirOwn() throws {
        let plain = UIImage(systemName: "plus.circle.fill")
        let (hole, black) = try colors(plain)
        #expect(hole.w == 0 && black.w == 255)
        let fading = UIImage.SymbolConfiguration(hierarchicalColor: .red)
        let (plus, circle) = try colors(plain?.applyingSymbolConfiguration(fading))
        #expect(plus == SIMD4(255, 0, 0, 255) && circle.w > 60 && circle.w < 120 && circle.x == circle.w)
        let palette = UIImage.SymbolConfiguration(paletteColors: [.red, .blue])
        let (first, second) = try colors(plain?.applyingSymbolConfiguration(palette))
        #expect(first == SIMD4(255, 0, 0, 255) && second == SIMD4(0, 0, 255, 255))
        // A symbol of one layer has the first color.
        let camera = UIImage(systemName: "circle.fill", withConfiguration: palette)
        #expect(try colors(camera).middle == SIMD4(255, 0, 0, 255))
    }
}
