import Foundation
import Testing
import UniformTypeIdentifiers

@testable import UIKit

@MainActor @Suite(.serialized, .timeLimit(.minutes(5))) struct DocumentPickerTests {
    private final class Desk: FileAsking {
        var asked: [String] = []
        var chosen: (([URL]) -> Void)?
        var withdrawn = 0

        private func ask(_ question: String, _ chosen: @escaping ([URL]) -> Void) -> FileWithdrawal {
            asked.append(question)
            self.chosen = chosen
            return { self.withdrawn += 1 }
        }
        func chooseFiles(
            of types: [UTType], several: Bool, in folder: URL?, over controller: UIViewController?,
            _ chosen: @escaping ([URL]) -> Void
        ) -> FileWithdrawal { ask("\(types.map(\.identifier)) \(several) \(folder?.path ?? "-")", chosen) }
        func chooseNewFile(
            named name: String, in folder: URL?, over controller: UIViewController?, _ chosen: @escaping (URL?) -> Void
        ) -> FileWithdrawal { ask(name) { chosen($0.first) } }
        func chooseFolder(
            in folder: URL?, over controller: UIViewController?, _ chosen: @escaping (URL?) -> Void
        ) -> FileWithdrawal { ask("folder") { chosen($0.first) } }
    }

    private final class Told: NSObject, UIDocumentPickerDelegate {
        let answers = AsyncStream<[URL]?>.makeStream()

        func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]) {
            answers.continuation.yield(urls)
        }
        func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController) {
            answers.continuation.yield(nil)
        }

        func next() async -> [URL]? {
            for await answer in answers.stream { return answer }
            return nil
        }
    }

    private func with(
        _ body: (_ desk: Desk, _ root: UIViewController, _ told: Told, _ folder: URL) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (before, desk) = (DesktopFiles.current, Desk())
        DesktopFiles.current = desk
        let (window, root) = (UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 300)), UIViewController())
        window.rootViewController = root
        window.isHidden = false
        defer {
            DesktopFiles.current = before
            window.isHidden = true
            try? FileManager.default.removeItem(at: folder)
        }
        try await body(desk, root, Told(), folder)
    }

    @Test func thePersonChoosesFiles() async throws {
        try await with { desk, root, told, folder in
            let picker = UIDocumentPickerViewController(forOpeningContentTypes: [.movie])
            picker.delegate = told
            picker.allowsMultipleSelection = true
            picker.directoryURL = folder
            root.present(picker, animated: false)
            #expect(desk.asked == ["[\"public.movie\"] true \(folder.path)"])
            let urls = [URL(fileURLWithPath: "/a.mov"), URL(fileURLWithPath: "/b.mov")]
            desk.chosen?(urls)
            #expect(await told.next() == urls && root.presentedViewController == nil && desk.withdrawn == 0)
            root.present(picker, animated: false)
            desk.chosen?([])
            #expect(await told.next() == nil && root.presentedViewController == nil && desk.asked.count == 2)
            // The program takes the question back.
            root.present(picker, animated: false)
            root.dismiss(animated: false)
            #expect(desk.withdrawn == 1)
        }
    }

    @Test func theAppGetsACopy() async throws {
        try await with { desk, root, told, folder in
            let file = folder.appending(path: "clip.txt")
            try Data("clip".utf8).write(to: file)
            let picker = UIDocumentPickerViewController(forOpeningContentTypes: [.plainText], asCopy: true)
            picker.delegate = told
            root.present(picker, animated: false)
            desk.chosen?([file])
            let copy = try #require(await told.next()?.first)
            defer { try? FileManager.default.removeItem(at: copy.deletingLastPathComponent()) }
            #expect(copy != file && copy.lastPathComponent == "clip.txt")
            #expect(try Data(contentsOf: copy) == Data("clip".utf8))
        }
    }

    @Test func filesOfOneNameAreExportedBeside() async throws {
        try await with { desk, root, told, folder in
            var files: [URL] = []
            for name in ["a", "b"] {
                let place = folder.appending(path: name)
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
                files.append(place.appending(path: "x.txt"))
                try Data(name.utf8).write(to: files.last!)
            }
            let target = folder.appending(path: "target")
            try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
            let moving = UIDocumentPickerViewController(forExporting: files)
            moving.delegate = told
            root.present(moving, animated: false)
            desk.chosen?([target])
            let places = try #require(await told.next())
            #expect(places.map(\.lastPathComponent) == ["x.txt", "x 2.txt"])
            #expect(try places.map { try Data(contentsOf: $0) } == [Data("a".utf8), Data("b".utf8)])
            #expect(files.allSatisfy { !FileManager.default.fileExists(atPath: $0.path) })
        }
    }

    @Test(arguments: [false, true]) func whatIsThereStaysUntilItsReplacementIsWhole(asCopy: Bool) async throws {
        try await with { desk, root, told, folder in
            let (old, missing) = (folder.appending(path: "old.txt"), folder.appending(path: "missing.txt"))
            try Data("old".utf8).write(to: old)
            let picker = UIDocumentPickerViewController(forExporting: [missing], asCopy: asCopy)
            picker.delegate = told
            root.present(picker, animated: false)
            desk.chosen?([old])
            #expect(await told.next() == nil)
            #expect(try Data(contentsOf: old) == Data("old".utf8))
            // The file itself, by another way.
            let link = folder.appending(path: "link")
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder)
            let itself = UIDocumentPickerViewController(forExporting: [old], asCopy: asCopy)
            itself.delegate = told
            root.present(itself, animated: false)
            desk.chosen?([link.appending(path: "old.txt")])
            #expect(await told.next()?.count == 1)
            #expect(try Data(contentsOf: old) == Data("old".utf8))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["link", "old.txt"])
        }
    }

    @Test func filesAreExported() async throws {
        try await with { desk, root, told, folder in
            let (one, two) = (folder.appending(path: "1.txt"), folder.appending(path: "2.txt"))
            try Data("1".utf8).write(to: one)
            try Data("2".utf8).write(to: two)
            let copying = UIDocumentPickerViewController(forExporting: [one], asCopy: true)
            copying.delegate = told
            root.present(copying, animated: false)
            let place = folder.appending(path: "new.txt")
            desk.chosen?([place])
            #expect(await told.next() == [place])
            #expect(try Data(contentsOf: place) == Data("1".utf8) && FileManager.default.fileExists(atPath: one.path))
            let target = folder.appending(path: "target")
            try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
            try Data("old".utf8).write(to: target.appending(path: "1.txt"))
            let moving = UIDocumentPickerViewController(forExporting: [one, two])
            moving.delegate = told
            root.present(moving, animated: false)
            desk.chosen?([target])
            let names = try #require(await told.next()).map(\.lastPathComponent)
            #expect(desk.asked == ["1.txt", "folder"] && names == ["1 2.txt", "2.txt"])
            #expect(!FileManager.default.fileExists(atPath: one.path))
            #expect(try Data(contentsOf: target.appending(path: "1.txt")) == Data("old".utf8))
        }
    }
}
