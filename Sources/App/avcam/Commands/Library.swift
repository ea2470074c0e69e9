import ArgumentParser
import Foundation
import Photos

/// `avcam library`.
struct Library: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows what is in the photo library, and finishes photos.",
        subcommands: [List.self, Path.self, Process.self])

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

        @Flag(help: "Print JSON.")
        var json = false

        func run() throws {
            let entries = try PHPhotoLibrary.shared().assets().map(Entry.init)
            if json { return try Console.printJSON(entries) }
            for entry in entries { Console.print(entry.text) }
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
            let signals = StopSignals {}
            let failures = try library.processDeferredPhotos { asset in
                Console.print(PHAssetResource.assetResources(for: asset).first?.fileURL.path ?? "")
                return !signals.isStopRequested
            }
            if signals.isStopRequested { return }
            for failure in failures { Console.error(Sentence.about(failure)) }
            if let failure = failures.last { throw ExitCode(ExitStatus(failure).rawValue) }
            let waiting = try library.countOfUnprocessedPhotos()
            if waiting > 0 {
                let photos = waiting == 1 ? "1 photo is" : "\(waiting) photos are"
                Console.note("\(photos) left to other programs, which have what the final version is made of.")
            }
        }
    }

    /// What is printed of an asset.
    private struct Entry: Encodable {
        var creationDate: Date?
        var duration: Double?
        var files: [String]
        var height: Int
        var id: String
        /// Whether it shows a first version, and the final photo is to be made.
        var isDeferred: Bool
        var isFavorite: Bool
        var kind: String
        var width: Int

        init(_ asset: PHAsset) {
            let isVideo = asset.mediaType == .video
            creationDate = asset.creationDate
            duration = isVideo ? asset.duration : nil
            let resources = PHAssetResource.assetResources(for: asset)
            files = resources.map(\.fileURL.path)
            isDeferred = resources.contains { $0.type == .photoProxy }
            (width, height) = (asset.pixelWidth, asset.pixelHeight)
            id = asset.localIdentifier
            isFavorite = asset.isFavorite
            kind = isVideo ? "video" : asset.mediaSubtypes.contains(.photoLive) ? "live photo" : "photo"
        }

        /// `2026-11-20 23:07  video       1920 x 1080  00:00:03.0  /home/me/Pictures/AVCam/IMG_0002.mov`
        var text: String {
            let length = duration.map { "  " + Text.time($0) } ?? ""
            let size = "\(width) x \(height)\(length)"
            return "\(date)  \(Text.padded(kind, to: 10))  \(size)  \(files.first ?? "")"
                + (isDeferred ? "  (first version)" : "")
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
