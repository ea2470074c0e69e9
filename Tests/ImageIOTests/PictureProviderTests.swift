import Foundation
import ImageIO
import Testing

@Suite struct PictureProviderTests {
    @Test func aPictureIsMadeOfAJPEGFile() throws {
        let data = try jpeg()
        let provider = try #require(CGDataProvider(data: data))
        let image = try #require(
            CGImage(jpegDataProviderSource: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent))
        #expect(image.width == 8 && image.height == 4)
        #expect(
            CGImage(pngDataProviderSource: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
                == nil)
        let cut = try #require(CGDataProvider(data: data.prefix(40)))
        #expect(
            CGImage(jpegDataProviderSource: cut, decode: nil, shouldInterpolate: true, intent: .defaultIntent) == nil)
    }

    private func jpeg() throws -> Data {
        let space = CGColorSpaceCreateDeviceRGB()
        let context = try #require(
            CGContext(
                data: nil, width: 8, height: 4, bitsPerComponent: 8, bytesPerRow: 0, space: space,
                bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue))
        let data = NSMutableData()
        let file = try #require(CGImageDestinationCreateWithData(data, "public.jpeg", 1, nil))
        // As an app hands over what it has collected.
        let properties = NSMutableDictionary(dictionary: ["{TIFF}": ["Artist": "Ada"]])
        CGImageDestinationAddImage(file, try #require(context.makeImage()), properties)
        #expect(CGImageDestinationFinalize(file))
        let source = try #require(CGImageSourceCreateWithData(data as Data, nil))
        let read = CGImageSourceCopyPropertiesAtIndex(source, 0, nil)
        #expect((read?["{TIFF}"] as? [String: Any])?["Artist"] as? String == "Ada")
        return data as Data
    }
}
