import Foundation
import Testing
import UIKit

@testable import SwiftUI

@Suite @MainActor struct ShareLinkTests {
    struct Report: Transferable {
        let text: String
        static var transferRepresentation: some TransferRepresentation {
            DataRepresentation(exportedContentType: .plainText) { Data($0.text.utf8) }
                .suggestedFileName { $0.text + ".txt" }
        }
    }

    struct Page: Transferable {
        let url: URL
        static var transferRepresentation: some TransferRepresentation { ProxyRepresentation(exporting: \.url) }
    }

    struct Closed: Transferable {
        static var transferRepresentation: some TransferRepresentation {
            DataRepresentation(importedContentType: .data) { _ in Closed() }
        }
    }

    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))

    /// What a press on a link presents.
    private func presented(_ link: some View) async throws -> UIViewController {
        let root = UIHostingController(rootView: link)
        window.rootViewController = root
        window.isHidden = false
        window.layoutIfNeeded()
        let host = (root.view as! HostingView).host
        host.graph.update()
        func find(_ view: UIView) -> UIView? {
            view.isAccessibilityElement ? view : view.subviews.lazy.compactMap(find).first
        }
        #expect(try #require(find(host.surface.view)).accessibilityActivate())
        while root.presentedViewController == nil { await Task.yield() }
        return root.presentedViewController!
    }

    private func texts(_ controller: UIViewController) -> [String] {
        func texts(_ view: UIView) -> [String] {
            ((view as? UILabel)?.text.map { [$0] } ?? []) + view.subviews.flatMap(texts)
        }
        window.layoutIfNeeded()
        return texts(controller.view)
    }

    @Test func aLinkOffersWhatCanBeDoneWithAnAddress() async throws {
        let sheet = try await presented(ShareLink(item: URL(string: "https://example.org")!))
        #expect(texts(sheet).contains("Copy") && texts(sheet).contains("Mail"))
        window.isHidden = true
    }

    @Test func theSheetShowsThePreview() async throws {
        let picture = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 4)).image { $0.fill(.infinite) }
        let image = Image(uiImage: picture)
        let sheet = try await presented(ShareLink(item: image, preview: SharePreview("Sunset", image: image)))
        let shown = texts(sheet)
        #expect(shown.contains("Sunset") && shown.contains("Save Image") && !shown.contains("Mail"))
        func pictures(_ view: UIView) -> [UIImage] {
            ((view as? UIImageView)?.image.map { [$0] } ?? []) + view.subviews.flatMap(pictures)
        }
        #expect(pictures(sheet.view).contains(picture))
        window.isHidden = true
    }

    @Test func whatCannotBeSharedIsSaid() async throws {
        let alert = try await presented(ShareLink(item: Closed(), preview: SharePreview("Nothing")))
        #expect((alert as? UIAlertController)?.title?.hasPrefix("The items cannot be shared") == true)
        window.isHidden = true
    }

    @Test func valuesBecomeTextsAddressesOrNamedFiles() async throws {
        let url = URL(string: "https://example.org/page")!
        #expect(try await Page(url: url).proxied() as? URL == url)
        let file = try await Report(text: "July").exportedFile()
        defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        #expect(file.lastPathComponent == "July.txt")
        #expect(try String(contentsOf: file, encoding: .utf8) == "July")
        let folder = file.deletingLastPathComponent().path
        #expect(try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int == 0o700)
        let slashed = try await Report(text: "7/2026").exportedFile()
        #expect(slashed.lastPathComponent == "7-2026.txt")
        try FileManager.default.removeItem(at: slashed.deletingLastPathComponent())
        #expect(try await "text".exported(as: .plainText) == Data("text".utf8))
        #expect(try await url.exported(as: .url) == Data(url.absoluteString.utf8))
        await #expect(throws: CocoaError.self) { try await Closed().exportedFile() }
    }

    @Test func copiesOfADayAgoGoWhenTheNextIsMade() throws {
        let files = FileManager.default
        let parent = files.temporaryDirectory.appendingPathComponent("copies-\(UUID().uuidString)")
        defer { try? files.removeItem(at: parent) }
        let other = parent.appendingPathComponent("Shared-notes")
        try files.createDirectory(at: other, withIntermediateDirectories: true)
        let now = Date()
        let first = try SharedCopies.makeFolder(in: parent, at: now)
        let second = try SharedCopies.makeFolder(in: parent, at: now.addingTimeInterval(3600))
        #expect(files.fileExists(atPath: first.path))
        let third = try SharedCopies.makeFolder(in: parent, at: now.addingTimeInterval(90_000))
        #expect(Set(try files.contentsOfDirectory(atPath: parent.path)) == ["Shared-notes", third.lastPathComponent])
        #expect(!files.fileExists(atPath: second.path))
    }

    @Test func linksHaveTheirLabels() {
        let url = URL(string: "https://example.org")!
        #expect(Shown(ShareLink(item: url)).texts == ["Share…"])
        #expect(Shown(ShareLink("Send", item: url)).texts == ["Send"])
        #expect(Shown(ShareLink("Send", items: ["a", "b"])).texts == ["Send"])
        #expect(
            Shown(ShareLink(items: [url], subject: Text("Subject"), message: Text("Message")) { Text("Label") }).texts
                == ["Label"])
        #expect(Shown(ShareLink("Send", item: Report(text: ""), preview: SharePreview("Report"))).texts == ["Send"])
    }
}
