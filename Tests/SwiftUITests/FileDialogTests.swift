import Foundation
import Testing
import UIKit

@testable import SwiftUI

@Suite(.serialized, .timeLimit(.minutes(5))) @MainActor struct FileDialogTests {
    /// A person who answers at once.
    private final class Answers: FileAsking {
        var files: [URL] = []
        var place: URL?
        var asked: [String] = []

        func chooseFiles(
            of types: [UTType], several: Bool, over controller: UIViewController?, _ chosen: @escaping ([URL]) -> Void
        ) {
            asked.append("\(types.map(\.identifier)) \(several)")
            chosen(files)
        }
        func chooseNewFile(
            named name: String, over controller: UIViewController?, _ chosen: @escaping (URL?) -> Void
        ) {
            asked.append(name)
            chosen(place)
        }
        func chooseFolder(over controller: UIViewController?, _ chosen: @escaping (URL?) -> Void) {
            asked.append("folder")
            chosen(place)
        }
    }

    private func with(_ answers: Answers, _ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let before = DesktopFiles.current
        DesktopFiles.current = answers
        defer {
            DesktopFiles.current = before
            try? FileManager.default.removeItem(at: folder)
        }
        try await body(folder)
    }

    struct Note: FileDocument {
        static let readableContentTypes = [UTType.plainText]
        var text: String

        init(text: String) { self.text = text }
        init(configuration: ReadConfiguration) throws {
            guard let data = configuration.file.regularFileContents else { throw CocoaError(.fileReadCorruptFile) }
            text = String(decoding: data, as: UTF8.self)
        }
        func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
            FileWrapper(regularFileWithContents: Data(text.utf8))
        }
    }

    @Test func filesAreChosenOnceForEachQuestion() async throws {
        let answers = Answers()
        answers.files = [URL(fileURLWithPath: "/a.txt"), URL(fileURLWithPath: "/b.txt")]
        try await with(answers) { _ in
            let handle = Held<Bool, AnyView>.Handle()
            var chosen: [[URL]] = []
            var cancelled = 0
            let shown = Shown(
                Held(false, handle) { isAsked in
                    AnyView(
                        Text(verbatim: "import")
                            .fileImporter(
                                isPresented: isAsked, allowedContentTypes: [.plainText], allowsMultipleSelection: true
                            ) {
                                if case .success(let urls) = $0 { chosen.append(urls) }
                            } onCancellation: {
                                cancelled += 1
                            })
                })
            #expect(answers.asked.isEmpty)
            handle.value = true
            shown.update()
            #expect(answers.asked == ["[\"public.plain-text\"] true"] && chosen == [answers.files])
            #expect(!handle.value)
            answers.files = []
            handle.value = true
            shown.update()
            #expect(cancelled == 1 && chosen.count == 1 && answers.asked.count == 2)
        }
    }

    @Test func aDocumentIsWrittenWhereThePersonSays() async throws {
        let answers = Answers()
        try await with(answers) { folder in
            let file = folder.appending(path: "note.txt")
            let handle = Held<Bool, AnyView>.Handle()
            var results: [Result<URL, any Error>] = []
            let shown = Shown(
                Held(false, handle) { isAsked in
                    AnyView(
                        Text(verbatim: "export")
                            .fileExporter(
                                isPresented: isAsked, document: Note(text: "of the sea"), contentType: .plainText,
                                defaultFilename: "note"
                            ) { results.append($0) })
                })
            handle.value = true
            shown.update()
            // Nobody wants it.
            #expect(answers.asked == ["note.txt"] && results.isEmpty && !handle.value)
            answers.place = file
            handle.value = true
            shown.update()
            #expect(try results.map { try $0.get() } == [file])
            let read = FileDocumentReadConfiguration(contentType: .plainText, file: try FileWrapper(url: file))
            #expect(try Note(configuration: read).text == "of the sea")
            answers.place = folder.appending(path: "nowhere/note.txt")
            handle.value = true
            shown.update()
            #expect(throws: (any Error).self) { try results[1].get() }
        }
    }

    @Test func severalDocumentsReplaceNothing() async throws {
        let answers = Answers()
        try await with(answers) { folder in
            answers.place = folder
            try Data("old".utf8).write(to: folder.appending(path: "Untitled.txt"))
            var written: [URL] = []
            let shown = Shown(
                Text(verbatim: "export").fileExporter(
                    isPresented: .constant(true), documents: [Note(text: "1"), Note(text: "2")],
                    contentType: .plainText
                ) { written = (try? $0.get()) ?? [] })
            shown.update()
            #expect(written.map(\.lastPathComponent) == ["Untitled 2.txt", "Untitled 3.txt"])
            #expect(try Data(contentsOf: folder.appending(path: "Untitled.txt")) == Data("old".utf8))
            #expect(try Data(contentsOf: written[1]) == Data("2".utf8))
        }
    }

    @Test func aValueIsWrittenInItsForm() async throws {
        let answers = Answers()
        try await with(answers) { folder in
            answers.place = folder.appending(path: "text.txt")
            let isThere = AsyncStream<URL>.makeStream()
            let shown = Shown(
                Text(verbatim: "export").fileExporter(
                    isPresented: .constant(true), item: "a text", contentTypes: [.plainText]
                ) { if let url = try? $0.get() { isThere.continuation.yield(url) } })
            shown.update()
            for await url in isThere.stream {
                let written = try? Data(contentsOf: url)
                #expect(written == Data("a text".utf8))
                break
            }
        }
    }

    @Test func anEndingIsOfferedForATypeAndItsSubtypes() {
        let ofImages = UTType.image.allFilenameExtensions
        #expect(ofImages.contains("heic") && ofImages.contains("png") && !ofImages.contains("mov"))
        #expect(UTType.item.allFilenameExtensions.isEmpty && UTType.data.allFilenameExtensions.isEmpty)
    }
}
