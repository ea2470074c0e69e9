import CoreMedia
import MovieCoding

extension AVVideoCodecType {
    init(_ codec: MovieCodec) { self.init(rawValue: codec.type.rawValue.letters) }

    /// The codec of movies where no camera asks for another one: the one that plays everywhere.
    static var plainMovies: AVVideoCodecType { AVVideoCodecType(MovieCodec.all[0]) }

    /// The codecs for movies from frames in a pixel format, the cheapest first.
    static func movieCodecs(for pixelFormat: OSType) -> [AVVideoCodecType] {
        MovieCodec.all.encoding(pixelFormat).map(AVVideoCodecType.init)
    }

    /// The same four characters as a number; 0 unless there are four.
    var mediaSubType: CMFormatDescription.MediaSubType {
        let bytes = rawValue.utf8
        return .init(rawValue: bytes.count == 4 ? bytes.reduce(0) { $0 << 8 | FourCharCode($1) } : 0)
    }
}
