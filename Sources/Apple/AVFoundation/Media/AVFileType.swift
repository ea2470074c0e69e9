/// A kind of media file, as a uniform type identifier. Source: Apple, AVFileType.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    /// Source: Apple, AVFileType.init(_:).
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// A QuickTime movie. Source: Apple, AVFileType.mov.
    public static let mov = AVFileType("com.apple.quicktime-movie")
    /// An MPEG-4 movie. Source: Apple, AVFileType.mp4.
    public static let mp4 = AVFileType("public.mpeg-4")
    /// An MPEG-4 movie as iTunes has it. Source: Apple, AVFileType.m4v.
    public static let m4v = AVFileType("com.apple.m4v-video")
    /// Sound alone, in an MPEG-4 file. Source: Apple, AVFileType.m4a.
    public static let m4a = AVFileType("com.apple.m4a-audio")
    /// A movie for GSM phones, `.3gp`. Source: Apple, AVFileType.mobile3GPP.
    public static let mobile3GPP = AVFileType("public.3gpp")
    /// A movie for CDMA phones, `.3g2`. Source: Apple, AVFileType.mobile3GPP2.
    public static let mobile3GPP2 = AVFileType("public.3gpp2")
    /// Sound in Core Audio's own file. Source: Apple, AVFileType.caf.
    public static let caf = AVFileType("com.apple.coreaudio-format")
    /// Sound, mostly uncompressed: RIFF. Source: Apple, AVFileType.wav.
    public static let wav = AVFileType("com.microsoft.waveform-audio")
    /// Sound, uncompressed. Source: Apple, AVFileType.aiff.
    public static let aiff = AVFileType("public.aiff-audio")
    /// Sound, compressed. Source: Apple, AVFileType.aifc.
    public static let aifc = AVFileType("public.aifc-audio")
    /// Speech at a few kilobits a second. Source: Apple, AVFileType.amr.
    public static let amr = AVFileType("org.3gpp.adaptive-multi-rate-audio")
    /// Sound: MPEG's layer III. Source: Apple, AVFileType.mp3.
    public static let mp3 = AVFileType("public.mp3")
    /// Sound as Sun and NeXT had it. Source: Apple, AVFileType.au.
    public static let au = AVFileType("public.au-audio")
    /// Sound: Dolby Digital. Source: Apple, AVFileType.ac3.
    public static let ac3 = AVFileType("public.ac3-audio")
    /// Sound: Dolby Digital Plus. Source: Apple, AVFileType.eac3.
    public static let eac3 = AVFileType("public.enhanced-ac3-audio")
    /// A JPEG photo. Source: Apple, AVFileType.jpg.
    public static let jpg = AVFileType("public.jpeg")
    /// A RAW photo in Adobe's digital negative. Source: Apple, AVFileType.dng.
    public static let dng = AVFileType("com.adobe.raw-image")
    /// An HEVC photo in a HEIF file. Source: Apple, AVFileType.heic.
    public static let heic = AVFileType("public.heic")
    /// An H.264 photo in a HEIF file. Source: Apple, AVFileType.avci.
    public static let avci = AVFileType("public.avci")
    /// A HEIF file with whatever codec. Source: Apple, AVFileType.heif.
    public static let heif = AVFileType("public.heif")
    /// A TIFF picture. Source: Apple, AVFileType.tif.
    public static let tif = AVFileType("public.tiff")
    /// Captions: iTunes Timed Text. Source: Apple, AVFileType.appleiTT.
    public static let appleiTT = AVFileType("com.apple.itunes-timed-text")
    /// Captions as Scenarist has them. Source: Apple, AVFileType.SCC.
    public static let SCC = AVFileType("com.scenarist.closed-caption")
    /// A pattern of vibrations. Source: Apple, AVFileType.AHAP.
    public static let AHAP = AVFileType("com.apple.haptics.ahap")
}
