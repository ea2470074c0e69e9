import Foundation

/// What is wrong with a file that no library can read.
///
/// The libraries say "invalid data" alike for an empty file, for one that is cut off, and for one that was never a
/// picture.
enum FileFault: Equatable {
    case empty
    /// It is shorter than it says.
    case cutOff
    /// It does not begin like any picture, movie or sound file.
    case foreign
    /// Raw data of a sensor, which has to be developed first.
    case rawPhoto
    /// A picture or a document of a kind that no library here reads.
    case unsupported(String)
    /// It begins correctly. Only the libraries know what is wrong after that.
    case damaged
    /// The same for a kind of file that does not say where it ends.
    case damagedOrCutOff

    /// - Returns: `nil` when the file itself cannot be read.
    init?(path: String) {
        guard let file = FileHandle(forReadingAtPath: path), let size = try? file.seekToEnd(),
            (try? file.seek(toOffset: 0)) != nil, let head = try? file.read(upToCount: 4096) ?? Data()
        else { return nil }
        if head.isEmpty {
            self = .empty
        } else if TIFFHead(head)?.isRawPhoto == true {
            self = .rawPhoto
        } else if MediaSignature(head) == .photoshop,
            MediaSignature.photoshop.isCutOff(file, head: head, size: size) == true
        {
            // Whole, it may be of a kind that can be read.
            self = .cutOff
        } else if let name = UnsupportedKind.name(head) {
            self = .unsupported(name)
        } else if let kind = MediaSignature(head) {
            switch kind.isCutOff(file, head: head, size: size) {
            case true?: self = .cutOff
            case false?: self = .damaged
            case nil: self = .damagedOrCutOff
            }
        } else {
            self = .foreign
        }
    }

    /// The sentence about a file, without its end: the caller adds what to do.
    ///
    /// - Parameters:
    ///   - isSound: whether its sound was wanted.
    ///   - words: the libraries' message.
    func sentence(about path: String, isSound: Bool, _ words: String) -> String {
        switch self {
        case .empty: "\(path) is empty"
        case .cutOff: "\(path) is cut off: its end is missing"
        case .foreign: "\(path) is neither a \(isSound ? "sound file" : "picture") nor a movie"
        case .rawPhoto:
            "\(path) holds only the raw data of a sensor, which a photo program has to turn into a picture first"
        case .unsupported(let name): "\(path) is \(name), which is not supported"
        case .damaged: "\(path) is damaged, or of a kind that is not supported (\(Self.words(words, without: path)))"
        case .damagedOrCutOff: "\(path) is damaged or cut off, or of a kind that is not supported"
        }
    }

    /// A library's sentence, in which the file is "it": its name, where that is a word and not a part of one.
    private static func words(_ words: String, without path: String) -> String {
        String(" \(words) ".replacing(" \(path) ", with: " it ").dropFirst().dropLast())
    }
}
