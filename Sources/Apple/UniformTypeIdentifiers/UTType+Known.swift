extension UTType {
    /// Anything that has a place in a file system. Source: Apple, UTType.item.
    public static let item = UTType(known: "public.item")
    /// Anything that a person would call a document. Source: Apple, UTType.content.
    public static let content = UTType(known: "public.content")
    /// A stream of bytes, such as a file. Source: Apple, UTType.data.
    public static let data = UTType(known: "public.data")
    /// The address of something. Source: Apple, UTType.url.
    public static let url = UTType(known: "public.url")
    /// The address of a file. Source: Apple, UTType.fileURL.
    public static let fileURL = UTType(known: "public.file-url")
    /// Something that holds items. Source: Apple, UTType.directory.
    public static let directory = UTType(known: "public.directory")
    /// A directory that a person opens. Source: Apple, UTType.folder.
    public static let folder = UTType(known: "public.folder")
    /// Text of any kind. Source: Apple, UTType.text.
    public static let text = UTType(known: "public.text")
    /// Text without markup, in an encoding that nobody says. Source: Apple, UTType.plainText.
    public static let plainText = UTType(known: "public.plain-text")
    /// Source: Apple, UTType.json.
    public static let json = UTType(known: "public.json")
    /// Source: Apple, UTType.xml.
    public static let xml = UTType(known: "public.xml")
    /// Source: Apple, UTType.pdf.
    public static let pdf = UTType(known: "com.adobe.pdf")
    /// Source: Apple, UTType.zip.
    public static let zip = UTType(known: "public.zip-archive")

    /// A picture of any kind. Source: Apple, UTType.image.
    public static let image = UTType(known: "public.image")
    /// Source: Apple, UTType.jpeg.
    public static let jpeg = UTType(known: "public.jpeg")
    /// HEIF in any coding. Source: Apple, UTType.heif.
    public static let heif = UTType(known: "public.heif")
    /// HEIF with pictures in HEVC. Source: Apple, UTType.heic.
    public static let heic = UTType(known: "public.heic")
    /// HEIF with a sequence in HEVC. Source: Apple, UTType.heics.
    public static let heics = UTType(known: "public.heics")
    /// Source: Apple, UTType.png.
    public static let png = UTType(known: "public.png")
    /// Source: Apple, UTType.tiff.
    public static let tiff = UTType(known: "public.tiff")
    /// Source: Apple, UTType.gif.
    public static let gif = UTType(known: "com.compuserve.gif")
    /// A Windows bitmap. Source: Apple, UTType.bmp.
    public static let bmp = UTType(known: "com.microsoft.bmp")
    /// Source: Apple, UTType.webP.
    public static let webP = UTType(known: "org.webmproject.webp")
    /// Source: Apple, UTType.svg.
    public static let svg = UTType(known: "public.svg-image")
    /// Icons of Apple's systems. Source: Apple, UTType.icns.
    public static let icns = UTType(known: "com.apple.icns")
    /// The values of a camera's sensor, in any format. Source: Apple, UTType.rawImage.
    public static let rawImage = UTType(known: "public.camera-raw-image")
    /// The values of a camera's sensor as digital negative. Source: Apple, UTType.dng.
    public static let dng = UTType(known: "com.adobe.raw-image")
    /// A photo and its movie. Source: Apple, UTType.livePhoto.
    public static let livePhoto = UTType(known: "com.apple.live-photo")

    /// Pictures that move, or sound, or both. Source: Apple, UTType.audiovisualContent.
    public static let audiovisualContent = UTType(known: "public.audiovisual-content")
    /// Video, mostly with sound. Source: Apple, UTType.movie.
    public static let movie = UTType(known: "public.movie")
    /// Video without sound. Source: Apple, UTType.video.
    public static let video = UTType(known: "public.video")
    /// A movie of type `.mov`. Source: Apple, UTType.quickTimeMovie.
    public static let quickTimeMovie = UTType(known: "com.apple.quicktime-movie")
    /// A movie of type `.mp4`. Source: Apple, UTType.mpeg4Movie.
    public static let mpeg4Movie = UTType(known: "public.mpeg-4")
    /// MPEG-4 under Apple's copy protection. Source: Apple, UTType.appleProtectedMPEG4Video.
    public static let appleProtectedMPEG4Video = UTType(known: "com.apple.protected-mpeg-4-video")
    /// A movie of MPEG-1 or MPEG-2. Source: Apple, UTType.mpeg.
    public static let mpeg = UTType(known: "public.mpeg")
    /// Source: Apple, UTType.mpeg2Video.
    public static let mpeg2Video = UTType(known: "public.mpeg-2-video")
    /// Source: Apple, UTType.avi.
    public static let avi = UTType(known: "public.avi")

    /// Sound without pictures. Source: Apple, UTType.audio.
    public static let audio = UTType(known: "public.audio")
    /// Sound in an MPEG-4 file. Source: Apple, UTType.mpeg4Audio.
    public static let mpeg4Audio = UTType(known: "public.mpeg-4-audio")
    /// Source: Apple, UTType.mp3.
    public static let mp3 = UTType(known: "public.mp3")
    /// Source: Apple, UTType.wav.
    public static let wav = UTType(known: "com.microsoft.waveform-audio")
    /// Source: Apple, UTType.aiff.
    public static let aiff = UTType(known: "public.aiff-audio")
    /// Source: Apple, UTType.midi.
    public static let midi = UTType(known: "public.midi-audio")
}
