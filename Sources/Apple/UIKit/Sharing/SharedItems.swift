import CoreTransferable
import Foundation
import GtkSupport
import Photos
import UIKitCore
import UniformTypeIdentifiers

/// What is shared, by its kinds.
@MainActor
struct SharedItems {
    var texts: [String] = []
    var images: [UIImage] = []
    var files: [URL] = []

    init(_ items: [Any]) {
        for item in items {
            switch item {
            case let image as UIImage: images.append(image)
            case let url as URL where url.isFileURL: files.append(url)
            case let url as URL: texts.append(url.absoluteString)
            case let text as String: texts.append(text)
            case let text as NSAttributedString: texts.append(text.string)
            default: break
            }
        }
    }

    var isEmpty: Bool { texts.isEmpty && images.isEmpty && files.isEmpty }

    /// The pictures and movies, as the photo library takes them.
    var media: [URL] { files.filter { Self.isMedia($0, .image) || Self.isMedia($0, .movie) } }

    nonisolated static func isMedia(_ file: URL, _ kind: UTType) -> Bool {
        UTType(filenameExtension: file.pathExtension)?.conforms(to: kind) ?? false
    }

    /// All as files; those of pictures and texts are made, for other programs.
    func written() throws -> [URL] {
        var all = files
        var folder: URL?
        func file(_ name: String, _ data: Data?) throws {
            guard let data else { throw CocoaError(.fileWriteUnknown) }
            let made = try folder ?? SharedCopies.makeFolder()
            folder = made
            let file = made.appendingPathComponent(name)
            try data.write(to: file)
            all.append(file)
        }
        for (index, image) in images.enumerated() {
            try file(index == 0 ? "Image.jpeg" : "Image \(index + 1).jpeg", image.jpegData(compressionQuality: 0.9))
        }
        if !texts.isEmpty { try file("Text.txt", Data(texts.joined(separator: "\n").utf8)) }
        return all
    }
}

/// Puts texts, or files, on the desktop's clipboard.
final class CopyActivity: UIActivity {
    private var items = SharedItems([])
    override var activityType: ActivityType? { .copyToPasteboard }
    override var activityTitle: String? { "Copy" }
    override var activityImage: UIImage? { UIImage(systemName: "doc.on.doc") }
    override func canPerform(withActivityItems activityItems: [Any]) -> Bool { !SharedItems(activityItems).isEmpty }
    override func prepare(withActivityItems activityItems: [Any]) { items = SharedItems(activityItems) }

    override func perform() {
        guard let widget = sheet?.view.presence?.widget else { return activityDidFinish(false) }
        if items.images.isEmpty, items.files.isEmpty {
            widget.copy(items.texts.joined(separator: "\n"))
            return activityDidFinish(true)
        }
        do {
            Desktop.copy(paths: try items.written().map(\.path), from: widget)
            activityDidFinish(true)
        } catch {
            failed("The items cannot be copied: \(error.localizedDescription)")
        }
    }
}

/// Adds pictures and movies to the photo library.
final class SaveMediaActivity: UIActivity {
    private var items = SharedItems([])
    override var activityType: ActivityType? { .saveToCameraRoll }
    override var activityTitle: String? {
        let isMovie = items.images.isEmpty && items.media.contains { SharedItems.isMedia($0, .movie) }
        return isMovie ? "Save Video" : "Save Image"
    }
    override var activityImage: UIImage? { UIImage(systemName: "square.and.arrow.down") }

    override func canPerform(withActivityItems activityItems: [Any]) -> Bool {
        items = SharedItems(activityItems)
        return !items.images.isEmpty || !items.media.isEmpty
    }

    override func prepare(withActivityItems activityItems: [Any]) { items = SharedItems(activityItems) }

    override func perform() {
        let (images, files) = (items.images, items.media)
        PHPhotoLibrary.shared().performChanges {
            for image in images { _ = PHAssetChangeRequest.creationRequestForAsset(from: image) }
            for file in files {
                if SharedItems.isMedia(file, .movie) {
                    _ = PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: file)
                } else {
                    _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)
                }
            }
        } completionHandler: { isSaved, error in
            let reason = error.map { $0.localizedDescription }
            Task { @MainActor in
                if isSaved { return self.activityDidFinish(true) }
                self.failed("The items are not saved: \(reason ?? "the library gives no reason.")")
            }
        }
    }
}

/// Opens the first item with a program that the person chooses.
final class OpenWithActivity: UIActivity {
    private var items = SharedItems([])
    override var activityType: ActivityType? { .openIn }
    override var activityTitle: String? { "Open With…" }
    override var activityImage: UIImage? { UIImage(systemName: "square.and.arrow.up") }
    override func canPerform(withActivityItems activityItems: [Any]) -> Bool {
        let items = SharedItems(activityItems)
        return !items.images.isEmpty || !items.files.isEmpty
    }
    override func prepare(withActivityItems activityItems: [Any]) { items = SharedItems(activityItems) }

    override func perform() {
        guard let host = sheet?.view.window?.host else { return activityDidFinish(false) }
        do {
            guard let file = try items.written().first else { return activityDidFinish(false) }
            Desktop.openWith(path: file.path, for: host) { [weak self] in self?.failed($0) }
            activityDidFinish(true)
        } catch {
            failed("The item cannot be handed over: \(error.localizedDescription)")
        }
    }
}

/// A text that goes with an e-mail, and with nothing else.
package final class MailText: NSObject, UIActivityItemSource {
    private let text: String
    package init(_ text: String) { self.text = text }
    package func activityViewControllerPlaceholderItem(_ activityViewController: UIActivityViewController) -> Any {
        MailText.self
    }
    package func activityViewController(
        _ activityViewController: UIActivityViewController, itemForActivityType activityType: UIActivity.ActivityType?
    ) -> Any? { activityType == .mail ? text : nil }
}

/// Begins an e-mail with texts and addresses. Files cannot be added: no program takes them from an address.
final class MailActivity: UIActivity {
    private var items = SharedItems([])
    override var activityType: ActivityType? { .mail }
    override var activityTitle: String? { "Mail" }
    override var activityImage: UIImage? { UIImage(systemName: "envelope") }
    override func canPerform(withActivityItems activityItems: [Any]) -> Bool {
        let items = SharedItems(activityItems)
        return !items.texts.isEmpty && items.images.isEmpty && items.files.isEmpty
    }
    override func prepare(withActivityItems activityItems: [Any]) { items = SharedItems(activityItems) }

    /// The address that a mail program opens. Source: RFC 6068.
    var address: String {
        func escaped(_ text: String) -> String {
            let safe = CharacterSet(charactersIn: UnicodeScalar("a")..."z").union(.init(charactersIn: "A"..."Z"))
                .union(.init(charactersIn: "0"..."9")).union(.init(charactersIn: "-._~"))
            return text.addingPercentEncoding(withAllowedCharacters: safe) ?? ""
        }
        let body = "body=" + escaped(items.texts.joined(separator: "\r\n"))
        return "mailto:?" + (subject.map { "subject=\(escaped($0))&" } ?? "") + body
    }

    override func perform() {
        guard let host = sheet?.view.window?.host else { return activityDidFinish(false) }
        Desktop.open(uri: address, for: host) { [weak self] in self?.failed($0) }
        activityDidFinish(true)
    }
}

extension UIActivity {
    /// Says why it did not work; then it ends.
    fileprivate func failed(_ reason: String) {
        guard let sheet, sheet.presentedViewController == nil else { return activityDidFinish(false) }
        let alert = UIAlertController(title: reason, message: nil, preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: "OK", style: .default) { _ in self.activityDidFinish(false) })
        sheet.present(alert, animated: true)
    }
}
