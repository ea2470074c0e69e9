import Foundation

extension CGImage {
    /// The picture in a JPEG file, as it is stored.
    ///
    /// - Parameter decode: `nil`: components mean what they say.
    /// - Returns: `nil` for anything but a JPEG file, and for a damaged one.
    public convenience init?(
        jpegDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        self.init(source, of: "public.jpeg", decode, shouldInterpolate, intent)
    }

    /// The picture in a PNG file. As ``init(jpegDataProviderSource:decode:shouldInterpolate:intent:)``.
    public convenience init?(
        pngDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        self.init(source, of: "public.png", decode, shouldInterpolate, intent)
    }

    private convenience init?(
        _ source: CGDataProvider, of type: String, _ decode: UnsafePointer<CGFloat>?, _ shouldInterpolate: Bool,
        _ intent: CGColorRenderingIntent
    ) {
        guard let file = CGImageSourceCreateWithDataProvider(source, nil), CGImageSourceGetType(file) == type,
            let image = CGImageSourceCreateImageAtIndex(file, 0, nil), let space = image.colorSpace,
            let pixels = image.dataProvider
        else { return nil }
        self.init(
            width: image.width, height: image.height, bitsPerComponent: image.bitsPerComponent,
            bitsPerPixel: image.bitsPerPixel, bytesPerRow: image.bytesPerRow, space: space,
            bitmapInfo: image.bitmapInfo, provider: pixels, decode: decode, shouldInterpolate: shouldInterpolate,
            intent: intent)
    }
}
