import CoreVideo
import Foundation
import PhotoCoding

extension UIImage {
    /// A picture from a file in memory, with the orientation that a JPEG file has.
    ///
    /// - Returns: `nil` for anything that is not a picture, and for a damaged one.
    public convenience init?(data: Data) { self.init(data: data, scale: 1) }

    public convenience init?(data: Data, scale: CGFloat) {
        guard let stored = StoredPicture(data), let pixels = CGImage(stored.buffer) else { return nil }
        let orientation = UIImage.Orientation(exif: stored.orientation)
        self.init(cgImage: pixels, scale: scale, orientation: orientation)
    }

    /// A name that ends in `@2x` or `@3x` says how many pixels are a point.
    public convenience init?(contentsOfFile path: String) {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return nil }
        let name = (path as NSString).deletingPathExtension
        self.init(data: data, scale: name.hasSuffix("@3x") ? 3 : name.hasSuffix("@2x") ? 2 : 1)
    }

    // MARK: Writing

    /// A JPEG file; what is transparent becomes white.
    ///
    /// - Parameter compressionQuality: 0 to 1.
    /// - Returns: `nil` for an image without pixels.
    public func jpegData(compressionQuality: CGFloat) -> Data? {
        guard let buffer = stored?.buffer(over: SIMD3(repeating: 1)) else { return nil }
        return try? JPEGPhoto.encode(buffer, quality: Double(compressionQuality), metadata: orientationMetadata)
    }

    /// A PNG file of the upright picture.
    ///
    /// - Returns: `nil` for an image without pixels.
    public func pngData() -> Data? {
        guard let buffer = upright?.straightBuffer else { return nil }
        return try? PNGFile.encode(buffer)
    }

    /// An HEIC file; what is transparent becomes white.
    ///
    /// - Returns: `nil` for an image without pixels, and if no HEVC encoder is installed.
    public func heicData() -> Data? {
        guard let buffer = stored?.buffer(over: SIMD3(repeating: 1)) else { return nil }
        return try? HEIFPhoto.encode(buffer, metadata: orientationMetadata)
    }

    private var orientationMetadata: PhotoMetadata {
        var metadata = PhotoMetadata()
        metadata.orientation = PhotoMetadata.Orientation(rawValue: imageOrientation.exif) ?? .up
        return metadata
    }
}

extension UIImage.Orientation {
    /// By EXIF's number less one.
    private static let byEXIF: [Self] = [
        .up, .upMirrored, .down, .downMirrored, .leftMirrored, .right, .rightMirrored, .left,
    ]

    package init(exif: Int) {
        self = Self.byEXIF.indices.contains(exif - 1) ? Self.byEXIF[exif - 1] : .up
    }

    var exif: Int { (Self.byEXIF.firstIndex(of: self) ?? 0) + 1 }
}

extension CGImage {
    /// The pixels of a BGRA buffer.
    convenience init?(_ buffer: CVPixelBuffer) {
        let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        var pixels = Data(count: width * height * 4)
        buffer.withPlanes { planes in
            pixels.withUnsafeMutableBytes { target in
                guard let target = target.bindMemory(to: UInt32.self).baseAddress else { return }
                for row in 0..<height {
                    let source = (planes[0].base + row * planes[0].bytesPerRow).assumingMemoryBound(to: UInt32.self)
                    for column in 0..<width {
                        let pixel = source[column]
                        target[row * width + column] =
                            pixel & 0xFF00_FF00 | (pixel & 0xFF) << 16 | (pixel >> 16) & 0xFF
                    }
                }
            }
        }
        self.init(
            width: width, height: height, bytesPerRow: width * 4, rgba: pixels, alphaInfo: .premultipliedLast)
    }

    /// Red, green, blue, multiplied by alpha, and alpha of each pixel, row by row.
    func forEachPixel(_ body: (_ x: Int, _ y: Int, SIMD4<Float>) -> Void) {
        let parts = components
        withPixels { pixels in
            for y in 0..<height {
                for x in 0..<width {
                    let pixel = pixels + y * bytesPerRow + x * parts.bytesPerPixel
                    func byte(_ place: Int) -> Float { Float(pixel.load(fromByteOffset: place, as: UInt8.self)) }
                    let alpha = parts.alpha.map(byte) ?? 255
                    let factor = parts.alpha == nil || parts.isPremultiplied ? 1 : alpha / 255
                    body(
                        x, y,
                        SIMD4(
                            byte(parts.red) * factor, byte(parts.green) * factor, byte(parts.blue) * factor, alpha))
                }
            }
        }
    }

    /// BGRA over a background of red, green and blue from 0 to 1.
    fileprivate func buffer(over background: SIMD3<Float>) -> CVPixelBuffer? {
        guard
            let buffer = try? CVPixelBuffer(width: width, height: height, pixelFormat: kCVPixelFormatType_32BGRA)
        else { return nil }
        buffer.withPlanes { planes in
            forEachPixel { x, y, pixel in
                let rest = background * (255 - pixel.w)
                let bytes = [pixel.z + rest.z, pixel.y + rest.y, pixel.x + rest.x, 255].map { UInt32($0.rounded()) }
                (planes[0].base + y * planes[0].bytesPerRow).storeBytes(
                    of: bytes[0] | bytes[1] << 8 | bytes[2] << 16 | bytes[3] << 24, toByteOffset: 4 * x,
                    as: UInt32.self)
            }
        }
        return buffer
    }

    /// RGBA, not multiplied by alpha.
    fileprivate var straightBuffer: CVPixelBuffer? {
        guard
            let buffer = try? CVPixelBuffer(width: width, height: height, pixelFormat: kCVPixelFormatType_32RGBA)
        else { return nil }
        buffer.withPlanes { planes in
            forEachPixel { x, y, pixel in
                let color = pixel.w > 0 ? pixel * (255 / pixel.w) : .zero
                func byte(_ value: Float) -> UInt32 { UInt32(min(255, value.rounded())) }
                (planes[0].base + y * planes[0].bytesPerRow).storeBytes(
                    of: byte(color.x) | byte(color.y) << 8 | byte(color.z) << 16 | byte(pixel.w) << 24,
                    toByteOffset: 4 * x, as: UInt32.self)
            }
        }
        return buffer
    }

    /// The shape in one color.
    func painted(_ color: UIColor) -> CGImage? {
        let parts = SIMD4<Float>(color.rgba)
        let paint = SIMD4(parts.x * parts.w, parts.y * parts.w, parts.z * parts.w, parts.w)
        var bytes = [UInt8](repeating: 0, count: 4 * width * height)
        forEachPixel { x, y, pixel in
            let value = (paint * pixel.w).rounded(.toNearestOrEven)
            for place in 0..<4 { bytes[4 * (y * width + x) + place] = UInt8(value[place]) }
        }
        return CGImage(
            width: width, height: height, bytesPerRow: 4 * width, rgba: Data(bytes), alphaInfo: .premultipliedLast)
    }
}
