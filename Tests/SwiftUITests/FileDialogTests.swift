import Foundation
import Testing

@testable import SwiftUI
@testable import UIKit

@Suite(.serialized, .timeLimit(.minutes(5))) @MainActor struct FileDialogTests {
    /// A person who answers at once, or not at all.
    private final class Answers: FileAsking {
        var files: [URL] = []
        var place: URL?
        var asked: [String] = []
        var answers = true
        var withdrawn = 0

        private func answer(_ body: () -> Void) -> FileWithdrawal {
            if answers { body() }
            return { self.withdrawn += 1 }
        }

        func chooseFiles(
            of types: [UTType], several: Bool, in folder: URL?, over controller: UIViewController?,
            _ chosen: @escaping ([URL]) -> Void
        ) -> FileWithdrawal {
            asked.append("\(types.map(\.identifier)) \(several)")
            return answer { chosen(files) }
        }
        func chooseNewFile(
            named name: String, in folder: URL?, over controller: UIViewController?, _ chosen: @escaping (URL?) -> Void
        ) -> FileWithdrawal {
            asked.append(name)
            return answer { chosen(place) }
        }
        func chooseFolder(
            in folder: URL?, over controller: UIViewController?, _ chosen: @escaping (URL?) -> Void
        ) -> FileWithdrawal {
            asked.append("folder")
            return answer { chosen(place) }
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

    @Test func aQuestionThatIsNotWantedAnyMoreIsTakenBack() async throws {
        let answers = Answers()
        answers.answers = false
        try await with(answers) { _ in
            let importing = Held<Bool, AnyView>.Handle()
            let exporting = Held<Bool, AnyView>.Handle()
            let shown = Shown(
                Held(false, importing) { isAsked in
                    AnyView(
                        Text(verbatim: "import").fileImporter(
                            isPresented: isAsked, allowedContentTypes: [.plainText]
                        ) { _ in })
                })
            importing.value = true
            shown.update()
            #expect(answers.asked.count == 1 && answers.withdrawn == 0)
            importing.value = false
            shown.update()
            #expect(answers.withdrawn == 1)
            let other = Shown(
                Held(true, exporting) { isThere in
                    AnyView(
                        Group {
                            if isThere.wrappedValue {
                                Text(verbatim: "export").fileExporter(
                                    isPresented: .constant(true), document: Note(text: ""), contentType: .plainText
                                ) { _ in }
                            }
                        })
                })
            #expect(answers.asked.count == 2 && answers.withdrawn == 1)
            // The view goes, and its question with it.
            exporting.value = false
            other.update()
            #expect(answers.withdrawn == 2)
            // One that was answered is not taken back.
            answers.answers = true
            importing.value = true
            shown.update()
            #expect(answers.asked.count == 3 && !importing.value && answers.withdrawn == 2)
        }
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
            // Encoding takes its time.
            #expect(!Thread.isMainThread)
            return FileWrapper(regularFileWithContents: Data(text.utf8))
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
            let results = AsyncStream<Result<URL, any Error>>.makeStream()
            var told = results.stream.makeAsyncIterator()
            let shown = Shown(
                Held(false, handle) { isAsked in
                    AnyView(
                        Text(verbatim: "export")
                            .fileExporter(
                                isPresented: isAsked, document: Note(text: "of the sea"), contentType: .plainText,
                                defaultFilename: "note"
                            ) { results.continuation.yield($0) })
                })
            handle.value = true
            shown.update()
            // Nobody wants it.
            #expect(answers.asked == ["note.txt"] && !handle.value)
            answers.place = file
            handle.value = true
            shown.update()
            #expect(try await told.next()?.get() == file)
            let read = FileDocumentReadConfiguration(contentType: .plainText, file: try FileWrapper(url: file))
            #expect(try Note(configuration: read).text == "of the sea")
            answers.place = folder.appending(path: "nowhere/note.txt")
            handle.value = true
            shown.update()
            let failed = await told.next()
            #expect(throws: (any Error).self) { try failed?.get() }
        }
    }

    @Test func severalDocumentsReplaceNothing() async throws {
        let answers = Answers()
        try await with(answers) { folder in
            answers.place = folder
            try Data("old".utf8).write(to: folder.appending(path: "Untitled.txt"))
            let results = AsyncStream<[URL]>.makeStream()
            let shown = Shown(
                Text(verbatim: "export").fileExporter(
                    isPresented: .constant(true), documents: [Note(text: "1"), Note(text: "2")],
                    contentType: .plainText
                ) { results.continuation.yield((try? $0.get()) ?? []) })
            shown.update()
            var told = results.stream.makeAsyncIterator()
            let written = try #require(await told.next())
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
