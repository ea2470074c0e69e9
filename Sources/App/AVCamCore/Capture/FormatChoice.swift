import AVFoundation

/// Finds camera formats that presets do not name.
enum FormatChoice {
    /// The format with the largest photos within a limit: the one in use if it has them, or else another one.
    ///
    /// - Returns: `nil` when no format has photos that small.
    static func format(of camera: AVCaptureDevice, photosWithin limit: PictureSize) -> AVCaptureDevice.Format? {
        func largest(_ format: AVCaptureDevice.Format) -> Int {
            format.supportedMaxPhotoDimensions.map { PictureSize($0) }.filter { $0.fits(in: limit) }.map(\.area).max()
                ?? 0
        }
        guard let size = camera.formats.map(largest).max(), size > 0 else { return nil }
        if largest(camera.activeFormat) == size { return camera.activeFormat }
        let best = camera.formats.filter { largest($0) == size }
        func area(_ format: AVCaptureDevice.Format) -> Int { PictureSize(format.dimensions).area }
        // When the stream has the photo's size, a photo is one of its frames. Otherwise the photo is captured
        // separately.
        return best.first { area($0) == size }
            ?? best.min { abs(area($0) - finderArea) < abs(area($1) - finderArea) }
    }

    /// Pixels that are enough for a preview to aim with.
    private static let finderArea = 1920 * 1080

    static func largestPhoto(of format: AVCaptureDevice.Format) -> PictureSize? {
        format.supportedMaxPhotoDimensions.map { PictureSize($0) }.max { $0.area < $1.area }
    }

    /// All photo sizes of a camera, the smallest first.
    static func photoSizes(of camera: AVCaptureDevice) -> [PictureSize] {
        let sizes = Set(camera.formats.flatMap(\.supportedMaxPhotoDimensions).map { PictureSize($0) })
        return sizes.sorted { $0.area < $1.area }
    }

    /// The usual frame rates of movies; those from 120 on are for slow motion.
    private static let frameRates = [24, 25, 30, 50, 60, 120, 240]
    /// The pixels of the largest movie; larger formats are for photos.
    private static let largestMovie = 4096 * 2160

    /// The movie formats of a camera, the smallest and slowest first.
    static func videoFormats(of camera: AVCaptureDevice) -> [VideoFormat] {
        let all = camera.formats.flatMap { format -> [VideoFormat] in
            let size = PictureSize(format.dimensions)
            guard size.area <= largestMovie else { return [] }
            return frameRates(of: format).map { VideoFormat(size: size, frameRate: $0) }
        }
        return Set(all).sorted {
            ($0.size.area, $0.size.width, $0.frameRate) < ($1.size.area, $1.size.width, $1.frameRate)
        }
    }

    /// The usual frame rates that a format has. A format slower than all of them has its fastest, and so has one that is
    /// faster than movies of normal speed, but not as fast as is usual for slow motion.
    private static func frameRates(of format: AVCaptureDevice.Format) -> [Int] {
        let usual = frameRates.filter { format.range(at: $0) != nil }
        if usual.isEmpty, format.maxFrameRate < Double(frameRates[0]) { return [Int(format.maxFrameRate.rounded())] }
        let fastest = Int(format.maxFrameRate)
        guard MovieSpeed.slowMotionRates.contains(fastest), !usual.contains(where: MovieSpeed.slowMotionRates.contains)
        else { return usual }
        return usual + [fastest]
    }

    /// The movie format nearest to a wish: by size first, then by frame rate.
    static func nearest(to wish: VideoFormat, of camera: AVCaptureDevice) -> VideoFormat? {
        videoFormats(of: camera).min { distance($0, from: wish) < distance($1, from: wish) }
    }

    /// The format for slow motion nearest to a wish, by size first, then by frame rate; `nil` when the camera has none.
    static func slowMotion(of camera: AVCaptureDevice, near wish: VideoFormat) -> VideoFormat? {
        var wish = wish
        if !MovieSpeed.slowMotionRates.contains(wish.frameRate) { wish.frameRate = slowMotionRate }
        return slowMotionFormats(of: camera).min { distance($0, from: wish) < distance($1, from: wish) }
    }

    static func slowMotionFormats(of camera: AVCaptureDevice) -> [VideoFormat] {
        videoFormats(of: camera).filter { MovieSpeed.slowMotionRates.contains($0.frameRate) }
    }

    /// In frames a second: encoders keep up with it.
    static let slowMotionRate = 120

    private static func distance(_ format: VideoFormat, from wish: VideoFormat) -> (Int, Int) {
        (abs(format.size.area - wish.size.area), abs(format.frameRate - wish.frameRate))
    }

    /// The device's format for a movie format, the cheapest encoding first, and the duration of its frames.
    ///
    /// - Parameter hasTenBits: whether a format with 10 bits per sample is preferred, if there is one.
    static func format(
        of camera: AVCaptureDevice, for wish: VideoFormat, hasTenBits: Bool
    ) -> (AVCaptureDevice.Format, CMTime)? {
        let fitting = camera.formats.filter { format in
            PictureSize(format.dimensions) == wish.size && frameRates(of: format).contains(wish.frameRate)
        }
        guard let best = fitting.first(where: { $0.isTenBit == hasTenBits }) ?? fitting.first else { return nil }
        let range = best.range(at: wish.frameRate) ?? best.fastestRange
        guard let range else { return nil }
        return (best, min(max(wish.frameDuration, range.minFrameDuration), range.maxFrameDuration))
    }

    /// The format with 10 bits per sample that otherwise matches the one in use; `nil` when there is none.
    static func tenBitVariant(of camera: AVCaptureDevice) -> AVCaptureDevice.Format? {
        let active = camera.activeFormat
        if active.isTenBit { return active }
        return camera.formats.first { format in
            format.isTenBit && PictureSize(format.dimensions) == PictureSize(active.dimensions)
                && format.maxFrameRate >= min(active.maxFrameRate, 30)
        }
    }
}

extension AVCaptureDevice.Format {
    fileprivate var dimensions: CMVideoDimensions { formatDescription.dimensions }

    fileprivate var maxFrameRate: Double { videoSupportedFrameRateRanges.map(\.maxFrameRate).max() ?? 0 }

    fileprivate var fastestRange: AVFrameRateRange? {
        videoSupportedFrameRateRanges.max { $0.maxFrameRate < $1.maxFrameRate }
    }

    /// The range that contains this frame rate; 29.97 counts as 30.
    fileprivate func range(at rate: Int) -> AVFrameRateRange? {
        videoSupportedFrameRateRanges.first {
            $0.minFrameRate - 0.5 < Double(rate) && Double(rate) < $0.maxFrameRate + 0.5
        }
    }

    fileprivate var isTenBit: Bool {
        let type = formatDescription.mediaSubType.rawValue
        return type == kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
            || type == kCVPixelFormatType_420YpCbCr10BiPlanarFullRange
    }
}
