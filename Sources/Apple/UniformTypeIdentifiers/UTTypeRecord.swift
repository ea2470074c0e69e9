/// What is known about a type. Source: Apple, System-declared uniform type identifiers.
struct UTTypeRecord: Sendable {
    let identifier: String
    let name: String
    let parents: [String]
    /// In lower case, the preferred one first.
    var extensions: [String] = []
    var mimeTypes: [String] = []

    static let byIdentifier = Dictionary(uniqueKeysWithValues: all.map { ($0.identifier, $0) })

    static let all: [UTTypeRecord] = basic + images + movies + sounds

    private static let basic = [
        UTTypeRecord(identifier: "public.item", name: "item", parents: []),
        UTTypeRecord(identifier: "public.content", name: "content", parents: []),
        UTTypeRecord(identifier: "public.data", name: "data", parents: ["public.item"]),
        UTTypeRecord(identifier: "public.url", name: "URL", parents: ["public.data"], extensions: ["url"]),
        UTTypeRecord(identifier: "public.file-url", name: "file URL", parents: ["public.url"]),
        UTTypeRecord(identifier: "public.directory", name: "directory", parents: ["public.item"]),
        UTTypeRecord(identifier: "public.folder", name: "folder", parents: ["public.directory"]),
        UTTypeRecord(identifier: "public.text", name: "text", parents: ["public.data", "public.content"]),
        UTTypeRecord(
            identifier: "public.plain-text", name: "text", parents: ["public.text"], extensions: ["txt", "text"],
            mimeTypes: ["text/plain"]),
        UTTypeRecord(identifier: "public.utf8-plain-text", name: "text", parents: ["public.plain-text"]),
        UTTypeRecord(
            identifier: "public.json", name: "JSON", parents: ["public.text"], extensions: ["json"],
            mimeTypes: ["application/json"]),
        UTTypeRecord(
            identifier: "public.xml", name: "XML", parents: ["public.text"], extensions: ["xml"],
            mimeTypes: ["application/xml", "text/xml"]),
        UTTypeRecord(
            identifier: "com.adobe.pdf", name: "PDF document", parents: ["public.data", "public.content"],
            extensions: ["pdf"], mimeTypes: ["application/pdf"]),
        UTTypeRecord(
            identifier: "public.zip-archive", name: "ZIP archive", parents: ["public.data"], extensions: ["zip"],
            mimeTypes: ["application/zip"]),
    ]

    private static let images = [
        UTTypeRecord(identifier: "public.image", name: "image", parents: ["public.data", "public.content"]),
        UTTypeRecord(
            identifier: "public.jpeg", name: "JPEG image", parents: ["public.image"],
            extensions: ["jpeg", "jpg", "jpe"], mimeTypes: ["image/jpeg", "image/jpg"]),
        UTTypeRecord(
            identifier: "public.heif-standard", name: "HEIF image", parents: ["public.image"]),
        UTTypeRecord(
            identifier: "public.heif", name: "HEIF image", parents: ["public.heif-standard"], extensions: ["heif"],
            mimeTypes: ["image/heif"]),
        UTTypeRecord(
            identifier: "public.heic", name: "HEIC image", parents: ["public.heif-standard"], extensions: ["heic"],
            mimeTypes: ["image/heic"]),
        UTTypeRecord(
            identifier: "public.heics", name: "HEIC sequence", parents: ["public.heif-standard"],
            extensions: ["heics"], mimeTypes: ["image/heic-sequence"]),
        UTTypeRecord(
            identifier: "public.png", name: "PNG image", parents: ["public.image"], extensions: ["png"],
            mimeTypes: ["image/png"]),
        UTTypeRecord(
            identifier: "public.tiff", name: "TIFF image", parents: ["public.image"], extensions: ["tiff", "tif"],
            mimeTypes: ["image/tiff"]),
        UTTypeRecord(
            identifier: "com.compuserve.gif", name: "GIF image", parents: ["public.image"], extensions: ["gif"],
            mimeTypes: ["image/gif"]),
        UTTypeRecord(
            identifier: "com.microsoft.bmp", name: "BMP image", parents: ["public.image"], extensions: ["bmp", "dib"],
            mimeTypes: ["image/bmp"]),
        UTTypeRecord(
            identifier: "org.webmproject.webp", name: "WebP image", parents: ["public.image"], extensions: ["webp"],
            mimeTypes: ["image/webp"]),
        UTTypeRecord(
            identifier: "public.svg-image", name: "SVG image", parents: ["public.image", "public.xml"],
            extensions: ["svg"], mimeTypes: ["image/svg+xml"]),
        UTTypeRecord(
            identifier: "com.apple.icns", name: "icon image", parents: ["public.image"], extensions: ["icns"]),
        UTTypeRecord(identifier: "public.camera-raw-image", name: "raw image", parents: ["public.image"]),
        UTTypeRecord(
            identifier: "com.adobe.raw-image", name: "DNG raw image", parents: ["public.camera-raw-image"],
            extensions: ["dng"], mimeTypes: ["image/x-adobe-dng"]),
        UTTypeRecord(identifier: "com.apple.live-photo", name: "Live Photo", parents: ["public.content"]),
    ]

    private static let movies = [
        UTTypeRecord(
            identifier: "public.audiovisual-content", name: "audiovisual content",
            parents: ["public.data", "public.content"]),
        UTTypeRecord(identifier: "public.movie", name: "movie", parents: ["public.audiovisual-content"]),
        UTTypeRecord(identifier: "public.video", name: "video", parents: ["public.movie"]),
        UTTypeRecord(
            identifier: "com.apple.quicktime-movie", name: "QuickTime movie", parents: ["public.movie"],
            extensions: ["mov", "qt"], mimeTypes: ["video/quicktime"]),
        UTTypeRecord(
            identifier: "public.mpeg-4", name: "MPEG-4 movie", parents: ["public.movie"],
            extensions: ["mp4", "mpg4"], mimeTypes: ["video/mp4", "video/mpeg4"]),
        UTTypeRecord(
            identifier: "com.apple.protected-mpeg-4-video", name: "Apple MPEG-4 movie",
            parents: ["com.apple.m4v-video"]),
        UTTypeRecord(
            identifier: "com.apple.m4v-video", name: "Apple MPEG-4 movie", parents: ["public.movie"],
            extensions: ["m4v"], mimeTypes: ["video/x-m4v"]),
        UTTypeRecord(
            identifier: "public.mpeg", name: "MPEG movie", parents: ["public.movie"], extensions: ["mpg", "mpeg"],
            mimeTypes: ["video/mpeg"]),
        UTTypeRecord(
            identifier: "public.mpeg-2-video", name: "MPEG-2 video", parents: ["public.video"],
            extensions: ["m2v"], mimeTypes: ["video/mpeg2"]),
        UTTypeRecord(
            identifier: "public.3gpp", name: "3GPP movie", parents: ["public.movie"], extensions: ["3gp", "3gpp"],
            mimeTypes: ["video/3gpp"]),
        UTTypeRecord(
            identifier: "public.avi", name: "AVI movie", parents: ["public.movie"], extensions: ["avi"],
            mimeTypes: ["video/avi", "video/x-msvideo"]),
    ]

    private static let sounds = [
        UTTypeRecord(identifier: "public.audio", name: "audio", parents: ["public.audiovisual-content"]),
        UTTypeRecord(
            identifier: "public.mpeg-4-audio", name: "MPEG-4 audio", parents: ["public.audio"], extensions: ["mp4"],
            mimeTypes: ["audio/mp4"]),
        UTTypeRecord(
            identifier: "com.apple.m4a-audio", name: "Apple MPEG-4 audio", parents: ["public.audio"],
            extensions: ["m4a"], mimeTypes: ["audio/x-m4a"]),
        UTTypeRecord(
            identifier: "public.mp3", name: "MP3 audio", parents: ["public.audio"], extensions: ["mp3"],
            mimeTypes: ["audio/mpeg", "audio/mp3"]),
        UTTypeRecord(
            identifier: "com.microsoft.waveform-audio", name: "waveform audio", parents: ["public.audio"],
            extensions: ["wav", "wave"], mimeTypes: ["audio/vnd.wave", "audio/wav"]),
        UTTypeRecord(
            identifier: "public.aiff-audio", name: "AIFF audio", parents: ["public.audio"],
            extensions: ["aiff", "aif"], mimeTypes: ["audio/aiff"]),
        UTTypeRecord(
            identifier: "public.midi-audio", name: "MIDI", parents: ["public.audio"], extensions: ["midi", "mid"],
            mimeTypes: ["audio/midi"]),
    ]
}
