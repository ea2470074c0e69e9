import ArgumentParser
import Foundation
import Photos

/// `avcam library`.
struct Library: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "library", _superCommandName: "avcam",
        abstract: "Shows what is in the photo library, finishes photos, and rebuilds the catalogue.",
        subcommands: [List.self, Albums.self, Path.self, Process.self, Rebuild.self])

    /// `avcam library path`.
    struct Path: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Prints the folder of the library.")

        func run() { Console.print(PHPhotoLibrary.shared().folderURL.path) }
    }

    /// `avcam library list`.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists photos and movies, the oldest first.",
            discussion: "Photos whose final version is still to be made are marked (first version).")

        @Option(
            help: ArgumentHelp("Only what is in this album, in its order.", valueName: "name"),
            transform: AlbumName.init(argument:))
        var album: AlbumName?

        @Flag(help: "Print JSON.")
        var json = false

        func run() throws {
            var output = BufferedOutput()
            var isFirst = true
            let encoder = Console.jsonEncoder
            try forEachAsset { asset, resources in
                let entry = Entry(asset, resources)
                guard json else { return output.write(Console.shown(entry.text) + "\n") }
                // The lists together are one JSON array, so entries need separators and indentation.
                let text = Self.indented(try encoder.encode(entry))
                output.write((isFirst ? "[\n  " : ",\n  ") + text)
                isFirst = false
            }
            if json { output.write(isFirst ? "[\n\n]\n" : "\n]\n") }
            output.flush()
        }

        /// The same lines, except for the first, two spaces further in.
        private static func indented(_ text: Data) -> String {
            text.withUnsafeBytes { text in
                var bytes: [UInt8] = []
                bytes.reserveCapacity(text.count + 64)
                for byte in text {
                    bytes.append(byte)
                    if byte == UInt8(ascii: "\n") { bytes += [UInt8(ascii: " "), UInt8(ascii: " ")] }
                }
                return String(decoding: bytes, as: UTF8.self)
            }
        }

        private func forEachAsset(_ body: (PHAsset, [PHAssetResource]) throws -> Void) throws {
            let library = PHPhotoLibrary.shared()
            guard let album else { return try library.forEachAsset(body) }
            for asset in try library.assets(in: album.album(in: library)) {
                try body(asset, PHAssetResource.assetResources(for: asset))
            }
        }
    }

    /// `avcam library albums`.
    struct Albums: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists the albums, the oldest first, with the number of photos and movies in each.")

        @Flag(help: "Print JSON.")
        var json = false

        func run() throws {
            let albums = try PHPhotoLibrary.shared().albums().map { album in
                Entry(
                    count: album.estimatedAssetCount, id: album.localIdentifier, title: album.localizedTitle ?? "")
            }
            if json { return try Console.printJSON(albums) }
            for album in albums {
                Console.print("\(Text.padded("\(album.count)", to: 6))  \(Text.harmless(album.title))")
            }
        }

        /// What is printed about an album.
        private struct Entry: Encodable {
            var count: Int
            var id: String
            var title: String
        }
    }

    /// `avcam library rebuild`.
    struct Rebuild: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Rebuilds the library's catalogue from the old one and the files.",
            discussion: """
                A damaged catalogue is rebuilt by itself; this does the same to one that only looks wrong. What can be \
                read of the old one is kept (identifiers, favorites, which files belong together), and the old one \
                stays beside the new one as catalogue.sqlite.damaged. Photos and movies are not changed. A catalogue that a \
                newer version of this program made is not rebuilt: update this one, or move the old catalogue away first.
                """)

        func run() throws {
            let library = PHPhotoLibrary.shared()
            guard try library.folderExists else {
                throw Failure(
                    .noInput,
                    "There is no photo library in \(library.folderURL.path); name its folder with AVCAM_LIBRARY.")
            }
            if let obstacle = library.obstacle { throw obstacle }
            let count = try library.rebuildCatalogue()
            let assets = count == 1 ? "1 photo or movie" : "\(count) photos and movies"
            Console.print("The catalogue of \(library.folderURL.path) was rebuilt: \(assets).")
        }
    }

    /// `avcam library process`.
    struct Process: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Makes the final photos of those taken with --deferred, and prints them.",
            discussion: """
                Every program that uses the library does this too, slowly, when nothing else wants the processor. Ctrl-C \
                ends after the photo that is being made; what is left is kept.
                """)

        func run() throws {
            let library = PHPhotoLibrary.shared()
            let end: @Sendable () -> String = {
                "Ended at once; photos that are not final are kept, and made by the next avcam library process."
            }
            let signals = StopSignals(ending: end)
            let deadline = StopDeadline(signals, ending: end)
            let failures = try library.processDeferredPhotos { asset in
                deadline.noteProgress()
                Console.print(PHAssetResource.assetResources(for: asset).first?.path ?? "")
                return !signals.isStopRequested
            }
            if signals.isStopRequested { return }
            for failure in failures { Console.error(Sentence.about(failure)) }
            if let failure = failures.last { throw ExitCode(ExitStatus(failure).rawValue) }
            let waiting = try library.countOfUnprocessedPhotos()
            if waiting > 0 {
                let photos = waiting == 1 ? "1 photo is" : "\(waiting) photos are"
                Console.note("\(photos) left to other programs, which hold their frames.")
            }
        }
    }

    /// What is printed about an asset.
    private struct Entry: Encodable {
        var creationDate: Date?
        var duration: Double?
        var files: [String]
        var height: Int
        var id: String
        /// Whether it is a proxy whose final photo has yet to be made.
        var isDeferred: Bool
        var isFavorite: Bool
        var kind: String
        var width: Int

        init(_ asset: PHAsset, _ resources: [PHAssetResource]) {
            let isVideo = asset.mediaType == .video
            creationDate = asset.creationDate
            duration = isVideo ? asset.duration : nil
            files = resources.map(\.path)
            isDeferred = resources.contains { $0.type == .photoProxy }
            (width, height) = (asset.pixelWidth, asset.pixelHeight)
            id = asset.localIdentifier
            isFavorite = asset.isFavorite
            kind = isVideo ? "video" : asset.mediaSubtypes.contains(.photoLive) ? "live photo" : "photo"
        }

        /// `2026-11-20 23:07  video       1920 x 1080  00:00:03.0  /home/me/Pictures/AVCam/IMG_0002.mov`
        var text: String {
            // Appended to one text: strings in between took a tenth of a long list's time.
            var text = date
            text.reserveCapacity(128)
            text += "  "
            text += Text.padded(kind, to: 10)
            text += "  \(width) x \(height)"
            if let duration { text += "  " + Text.time(duration) }
            text += "  "
            text += files.first ?? ""
            if isDeferred { text += "  (first version)" }
            return text
        }

        /// In the local time zone.
        private var date: String {
            guard let creationDate else { return "" }
            var seconds = time_t(creationDate.timeIntervalSince1970)
            var parts = tm()
            localtime_r(&seconds, &parts)
            return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { text in
                strftime(text.baseAddress!, text.count, "%Y-%m-%d %H:%M", &parts)
                return String(cString: text.baseAddress!)
            }
        }
    }
}
