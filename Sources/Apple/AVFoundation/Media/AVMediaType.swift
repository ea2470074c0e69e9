/// A kind of media. Source: Apple, AVMediaType.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    /// Source: Apple, AVMediaType.init(_:).
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Pictures. Source: Apple, AVMediaType.video.
    public static let video = AVMediaType("vide")
    /// Sound. Source: Apple, AVMediaType.audio.
    public static let audio = AVMediaType("soun")
    /// Text that is shown with the pictures. Source: Apple, AVMediaType.text.
    public static let text = AVMediaType("text")
    /// Captions among the bytes of television: CEA-608. Source: Apple, AVMediaType.closedCaption.
    public static let closedCaption = AVMediaType("clcp")
    /// Captions as a track of text. Source: Apple, AVMediaType.subtitle.
    public static let subtitle = AVMediaType("sbtl")
    /// The hour, minute, second and number of each frame. Source: Apple, AVMediaType.timecode.
    public static let timecode = AVMediaType("tmcd")
    /// Timed metadata: a track of metadata items. Source: Apple, AVMediaType.metadata.
    public static let metadata = AVMediaType("meta")
    /// What was found in the frames, see ``AVMetadataObject``. Source: Apple, AVMediaType.metadataObject.
    public static let metadataObject = AVMediaType("mobj")
    /// Pictures and sound in one stream. Source: Apple, AVMediaType.muxed.
    public static let muxed = AVMediaType("muxx")
    /// How far away what is in each pixel is, see ``AVDepthData``. Source: Apple, AVMediaType.depthData.
    public static let depthData = AVMediaType("dpth")
    /// Pictures that complete others, as their transparency. Source: Apple, AVMediaType.auxiliaryPicture.
    public static let auxiliaryPicture = AVMediaType("auxv")
    /// Vibrations. Source: Apple, AVMediaType.haptic.
    public static let haptic = AVMediaType("hapt")
}
