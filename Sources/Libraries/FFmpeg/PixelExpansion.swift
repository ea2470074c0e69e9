internal import CFFmpeg

/// Pictures in the many pixel formats that no ``PictureLayout`` has, made into one that has one: more than 8 bits, planes
/// of red, green and blue, palettes, floating point, rare subsampling. The upper eight bits of a sample are kept.
///
/// Transparent pixels of drawings are blended with white, unless the caller wants alpha. Video's alpha is left out.
///
/// Sources: FFmpeg, libavutil/pixdesc.h; PNG (Third Edition), 11.2.2.
struct PixelExpansion {
    /// What ``expand(_:)`` makes.
    let layout: PictureLayout

    private let ffmpeg: ffx_functions
    private let description: UnsafePointer<AVPixFmtDescriptor>
    private let reader: ComponentReader
    /// The component of alpha, if it is looked at.
    private let alpha: Int?
    /// Whether alpha is kept, and colors are not blended.
    private let keepsAlpha: Bool

    /// - Returns: `nil` if the format has a ``PictureLayout`` and needs nothing, or cannot be read sample by sample, like a
    ///   sensor's mosaic or a GPU's memory.
    init?(from format: Int32, of codec: AVCodecID, keepsAlpha: Bool, _ ffmpeg: ffx_functions) {
        guard let description = ffmpeg.av_pix_fmt_desc_get(AVPixelFormat(format)),
            let reader = ComponentReader(description, format, codec, ffmpeg)
        else { return nil }
        alpha = Self.drawings.contains(codec) ? reader.alpha : nil
        guard PictureLayout(format: format) == nil || alpha != nil else { return nil }
        self.keepsAlpha = keepsAlpha && alpha != nil
        self.ffmpeg = ffmpeg
        self.description = description
        self.reader = reader
        if reader.isRGB || self.keepsAlpha && description.pointee.nb_components < 3 {
            layout = .rgba
        } else if description.pointee.nb_components < 3 {
            layout = .gray
        } else {
            let (x, y) = (description.pointee.log2_chroma_w, description.pointee.log2_chroma_h)
            layout = x == 0 ? .i444 : y == 0 ? .i422 : .i420
        }
    }

    /// The codecs of pictures in which alpha is meaningful.
    private static let drawings: Set<AVCodecID> = [
        AV_CODEC_ID_PNG, AV_CODEC_ID_APNG, AV_CODEC_ID_GIF, AV_CODEC_ID_WEBP, AV_CODEC_ID_TIFF, AV_CODEC_ID_EXR,
        AV_CODEC_ID_QOI, AV_CODEC_ID_JPEGXL, AV_CODEC_ID_PSD,
    ]

    /// - Returns: a new frame with the properties of `frame`; `nil` without memory.
    func expand(_ frame: UnsafeMutablePointer<AVFrame>) -> UnsafeMutablePointer<AVFrame>? {
        guard let new = ffmpeg.av_frame_alloc() else { return nil }
        new.pointee.format = layout.formats[0].rawValue
        new.pointee.width = frame.pointee.width
        new.pointee.height = frame.pointee.height
        guard ffmpeg.av_frame_get_buffer(new, 0) >= 0, ffmpeg.av_frame_copy_props(new, frame) >= 0 else {
            var new: UnsafeMutablePointer<AVFrame>? = new
            ffmpeg.av_frame_free(&new)
            return nil
        }
        if layout == .rgba { new.pointee.color_range = AVCOL_RANGE_JPEG }
        let (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: width) { words in
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: width) { samples in
                let memory = RowMemory(words: words.baseAddress!, samples: samples.baseAddress!)
                if layout == .rgba {
                    expandColors(frame, new, width, height, memory)
                } else {
                    expandPlanes(frame, new, width, height, memory)
                }
            }
        }
        return new
    }

    private func expandColors(
        _ frame: UnsafeMutablePointer<AVFrame>, _ new: UnsafeMutablePointer<AVFrame>, _ width: Int, _ height: Int,
        _ memory: RowMemory
    ) {
        for y in 0..<height {
            let row = new.pointee.data.0! + y * Int(new.pointee.linesize.0)
            for component in 0..<3 {
                reader.read(frame, reader.isRGB ? component : 0, row: y, count: width, memory)
                for x in 0..<width { row[x * 4 + component] = memory.samples[x] }
            }
            for x in 0..<width { row[x * 4 + 3] = 255 }
            guard let alpha else { continue }
            reader.read(frame, alpha, row: y, count: width, memory)
            if keepsAlpha {
                for x in 0..<width { row[x * 4 + 3] = memory.samples[x] }
                continue
            }
            for x in 0..<width where memory.samples[x] < 255 {
                for component in 0..<3 {
                    let (sample, opacity) = (row[x * 4 + component], memory.samples[x])
                    row[x * 4 + component] =
                        reader.isLight
                        ? ComponentReader.light(sample, opacity) : blend(sample, opacity, paper: 255)
                }
            }
        }
    }

    private func expandPlanes(
        _ frame: UnsafeMutablePointer<AVFrame>, _ new: UnsafeMutablePointer<AVFrame>, _ width: Int, _ height: Int,
        _ memory: RowMemory
    ) {
        let white = layout == .gray || frame.pointee.color_range == AVCOL_RANGE_JPEG ? 255 : 235
        let targets = [
            (new.pointee.data.0, new.pointee.linesize.0), (new.pointee.data.1, new.pointee.linesize.1),
            (new.pointee.data.2, new.pointee.linesize.2),
        ]
        for component in 0..<layout.planeCount {
            guard let plane = targets[component].0 else { continue }
            let stored = component == 0 ? (x: 0, y: 0) : chromaShift
            // Halved at most once in each direction; the height only if the width is halved too.
            let made = component == 0 ? (x: 0, y: 0) : (x: layout == .i444 ? 0 : 1, y: layout == .i420 ? 1 : 0)
            let size = (width: -((-width) >> made.x), height: -((-height) >> made.y))
            for y in 0..<size.height {
                let row = plane + y * Int(targets[component].1)
                let count = -((-width) >> stored.x)
                reader.read(frame, component, row: (y << made.y) >> stored.y, count: count, memory)
                let shift = stored.x - made.x
                for x in 0..<size.width { row[x] = memory.samples[x >> shift] }
                guard let alpha else { continue }
                reader.read(frame, alpha, row: y << made.y, count: width, memory)
                for x in 0..<size.width {
                    let alpha = memory.samples[min(x << made.x, width - 1)]
                    row[x] = blend(row[x], alpha, paper: component == 0 ? white : 128)
                }
            }
        }
    }

    private var chromaShift: (x: Int, y: Int) {
        (Int(description.pointee.log2_chroma_w), Int(description.pointee.log2_chroma_h))
    }

    private func blend(_ sample: UInt8, _ alpha: UInt8, paper: Int) -> UInt8 {
        let (ink, opacity) = (Int(sample), Int(alpha))
        return UInt8((ink * opacity + paper * (255 - opacity) + 127) / 255)
    }
}
