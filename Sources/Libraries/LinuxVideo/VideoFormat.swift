internal import CLinuxVideo

/// A pixel format and size, with what else the driver reports about its frames.
///
/// Source: V4L2 specification, struct v4l2_pix_format.
package struct VideoFormat: Hashable, Sendable {
    package var pixelFormat: FourCC
    package var width: Int
    package var height: Int
    /// Bytes from one row to the next of the first plane; 0 for compressed formats.
    package var bytesPerRow: Int
    /// The same of the second memory area, for formats whose planes are apart; 0 if there is one area only.
    package var chromaBytesPerRow: Int
    /// The maximum size of a frame in bytes.
    package var sizeImage: Int
    /// V4L2_COLORSPACE_…; 0 is "default".
    package var colorspace: UInt32
    /// V4L2_YCBCR_ENC_…; 0 is the colorspace's own.
    package var ycbcrEncoding: UInt32
    /// V4L2_QUANTIZATION_…; 0 is the colorspace's own.
    package var quantization: UInt32
    /// V4L2_XFER_FUNC_…; 0 is the colorspace's own.
    package var transfer: UInt32
    package var fields: VideoFields

    package init(
        pixelFormat: FourCC, width: Int, height: Int, bytesPerRow: Int = 0, chromaBytesPerRow: Int = 0,
        sizeImage: Int = 0, colorspace: UInt32 = 0, ycbcrEncoding: UInt32 = 0, quantization: UInt32 = 0,
        transfer: UInt32 = 0, fields: VideoFields = .whole
    ) {
        self.pixelFormat = pixelFormat
        self.width = width
        self.height = height
        self.bytesPerRow = bytesPerRow
        self.chromaBytesPerRow = chromaBytesPerRow
        self.sizeImage = sizeImage
        self.colorspace = colorspace
        self.ycbcrEncoding = ycbcrEncoding
        self.quantization = quantization
        self.transfer = transfer
        self.fields = fields
    }

    init(_ raw: linux_video_format) {
        self.init(
            pixelFormat: FourCC(code: raw.pixel_format), width: Int(raw.width), height: Int(raw.height),
            bytesPerRow: Int(raw.bytes_per_line), chromaBytesPerRow: Int(raw.chroma_bytes_per_line),
            sizeImage: Int(raw.size_image), colorspace: raw.colorspace, ycbcrEncoding: raw.ycbcr_encoding,
            quantization: raw.quantization, transfer: raw.transfer,
            fields: VideoFields(raw.field))
    }
}

/// How the two fields of a picture are delivered: its even and its odd rows, which television captures at different
/// moments.
///
/// Source: V4L2 specification, "Field Order".
package enum VideoFields: Hashable, Sendable {
    /// All rows are from one moment.
    case whole
    /// Their rows alternate, as in the picture; moving objects show combing.
    case woven
    /// One below the other.
    case stacked
    /// Each field is a frame of half the height.
    case alone

    /// - Parameter field: V4L2_FIELD_…
    package init(_ field: UInt32) {
        switch field {
        case V4L2_FIELD_INTERLACED.rawValue, V4L2_FIELD_INTERLACED_TB.rawValue, V4L2_FIELD_INTERLACED_BT.rawValue:
            self = .woven
        case V4L2_FIELD_SEQ_TB.rawValue, V4L2_FIELD_SEQ_BT.rawValue: self = .stacked
        case V4L2_FIELD_TOP.rawValue, V4L2_FIELD_BOTTOM.rawValue, V4L2_FIELD_ALTERNATE.rawValue: self = .alone
        default: self = .whole
        }
    }

    /// Whether each frame is a whole picture.
    package var isPicture: Bool { self == .whole || self == .woven }
}

/// The sizes a camera offers in one pixel format: one, or a grid of them.
///
/// Source: V4L2 specification, VIDIOC_ENUM_FRAMESIZES.
package enum VideoFrameSize: Hashable, Sendable {
    case discrete(width: Int, height: Int)
    /// Every size from the lower to the upper bound in steps of at least 1.
    case range(width: ClosedRange<Int>, widthStep: Int, height: ClosedRange<Int>, heightStep: Int)

    /// `nil` if the driver's numbers make no sense.
    init?(_ raw: linux_video_size) {
        guard raw.min_width > 0, raw.min_height > 0 else { return nil }
        if raw.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue {
            self = .discrete(width: Int(raw.min_width), height: Int(raw.min_height))
            return
        }
        guard raw.max_width >= raw.min_width, raw.max_height >= raw.min_height else { return nil }
        self = .range(
            width: Int(raw.min_width)...Int(raw.max_width), widthStep: max(1, Int(raw.step_width)),
            height: Int(raw.min_height)...Int(raw.max_height), heightStep: max(1, Int(raw.step_height)))
    }
}

/// A duration in seconds, as V4L2 writes it.
package struct VideoFraction: Hashable, Sendable {
    package var numerator: UInt32
    package var denominator: UInt32

    package init(_ numerator: UInt32, _ denominator: UInt32) {
        self.numerator = numerator
        self.denominator = denominator
    }

    init(_ raw: linux_video_fraction) {
        self.init(raw.numerator, raw.denominator)
    }

    /// Whether it is a valid duration.
    package var isValid: Bool { numerator > 0 && denominator > 0 }

    package var seconds: Double { Double(numerator) / Double(denominator) }
}

/// The frame durations a camera offers at one size: one, or any in a range.
///
/// Source: V4L2 specification, VIDIOC_ENUM_FRAMEINTERVALS.
package enum VideoFrameInterval: Hashable, Sendable {
    case discrete(VideoFraction)
    case range(shortest: VideoFraction, longest: VideoFraction)

    /// `nil` if the driver's numbers make no sense.
    init?(_ raw: linux_video_interval) {
        let shortest = VideoFraction(raw.min), longest = VideoFraction(raw.max)
        guard shortest.isValid else { return nil }
        if raw.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue {
            self = .discrete(shortest)
        } else {
            guard longest.isValid, longest.seconds >= shortest.seconds else { return nil }
            self = .range(shortest: shortest, longest: longest)
        }
    }
}
