import PhotoCoding

/// One kind of file that the library keeps: whatever photos can be made as, and what they come with from elsewhere.
///
/// PNG and movies are no entries of ``PhotoFileFormat``: no camera makes PNG, and FFmpeg decodes both, movies in every
/// codec that it knows.
struct MediaFileFormat: Sendable {
    enum Content: Sendable {
        case photo(PhotoFileFormat)
        case drawing
        case movie
    }

    let content: Content
    /// The file's type in Apple's terms. Source: Apple, Uniform Type Identifiers.
    let uniformTypeIdentifier: String
    /// What names of such files end in; the first is given to new ones.
    let fileExtensions: [String]
    /// Whether a file that begins with such bytes is one: the first 12, if there are so many.
    let recognizes: @Sendable ([UInt8]) -> Bool

    init(
        _ content: Content, _ uniformTypeIdentifier: String, _ fileExtensions: [String],
        recognizes: @escaping @Sendable ([UInt8]) -> Bool
    ) {
        self.content = content
        self.uniformTypeIdentifier = uniformTypeIdentifier
        self.fileExtensions = fileExtensions
        self.recognizes = recognizes
    }

    init(_ format: PhotoFileFormat) {
        self.init(
            .photo(format), format.type, format.reading.fileExtensions, recognizes: format.reading.recognizes)
    }

    static let png = MediaFileFormat(.drawing, "public.png", ["png"]) { $0.starts(with: [0x89, 0x50, 0x4E, 0x47]) }
    static let quickTime = MediaFileFormat(.movie, "com.apple.quicktime-movie", ["mov"]) { start in
        // Files older than the type box begin with another one.
        box(start).map { $0.type == "ftyp" ? $0.brand == "qt  " : olderBoxes.contains($0.type) } == true
    }
    static let mpeg4 = MediaFileFormat(.movie, "public.mpeg-4", ["mp4", "m4v"]) { box($0)?.type == "ftyp" }

    /// The first that recognizes a file is its format: that of any file with a type box is the last.
    static let all = PhotoFileFormat.all.map { MediaFileFormat($0) } + [.png, .quickTime, .mpeg4]

    private static let olderBoxes = ["moov", "mdat", "wide", "free", "skip"]

    private static func box(_ start: [UInt8]) -> (type: String, brand: String)? {
        guard start.count == 12 else { return nil }
        return (String(decoding: start[4..<8], as: UTF8.self), String(decoding: start[8...], as: UTF8.self))
    }

    var fileExtension: String { fileExtensions[0] }

    var isMovie: Bool { if case .movie = content { true } else { false } }

    var isRaw: Bool { if case .photo(let format) = content { format.raw != nil } else { false } }
}

extension MediaFileFormat: Equatable {
    static func == (one: Self, other: Self) -> Bool { one.uniformTypeIdentifier == other.uniformTypeIdentifier }
}

extension [MediaFileFormat] {
    /// The format that a file name suggests.
    func format(ofName filename: String) -> MediaFileFormat? { index(ofName: filename).map { self[$0] } }

    /// Whether a file name suggests one of these formats.
    func include(name filename: String) -> Bool { index(ofName: filename) != nil }

    /// Every list asks for every file of the folder, so it compares bytes, and copies no format.
    private func index(ofName filename: String) -> Int? {
        guard let dot = filename.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        let suffix = filename.utf8[dot...].dropFirst()
        return indices.first { index in
            self[index].fileExtensions.contains { suffix.elementsEqual($0.utf8, by: Self.isSame) }
        }
    }

    private static func isSame(_ byte: UInt8, lowercase: UInt8) -> Bool {
        byte == lowercase || (0x41...0x5A).contains(byte) && byte | 0x20 == lowercase
    }
}
