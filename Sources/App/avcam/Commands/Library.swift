import ArgumentParser
import Foundation
import Photos

/// `avcam library`.
struct Library: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows what is in the photo library.", subcommands: [List.self, Path.self])

    /// `avcam library path`.
    struct Path: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Prints the folder of the library.")

        func run() { Console.print(PHPhotoLibrary.shared().folderURL.path) }
    }

    /// `avcam library list`.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists photos and movies, the oldest first.")

        @Flag(help: "Print JSON.")
        var json = false

        func run() throws {
            let entries = try PHPhotoLibrary.shared().assets().map(Entry.init)
            if json { return try Console.printJSON(entries) }
            for entry in entries { Console.print(entry.text) }
        }
    }

    /// What is printed of an asset.
    private struct Entry: Encodable {
        var creationDate: Date?
        var duration: Double?
        var files: [String]
        var height: Int
        var id: String
        var isFavorite: Bool
        var kind: String
        var width: Int

        init(_ asset: PHAsset) {
            let isVideo = asset.mediaType == .video
            creationDate = asset.creationDate
            duration = isVideo ? asset.duration : nil
            files = PHAssetResource.assetResources(for: asset).map(\.fileURL.path)
            (width, height) = (asset.pixelWidth, asset.pixelHeight)
            id = asset.localIdentifier
            isFavorite = asset.isFavorite
            kind = isVideo ? "video" : asset.mediaSubtypes.contains(.photoLive) ? "live photo" : "photo"
        }

        /// `2026-11-20 23:07  video  1920 x 1080  00:00:03.0  /home/me/Pictures/AVCam/IMG_0002.mov`
        var text: String {
            let length = duration.map { "  " + Text.time($0) } ?? ""
            return "\(date)  \(Text.padded(kind, to: 5))  \(width) x \(height)\(length)  \(files.first ?? "")"
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
