extension UTType {
    /// Anything in a file system.
    public static let item = UTType(known: "public.item")
    /// Anything that a user would call a document.
    public static let content = UTType(known: "public.content")
    /// A stream of bytes, such as a file.
    public static let data = UTType(known: "public.data")
    /// The address of something.
    public static let url = UTType(known: "public.url")
    /// The address of a file.
    public static let fileURL = UTType(known: "public.file-url")
    /// Something that contains items.
    public static let directory = UTType(known: "public.directory")
    /// A directory that a user opens.
    public static let folder = UTType(known: "public.folder")
    /// Text of any kind.
    public static let text = UTType(known: "public.text")
    /// Text without markup, in an unspecified encoding.
    public static let plainText = UTType(known: "public.plain-text")
    /// Text without markup in UTF-8.
    public static let utf8PlainText = UTType(known: "public.utf8-plain-text")
    public static let json = UTType(known: "public.json")
    public static let xml = UTType(known: "public.xml")
    public static let pdf = UTType(known: "com.adobe.pdf")
    public static let zip = UTType(known: "public.zip-archive")

    /// A picture of any kind.
    public static let image = UTType(known: "public.image")
    public static let jpeg = UTType(known: "public.jpeg")
    /// HEIF with any codec.
    public static let heif = UTType(known: "public.heif")
    /// HEIF with HEVC pictures.
    public static let heic = UTType(known: "public.heic")
    /// HEIF with an HEVC sequence.
    public static let heics = UTType(known: "public.heics")
    public static let png = UTType(known: "public.png")
    public static let tiff = UTType(known: "public.tiff")
    public static let gif = UTType(known: "com.compuserve.gif")
    /// A Windows bitmap.
    public static let bmp = UTType(known: "com.microsoft.bmp")
    public static let webP = UTType(known: "org.webmproject.webp")
    public static let svg = UTType(known: "public.svg-image")
    /// Icons of Apple's systems.
    public static let icns = UTType(known: "com.apple.icns")
    /// A camera's raw sensor data, in any format.
    public static let rawImage = UTType(known: "public.camera-raw-image")
    /// A camera's raw sensor data as a digital negative.
    public static let dng = UTType(known: "com.adobe.raw-image")
    /// A photo and its movie.
    public static let livePhoto = UTType(known: "com.apple.live-photo")

    /// Moving pictures, sound, or both.
    public static let audiovisualContent = UTType(known: "public.audiovisual-content")
    /// Video, mostly with sound.
    public static let movie = UTType(known: "public.movie")
    /// Video without sound.
    public static let video = UTType(known: "public.video")
    /// A movie of type `.mov`.
    public static let quickTimeMovie = UTType(known: "com.apple.quicktime-movie")
    /// A movie of type `.mp4`.
    public static let mpeg4Movie = UTType(known: "public.mpeg-4")
    /// MPEG-4 under Apple's copy protection.
    public static let appleProtectedMPEG4Video = UTType(known: "com.apple.protected-mpeg-4-video")
    /// An MPEG-1 or MPEG-2 movie.
    public static let mpeg = UTType(known: "public.mpeg")
    public static let mpeg2Video = UTType(known: "public.mpeg-2-video")
    public static let avi = UTType(known: "public.avi")

    /// Sound without pictures.
    public static let audio = UTType(known: "public.audio")
    /// Sound in an MPEG-4 file.
    public static let mpeg4Audio = UTType(known: "public.mpeg-4-audio")
    public static let mp3 = UTType(known: "public.mp3")
    public static let wav = UTType(known: "com.microsoft.waveform-audio")
    public static let aiff = UTType(known: "public.aiff-audio")
    public static let midi = UTType(known: "public.midi-audio")
}
