/// A kind of media file, as a uniform type identifier. Source: Apple, AVFileType.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// A QuickTime movie.
    public static let mov = AVFileType("com.apple.quicktime-movie")
    /// An MPEG-4 movie.
    public static let mp4 = AVFileType("public.mpeg-4")
    /// An MPEG-4 movie for iTunes.
    public static let m4v = AVFileType("com.apple.m4v-video")
    /// Sound alone, in an MPEG-4 file.
    public static let m4a = AVFileType("com.apple.m4a-audio")
    /// A movie for GSM phones, `.3gp`.
    public static let mobile3GPP = AVFileType("public.3gpp")
    /// A movie for CDMA phones, `.3g2`.
    public static let mobile3GPP2 = AVFileType("public.3gpp2")
    /// Sound in Core Audio's own format.
    public static let caf = AVFileType("com.apple.coreaudio-format")
    /// Sound, mostly uncompressed: RIFF.
    public static let wav = AVFileType("com.microsoft.waveform-audio")
    /// Sound, uncompressed.
    public static let aiff = AVFileType("public.aiff-audio")
    /// Sound, compressed.
    public static let aifc = AVFileType("public.aifc-audio")
    /// Speech at a few kilobits a second.
    public static let amr = AVFileType("org.3gpp.adaptive-multi-rate-audio")
    /// Sound: MPEG's layer III.
    public static let mp3 = AVFileType("public.mp3")
    /// Sound in the format of Sun and NeXT.
    public static let au = AVFileType("public.au-audio")
    /// Sound: Dolby Digital.
    public static let ac3 = AVFileType("public.ac3-audio")
    /// Sound: Dolby Digital Plus.
    public static let eac3 = AVFileType("public.enhanced-ac3-audio")
    /// A JPEG photo.
    public static let jpg = AVFileType("public.jpeg")
    /// A RAW photo as an Adobe Digital Negative.
    public static let dng = AVFileType("com.adobe.raw-image")
    /// An HEVC photo in a HEIF file.
    public static let heic = AVFileType("public.heic")
    /// An H.264 photo in a HEIF file.
    public static let avci = AVFileType("public.avci")
    /// A HEIF file with any codec.
    public static let heif = AVFileType("public.heif")
    /// A TIFF picture.
    public static let tif = AVFileType("public.tiff")
    /// Captions: iTunes Timed Text.
    public static let appleiTT = AVFileType("com.apple.itunes-timed-text")
    /// Captions in Scenarist format.
    public static let SCC = AVFileType("com.scenarist.closed-caption")
    /// A pattern of vibrations.
    public static let AHAP = AVFileType("com.apple.haptics.ahap")
}
