import Foundation
import Glibc
import Locking
import TestSupport
import Testing

@testable import Photos

/// Parts of the library's store that need no library.
struct StorePartTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func text(_ url: URL) -> String? {
        (try? Data(contentsOf: url)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func aFileIsMovedAndALinkIsNot() throws {
        let (file, link, place) = (
            try folder.file("file", contents: Data("new".utf8)), folder.file("link"),
            try folder.file("place", contents: Data("old".utf8))
        )
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: file.path)
        // What it points to is somebody else's.
        #expect(try !DurableFile.move(link.path, to: place.path))
        #expect(text(place) == "old" && text(link) == "new")
        #expect(try DurableFile.move(file.path, to: place.path))
        #expect(text(place) == "new" && text(file) == nil)
        let error = #expect(throws: FileError.self) { try DurableFile.move(file.path, to: place.path) }
        #expect(error?.number == ENOENT)
        #expect(text(place) == "new")
    }

    @Test func aNameThatIsTakenIsNotPublishedOver() throws {
        let (new, name) = (try folder.file("new", contents: Data("new".utf8)), folder.file("name"))
        #expect(try DurableFile.publish(new.path, as: name.path))
        #expect(text(name) == "new" && text(new) == nil)
        let other = try folder.file("other", contents: Data("other".utf8))
        #expect(try !DurableFile.publish(other.path, as: name.path))
        #expect(text(name) == "new" && text(other) == "other")
        #expect(throws: FileError.self) {
            try DurableFile.publish(other.path, as: folder.file("nowhere/name").path)
        }
        #expect(text(other) == "other")
    }

    /// Rounds of a processor, each of which waits until the test lets it end.
    private final class Rounds: Sendable {
        let begun = Monitor(0)
        let released = Monitor(0)

        func work() {
            let number = begun.withLock { count in
                count += 1
                return count
            }
            _ = released.wait(timeout: .seconds(20)) { $0 >= number ? true : nil }
        }

        func begin(_ number: Int) -> Bool {
            begun.wait(timeout: .seconds(20)) { $0 >= number ? true : nil } == true
        }

        func end(_ number: Int) { released.withLock { $0 = number } }
    }

    @Test func workThatArrivesDuringARoundIsDoneInOneMore() {
        let rounds = Rounds()
        let processor = DeferredProcessor(delay: .zero) { rounds.work() }
        processor.start()
        #expect(rounds.begin(1))
        for _ in 0..<3 { processor.start() }
        rounds.end(1)
        #expect(rounds.begin(2))
        // A second thread would have begun by now, or begins the third round.
        #expect(rounds.begun.withLock { $0 } == 2)
        processor.start()
        rounds.end(2)
        #expect(rounds.begin(3))
        rounds.end(3)
        // Whether its thread has ended by now or not, one more start is one more round.
        processor.start()
        #expect(rounds.begin(4))
        #expect(rounds.begun.withLock { $0 } == 4)
        rounds.end(4)
    }
}
