/// A kind of media. Source: Apple, AVMediaType.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Pictures.
    public static let video = AVMediaType("vide")
    /// Sound.
    public static let audio = AVMediaType("soun")
    /// Text to show with the pictures.
    public static let text = AVMediaType("text")
    /// Closed captions of television: CEA-608.
    public static let closedCaption = AVMediaType("clcp")
    /// Subtitles as a text track.
    public static let subtitle = AVMediaType("sbtl")
    /// The timecode of each frame: hour, minute, second, frame.
    public static let timecode = AVMediaType("tmcd")
    /// Timed metadata: a track of metadata items.
    public static let metadata = AVMediaType("meta")
    /// What was found in the frames, see ``AVMetadataObject``.
    public static let metadataObject = AVMediaType("mobj")
    /// Pictures and sound in one stream.
    public static let muxed = AVMediaType("muxx")
    /// The distance of what each pixel shows, see ``AVDepthData``.
    public static let depthData = AVMediaType("dpth")
    /// Pictures that supplement others, for example with transparency.
    public static let auxiliaryPicture = AVMediaType("auxv")
    /// Vibrations.
    public static let haptic = AVMediaType("hapt")
}
