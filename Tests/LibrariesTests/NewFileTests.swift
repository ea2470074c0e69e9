import Foundation
import NewFiles
import TestSupport
import Testing

struct NewFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ text: String, to file: NewFile) {
        #expect(text.withCString { Foundation.write(file.descriptor, $0, strlen($0)) } == text.utf8.count)
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() }
    }

    @Test(arguments: [false, true])
    func aFileIsThereWhenItIsPublished(isReplacing: Bool) throws {
        let url = folder.file("file")
        let file = try NewFile(path: url.path, replacing: isReplacing, mode: 0o644)
        write("new", to: file)
        #expect(try names.allSatisfy { $0.hasPrefix(".") })
        #expect(file.publish() == 0 && file.isPublished && file.hiddenPath == nil)
        file.closeFile()
        #expect(try names == ["file"])
        #expect(try String(contentsOf: url, encoding: .utf8) == "new")
    }

    @Test(arguments: [false, true])
    func aFileThatIsNotPublishedLeavesNothing(isReplacing: Bool) throws {
        do { write("new", to: try NewFile(path: folder.file("file").path, replacing: isReplacing, mode: 0o644)) }
        #expect(try names.isEmpty)
    }

    @Test func aFileThatIsThereIsReplacedOnlyWhenWanted() throws {
        let url = try folder.file("file", contents: Data("old".utf8))
        #expect(throws: NewFile.Failure.self) { try NewFile(path: url.path, replacing: false, mode: 0o644) }
        let file = try NewFile(path: url.path, replacing: true, mode: 0o644)
        write("new", to: file)
        #expect(try String(contentsOf: url, encoding: .utf8) == "old")
        #expect(file.publish() == 0)
        #expect(try String(contentsOf: url, encoding: .utf8) == "new")
    }

    @Test func aFileThatCameMeanwhileIsLeftAlone() throws {
        let url = folder.file("file")
        let file = try NewFile(path: url.path, replacing: false, mode: 0o644)
        try Data("other".utf8).write(to: url)
        #expect(file.publish() == EEXIST && !file.isPublished)
        file.remove()
        #expect(try String(contentsOf: url, encoding: .utf8) == "other")
    }

    @Test func whereaboutsAreTold() throws {
        let place = folder.file("folder")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let file = try NewFile(path: place.appendingPathComponent("file").path, replacing: false, mode: 0o644)
        #expect(file.publish() == 0 && file.whereabouts == .inPlace)
        let other = folder.file("other")
        try FileManager.default.moveItem(at: place, to: other)
        #expect(file.whereabouts == .moved(other.appendingPathComponent("file").path))
        try FileManager.default.removeItem(at: other)
        #expect(file.whereabouts == .removed)
    }

    /// A rename between the naming of the file and the look at its name must not make it seem to be lost either: both
    /// are done in the folder, wherever that is by then.
    @Test(arguments: [false, true])
    func aFileIsPublishedInItsFolderThoughThatWasRenamed(isReplacing: Bool) throws {
        let (place, other) = (folder.file("folder"), folder.file("other"))
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let path = place.appendingPathComponent("file").path
        let file = try NewFile(path: path, replacing: isReplacing, mode: 0o644)
        write("new", to: file)
        try FileManager.default.moveItem(at: place, to: other)
        #expect(file.publish() == 0)
        let moved = other.appendingPathComponent("file")
        #expect(file.whereabouts == .moved(moved.path))
        #expect(try String(contentsOf: moved, encoding: .utf8) == "new")
    }

    @Test func aFileIsNotPublishedInAFolderThatIsGone() throws {
        let place = folder.file("folder")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let path = place.appendingPathComponent("file").path
        let file = try NewFile(path: path, replacing: false, mode: 0o644)
        try FileManager.default.removeItem(at: place)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        #expect(file.publish() == ENOENT)
        let failure = #expect(throws: NewFile.Failure.self) {
            try NewFile(path: path + "/", replacing: true, mode: 0o644)
        }
        #expect(failure?.number == EISDIR)
    }

    @Test func leftoversAreThoseOfTheDead() throws {
        for name in [".file.0123abcd.part", ".file.0123abcd.old", ".file.0123abcg.part", ".other.0123abcd.part"] {
            _ = try folder.file(name, contents: Data())
        }
        let held = try folder.file(".file.1123abcd.part", contents: Data())
        let descriptor = open(held.path, O_RDONLY)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        #expect(NewFile.removeLeftovers(of: ["file"], in: folder.url.path) == [".file.0123abcd.part"])
        #expect(
            try names == [".file.0123abcd.old", ".file.0123abcg.part", ".file.1123abcd.part", ".other.0123abcd.part"])
    }
}
