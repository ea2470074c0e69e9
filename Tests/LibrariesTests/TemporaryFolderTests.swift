import Foundation
import TestSupport
import Testing

struct TemporaryFolderTests {
    /// There, the run removes it.
    @Test func aFolderOfAProcessThatATestEndsIsInThatOfTheRun() async throws {
        let own = try TemporaryFolder()
        let result = await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
            let folder = try TemporaryFolder()
            FileHandle.standardError.write(Data("<\(folder.url.path)>".utf8))
            exit(1)
        }
        let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        let path = try #require(said.split(separator: "<").last?.split(separator: ">").first.map(String.init))
        #expect(FileManager.default.fileExists(atPath: path))
        #expect(path.hasPrefix(own.url.deletingLastPathComponent().path + "/"))
    }

    @Test func foldersOfRunsThatAreGoneAreRemoved() throws {
        let own = try TemporaryFolder()
        let place = FileManager.default.temporaryDirectory
        // Higher than any process number on Linux.
        let gone = place.appendingPathComponent("\(TemporaryFolder.prefix)99999999")
        let other = place.appendingPathComponent("\(TemporaryFolder.prefix)\(UUID())")
        for folder in [gone, other] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        defer { try? FileManager.default.removeItem(at: other) }
        TemporaryFolder.removeThoseOfTheDead()
        #expect(!FileManager.default.fileExists(atPath: gone.path))
        #expect([own.url, other].allSatisfy { FileManager.default.fileExists(atPath: $0.path) })
    }
}
