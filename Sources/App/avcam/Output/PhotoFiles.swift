import AVCamCore
import AVFoundation

/// The files that `-o` names: one for each picture, and the files that belong to it.
struct PhotoFiles {
    private let path: String
    private let features: PhotoFeatures
    private let count: Int
    private let force: Bool

    /// `.jpg, .heic or .dng`
    static let extensions = PhotoFile.all.map { "." + $0.fileExtension }.joined(lastBy: "or")

    /// The kind of file that a name's extension asks for; `nil` if it has no extension.
    ///
    /// - Throws: ``Failure`` with status 64 if there is no kind for the extension.
    static func file(ofName path: String) throws(Failure) -> PhotoFile? {
        let (_, suffix) = split(path)
        if suffix.isEmpty || OutputFile(path: path, force: true).isStream { return nil }
        if let file = PhotoFile.all.file(withExtension: suffix) { return file }
        if suffix.lowercased() == "mov" {
            throw Failure(
                .usage,
                "\(path) is not a photo; name the photo, as in \(split(path).stem).\(PhotoFile.jpeg.fileExtension), and the movie of a"
                    + " Live Photo gets its name.")
        }
        throw Failure(
            .usage,
            "A photo is a \(extensions) file, not .\(suffix); choose one of these names for \(path), and convert"
                + " the photo afterwards if need be.")
    }

    /// - Parameter count: how many pictures there are.
    /// - Throws: ``Failure`` with status 64 if the name does not fit the photos.
    init(path: String, features: PhotoFeatures, count: Int, force: Bool) throws(Failure) {
        self.path = path
        self.features = features
        self.count = count
        self.force = force
        let format = features.format
        if let named = try Self.file(ofName: path), !format.files.contains(named) {
            let right = Self.split(path).stem + "." + format.main.fileExtension
            throw Failure(
                .usage, "\(path) cannot hold \(format.rawValue); name it \(right), or use --format \(named.name).")
        }
        if OutputFile(path: path, force: true).isStream, names(0).all.count > 1 || count > 1 {
            let place = path == "-" ? "Standard output" : path
            throw Failure(.usage, "\(place) takes only one file; name one after -o, or take one photo in one format.")
        }
    }

    /// Reports early what would otherwise fail at the end. In a long series only the first files are checked, and the
    /// last, whose name is the longest.
    ///
    /// - Throws: ``Failure`` with status 64, 73 or 74.
    func check() throws(Failure) {
        let last = count - 1
        let names = (Array(0..<min(last, 1000)) + [last]).flatMap { self.names($0).all }
        // All of them are in one folder.
        let output = OutputFile(path: path, force: force)
        // First, because the name of a file that is missing for now counts as taken, too.
        if !output.isStream { OutputFile.removeLeftovers(of: names) }
        for name in names { try OutputFile(path: name, force: force).checkName() }
        try output.checkFolder()
    }

    /// The file names of one picture, counted from 0.
    subscript(index: Int) -> Names { names(index) }

    private func names(_ index: Int) -> Names {
        let (stem, suffix) = Self.split(path)
        let number = count > 1 ? "-\(index + 1)" : ""
        let own = PhotoFile.all.file(withExtension: suffix)
        func name(_ file: PhotoFile) -> String {
            "\(stem)\(number).\(own == file ? suffix : file.fileExtension)"
        }
        let format = features.format
        // A pipe or a device takes one file, under its own name.
        if !features.isLivePhotoEnabled, format.files.count == 1, count == 1,
            OutputFile(path: path, force: true).isStream
        {
            return Names(picture: path, raw: nil, movie: nil, force: force)
        }
        let isPlain = suffix.isEmpty
        return Names(
            picture: isPlain ? stem + number : name(format.main),
            raw: format.picture == nil ? nil : format.raw.map(name),
            movie: features.isLivePhotoEnabled ? "\(stem)\(number).mov" : nil, force: force)
    }

    /// `a/b.c.jpg` becomes `a/b.c` and `jpg`; a dot at the beginning or the end does not begin an extension.
    private static func split(_ path: String) -> (stem: String, suffix: String) {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (path, "") }
        let suffix = name[name.index(after: dot)...]
        if suffix.isEmpty { return (path, "") }
        return (String(path.dropLast(suffix.count + 1)), String(suffix))
    }

    /// The files of one picture.
    struct Names {
        var picture: String
        var raw: String?
        var movie: String?
        var force: Bool

        var all: [String] { [picture] + [raw, movie].compactMap(\.self) }

        /// Writes the files. Those of one photo get their names together once all are complete and synced, so that new
        /// and old files are never mixed.
        ///
        /// - Parameter signals: end the writing to a pipe that is no longer read.
        /// - Returns: the paths that were written, the picture's first.
        func write(_ photo: AVCamCore.Photo, until signals: StopSignals) throws -> [String] {
            var output = OutputSet(force: force, signals: signals)
            try output.add(photo.data, picture)
            if let raw, let data = photo.rawData { try output.add(data, raw) }
            if let movie, let url = photo.livePhotoMovieURL { try output.add(try Data(contentsOf: url), movie) }
            try output.publish()
            return output.paths
        }
    }
}

extension [String] {
    /// `a, b or c`
    func joined(lastBy word: String) -> String {
        count < 2 ? joined() : dropLast().joined(separator: ", ") + " \(word) " + self[count - 1]
    }
}
