import Foundation
import Glibc
import TestSupport
import Testing

@testable import Photos

/// How a file gets its name on file systems that can do less than others.
@Suite struct PublishingTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// An operation that a file system lacks.
    private func lacking(_ number: Int32) -> (String, String) -> Int32 {
        { _, _ in
            errno = number
            return -1
        }
    }

    private func publish(linkError: Int32) throws -> Bool {
        let source = try folder.file("source", contents: Data("new".utf8)).path
        return try DurableFile.publish(
            source, as: folder.file("target").path, renameExclusively: lacking(EINVAL), link: lacking(linkError))
    }

    @Test(arguments: [EPERM, ENOSYS, EOPNOTSUPP])
    func aFileSystemWithoutLinksAndExclusiveRenamesWillDo(linkError: Int32) throws {
        #expect(try publish(linkError: linkError))
        #expect(try Data(contentsOf: folder.file("target")) == Data("new".utf8))
        #expect(!FileManager.default.fileExists(atPath: folder.file("source").path))
    }

    @Test func nothingIsReplacedThere() throws {
        _ = try folder.file("target", contents: Data("old".utf8))
        #expect(try !publish(linkError: EPERM))
        #expect(try Data(contentsOf: folder.file("target")) == Data("old".utf8))
        #expect(FileManager.default.fileExists(atPath: folder.file("source").path))
    }

    @Test func aLinkThatFailsOtherwiseIsAnError() {
        #expect(throws: FileError.self) { try publish(linkError: EIO) }
    }
}
