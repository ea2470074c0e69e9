import CoreVideo

/// Where the 8-bit luma samples of a picture are in memory.
struct LumaSamples {
    var base: UnsafeRawPointer
    var width: Int
    var height: Int
    var bytesPerRow: Int
    var bytesPerSample: Int

    init(base: UnsafeRawPointer, width: Int, height: Int, bytesPerRow: Int, bytesPerSample: Int) {
        self.base = base
        self.width = width
        self.height = height
        self.bytesPerRow = bytesPerRow
        self.bytesPerSample = bytesPerSample
    }

    /// - Parameter longestSide: samples are skipped so that no side is longer than this.
    /// - Returns: `nil` for a pixel format without luma: a sensor's raw data.
    init?(_ buffer: CVPixelBuffer, longestSide: Int) {
        guard let (offset, stride) = Self.place(in: CVPixelBufferGetPixelFormatType(buffer)) else { return nil }
        let isPlanar = CVPixelBufferIsPlanar(buffer)
        let base =
            isPlanar ? CVPixelBufferGetBaseAddressOfPlane(buffer, 0) : CVPixelBufferGetBaseAddress(buffer)
        guard let base else { return nil }
        let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        let step = max(1, (max(width, height) + longestSide - 1) / longestSide)
        self.base = UnsafeRawPointer(base) + offset
        self.width = width / step
        self.height = height / step
        bytesPerRow =
            step * (isPlanar ? CVPixelBufferGetBytesPerRowOfPlane(buffer, 0) : CVPixelBufferGetBytesPerRow(buffer))
        bytesPerSample = stride * step
    }

    /// The first sample's offset in its plane, and the distance to the next; the upper eight of 16 bits. In RGB, green
    /// stands in for luma.
    private static func place(in pixelFormat: OSType) -> (offset: Int, stride: Int)? {
        switch pixelFormat {
        case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
            kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr8BiPlanarFullRange,
            kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8Planar,
            kCVPixelFormatType_420YpCbCr8PlanarFullRange, kCVPixelFormatType_OneComponent8:
            (0, 1)
        case kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
            kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr10BiPlanarFullRange,
            kCVPixelFormatType_422YpCbCr8:
            (1, 2)
        case kCVPixelFormatType_422YpCbCr8_yuvs, kCVPixelFormatType_422YpCbCr8FullRange: (0, 2)
        case kCVPixelFormatType_32BGRA, kCVPixelFormatType_32RGBA: (1, 4)
        case kCVPixelFormatType_32ARGB, kCVPixelFormatType_32ABGR: (2, 4)
        default: nil
        }
    }
}
