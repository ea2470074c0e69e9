import CaptureEngine
import FFmpeg
import PixelCoding
import TurboJPEG
import YUV

/// The format of a file's frames: as the file stores them, but upright, with interleaved chroma at half size and 8 bits
/// per sample.
struct PictureFormat {
    /// How the decoder lays the samples out.
    let layout: PictureLayout
    /// The stored size without an odd last column or row, which 4:2:0 cannot hold.
    let storedSize: PixelSize
    /// How the stored picture is turned.
    let orientation: FileOrientation
    let pixelFormat: OSType
    let color: FileColor
    private let codec: String

    /// The size of the frames.
    var width: Int { orientation.rotation.turned(storedSize).width }
    var height: Int { orientation.rotation.turned(storedSize).height }

    init(_ video: MediaReader.Video) {
        let color =
            video.layout.isRGB ? .rgb : FileColor(video.color, isSmall: video.height < 720)
        self.init(
            layout: video.layout, width: video.width, height: video.height,
            orientation: FileOrientation(degrees: video.rotation), color: color, codec: video.codec)
    }

    /// - Returns: `nil` for a picture whose planes need another decoder.
    init?(_ header: JPEGHeader, _ orientation: FileOrientation) {
        guard header.hasLuma, let layout = PictureLayout(header.subsampling) else { return nil }
        self.init(
            layout: layout, width: header.width, height: header.height, orientation: orientation, color: .jpeg,
            codec: "mjpeg")
    }

    /// Upright red, green and blue pixels.
    init(pixels layout: PictureLayout, width: Int, height: Int, codec: String) {
        self.init(layout: layout, width: width, height: height, orientation: .upright, color: .rgb, codec: codec)
    }

    private init(
        layout: PictureLayout, width: Int, height: Int, orientation: FileOrientation, color: FileColor, codec: String
    ) {
        self.layout = layout
        storedSize = PixelSize(width: width / 2 * 2, height: height / 2 * 2)
        self.orientation = orientation
        self.color = color
        self.codec = codec
        pixelFormat =
            color.isFullRange
            ? kCVPixelFormatType_420YpCbCr8BiPlanarFullRange : kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    }

    func fits(_ picture: MediaPicture) -> Bool {
        picture.layout == layout && picture.width / 2 * 2 == storedSize.width
            && picture.height / 2 * 2 == storedSize.height
    }

    var description: CMFormatDescription {
        .video(pixelFormat: pixelFormat, width: width, height: height, color: color.attachments)
    }

    func sourceFormat(frameDuration: CMTime) -> SourceFormat {
        SourceFormat(
            description: description, native: codec, frameDurations: [frameDuration...frameDuration],
            isHighestPhotoQuality: true, index: 0)
    }
}

extension PictureLayout {
    fileprivate init?(_ subsampling: JPEGSubsampling) {
        switch subsampling {
        case .yuv420: self = .i420
        case .yuv422: self = .i422
        case .yuv444: self = .i444
        case .gray: self = .gray
        case .yuv440, .yuv411: return nil
        }
    }
}
