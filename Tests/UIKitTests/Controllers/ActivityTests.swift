import Foundation
import Photos
import TestSupport
import Testing

@testable import UIKit

/// What can be done with what an app shares.
@MainActor @Suite(.serialized) struct ActivityTests {
    private let root = UIViewController()
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))

    init() {
        window.rootViewController = root
        window.isHidden = false
    }

    private final class Told {
        var ends: [(type: UIActivity.ActivityType?, isDone: Bool)] = []
    }

    private func sheet(_ items: [Any], _ own: [UIActivity] = [], _ told: Told) -> UIActivityViewController {
        let sheet = UIActivityViewController(activityItems: items, applicationActivities: own)
        sheet.completionWithItemsHandler = { type, isDone, _, _ in told.ends.append((type, isDone)) }
        root.present(sheet, animated: false)
        return sheet
    }

    private final class Stamp: UIActivity {
        var given: [Any] = []
        var hasWorked = true
        override var activityType: ActivityType? { ActivityType("test.stamp") }
        override var activityTitle: String? { "Stamp" }
        override func canPerform(withActivityItems items: [Any]) -> Bool { items.contains { $0 is String } }
        override func prepare(withActivityItems items: [Any]) { given = items }
        override func perform() { activityDidFinish(hasWorked) }
    }

    private func titles(_ sheet: UIActivityViewController) -> [String?] { sheet.activities.map(\.activityTitle) }

    private var image: UIImage {
        UIGraphicsImageRenderer(size: CGSize(width: 8, height: 8)).image {
            $0.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
        }
    }

    @Test func onlyWhatIsPossibleIsOffered() throws {
        let told = Told()
        #expect(titles(sheet(["text"], [Stamp()], told)) == ["Copy", "Mail", "Stamp"])
        root.dismiss(animated: false)
        #expect(titles(sheet([image], [Stamp()], told)) == ["Copy", "Save Image", "Open With…"])
        root.dismiss(animated: false)
        let movie = URL(fileURLWithPath: "/clip.mov")
        #expect(titles(sheet([movie], [], told)) == ["Copy", "Save Video", "Open With…"])
        root.dismiss(animated: false)
        let sheet = UIActivityViewController(activityItems: ["text", image], applicationActivities: [Stamp()])
        sheet.excludedActivityTypes = [.copyToPasteboard, .saveToCameraRoll, UIActivity.ActivityType("test.stamp")]
        sheet.loadViewIfNeeded()
        #expect(titles(sheet) == ["Open With…"])
        // A sheet that goes by itself was not used.
        #expect(told.ends.map(\.isDone) == [false, false, false] && told.ends.allSatisfy { $0.type == nil })
    }

    private final class Source: UIActivityItemSource {
        func activityViewControllerPlaceholderItem(_ controller: UIActivityViewController) -> Any { "" }
        func activityViewController(
            _ controller: UIActivityViewController, itemForActivityType type: UIActivity.ActivityType?
        ) -> Any? { "for " + (type?.rawValue ?? "") }
    }

    @Test(arguments: [true, false])
    func theAppsOwnActivityIsPerformed(works: Bool) throws {
        let (told, stamp) = (Told(), Stamp())
        stamp.hasWorked = works
        let sheet = sheet([Source(), "x"], [stamp], told)
        sheet.choose(try #require(sheet.activities.last))
        #expect(stamp.given as? [String] == ["for test.stamp", "x"])
        #expect(told.ends.map(\.isDone) == [works] && told.ends.first?.type == stamp.activityType)
        #expect(root.presentedViewController == nil)
    }

    private final class Invitation: UIActivityItemSource {
        func activityViewControllerPlaceholderItem(_ controller: UIActivityViewController) -> Any { "" }
        func activityViewController(
            _ controller: UIActivityViewController, itemForActivityType type: UIActivity.ActivityType?
        ) -> Any? { "Tea & cake?" }
        func activityViewController(
            _ controller: UIActivityViewController, subjectForActivityType type: UIActivity.ActivityType?
        ) -> String { "Sunday 4%" }
    }

    @Test func anEMailHasItsSubjectAndItsTexts() throws {
        let url = try #require(URL(string: "https://example.org/?a=b"))
        let sheet = sheet([MailText("Hello"), Invitation(), url], [], Told())
        let mail = try #require(sheet.activities.compactMap { $0 as? MailActivity }.first)
        sheet.choose(mail)
        #expect(
            mail.address == "mailto:?subject=Sunday%204%25&body=Hello%0D%0ATea%20%26%20cake%3F%0D%0A"
                + "https%3A%2F%2Fexample.org%2F%3Fa%3Db")
        // What goes with an e-mail alone is not copied.
        let copied = UIActivityViewController(activityItems: [MailText("Hello")], applicationActivities: nil)
        copied.loadViewIfNeeded()
        #expect(copied.activities.isEmpty)
    }

    @Test func itemsAreKeptAsFilesForOtherPrograms() throws {
        let file = URL(fileURLWithPath: "/clip.mov")
        let items = SharedItems([image, "a", URL(string: "https://example.org")!, file])
        let files = try items.written()
        #expect(files.map(\.lastPathComponent) == ["clip.mov", "Image.jpeg", "Text.txt"])
        #expect(UIImage(contentsOfFile: files[1].path)?.size == CGSize(width: 8, height: 8))
        #expect(try String(contentsOf: files[2], encoding: .utf8) == "a\nhttps://example.org")
        try FileManager.default.removeItem(at: files[1].deletingLastPathComponent())
    }
}
