import Foundation
import MissingFoundation
import Testing

@Suite struct FileWrapperTests {
    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    @Test func symbolicLinksAreNotFollowed() throws {
        try withFolder { folder in
            let inner = folder.appendingPathComponent("inner")
            try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
            try FileManager.default.createSymbolicLink(
                atPath: inner.appendingPathComponent("again").path, withDestinationPath: "../inner")
            let read = try FileWrapper(url: inner)
            let link = read.fileWrappers?["again"]
            #expect(link?.isSymbolicLink == true && link?.isDirectory == false && link?.isRegularFile == false)
            #expect(link?.symbolicLinkDestinationURL?.standardizedFileURL.path == inner.path)
            let copy = folder.appendingPathComponent("copy")
            try read.write(to: copy, options: .atomic, originalContentsURL: nil)
            let target = try FileManager.default.destinationOfSymbolicLink(
                atPath: copy.appendingPathComponent("again").path)
            #expect(target == "../inner" && read.matchesContents(of: copy))
            let own = FileWrapper(symbolicLinkWithDestination: inner)
            try own.write(to: copy.appendingPathComponent("again"), originalContentsURL: nil)
            #expect(try FileWrapper(url: copy.appendingPathComponent("again")).isSymbolicLink)
            #expect(!read.matchesContents(of: copy))
        }
    }

    @Test func aFileIsWrittenAndRead() throws {
        try withFolder { folder in
            let url = folder.appendingPathComponent("a.txt")
            let file = FileWrapper(regularFileWithContents: Data("one".utf8))
            #expect(file.isRegularFile && !file.isDirectory && file.fileWrappers == nil && file.filename == nil)
            try file.write(to: url, options: [.atomic, .withNameUpdating], originalContentsURL: nil)
            #expect(file.filename == "a.txt" && file.matchesContents(of: url))
            let read = try FileWrapper(url: url)
            #expect(read.regularFileContents == Data("one".utf8) && read.preferredFilename == "a.txt")
            try Data("two".utf8).write(to: url)
            #expect(!file.matchesContents(of: url))
            #expect(throws: CocoaError.self) { try FileWrapper(url: folder.appendingPathComponent("none")) }
        }
    }

    @Test func aFolderIsWrittenAndReadWithItsFiles() throws {
        try withFolder { folder in
            let inner = FileWrapper(directoryWithFileWrappers: [
                "b.txt": FileWrapper(regularFileWithContents: Data("b".utf8))
            ])
            let package = FileWrapper(directoryWithFileWrappers: ["inner": inner])
            #expect(package.addRegularFile(withContents: Data("a".utf8), preferredFilename: "a.txt") == "a.txt")
            // Another file of that name gets another one.
            let second = package.addRegularFile(withContents: Data("c".utf8), preferredFilename: "a.txt")
            #expect(second != "a.txt" && second.hasSuffix("a.txt"))
            let url = folder.appendingPathComponent("clip.package")
            // What is there is replaced.
            try Data().write(to: url)
            try package.write(to: url, options: .atomic, originalContentsURL: nil)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["clip.package"])
            let read = try FileWrapper(url: url)
            #expect(read.isDirectory && read.fileWrappers?.count == 3 && read.regularFileContents == nil)
            #expect(read.fileWrappers?["inner"]?.fileWrappers?["b.txt"]?.regularFileContents == Data("b".utf8))
            #expect(package.matchesContents(of: url))
            if let old = package.fileWrappers?[second] { package.removeFileWrapper(old) }
            #expect(package.fileWrappers?.count == 2 && !package.matchesContents(of: url))
        }
    }
}
