import Foundation
import NewFiles
import TestSupport
import Testing

struct NewFileSetTests {
    let folder: TemporaryFolder
    private static let names = ["a.jpg", "a.dng", "a.mov"]

    init() throws { folder = try TemporaryFolder() }

    private static func write(_ text: String, in folder: String, replacing isReplacing: Bool) throws -> [NewFile] {
        try names.map { name in
            let file = try NewFile(path: "\(folder)/\(name)", replacing: isReplacing, mode: 0o644)
            #expect(text.utf8.withContiguousStorageIfAvailable { writeAll(.init($0), to: file.descriptor) } == true)
            return file
        }
    }

    private func writeOld() throws {
        for name in Self.names { _ = try folder.file(name, contents: Data("old".utf8)) }
    }

    private var contents: [String: String] {
        get throws {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            return try names.reduce(into: [:]) { $0[$1] = try String(contentsOf: folder.file($1), encoding: .utf8) }
        }
    }

    private static func all(_ content: String) -> [String: String] {
        Dictionary(uniqueKeysWithValues: names.map { ($0, content) })
    }

    @Test(arguments: [false, true])
    func filesAreThereWhenTheyArePublished(isReplacing: Bool) throws {
        if isReplacing { try writeOld() }
        let files = try Self.write("new", in: folder.url.path, replacing: isReplacing)
        #expect(try contents.filter { !$0.key.hasPrefix(".") } == (isReplacing ? Self.all("old") : [:]))
        try NewFileSet(files).publish()
        #expect(try contents == Self.all("new"))
    }

    @Test func withoutAListNothingIsLeftAndOldFilesStay() throws {
        try writeOld()
        do { _ = NewFileSet(try Self.write("new", in: folder.url.path, replacing: true)) }
        #expect(try contents == Self.all("old"))
    }

    /// The next process goes on, whichever of the names it asks for.
    @Test(arguments: [(0, true), (1, true), (2, true), (3, true), (0, false), (1, false)])
    func aKillBetweenTwoNamesIsRepaired(named: Int, isReplacing: Bool) async throws {
        if isReplacing { try writeOld() }
        let path = folder.url.path
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, named = named as Int, isReplacing = isReplacing as Bool] in
            let files = try Self.write("new", in: path, replacing: isReplacing)
            try NewFileSet(files).commit()
            for file in files.prefix(named) where file.publish() != 0 { exit(1) }
            kill(getpid(), SIGKILL)
        }
        let torn = try contents
        #expect(torn.values.count { $0 == "new" } == 3)
        #expect(NewFile.removeLeftovers(of: ["a.mov"], in: path).isEmpty, "files of a complete set were removed")
        #expect(NewFileSet.completeAbandoned(of: ["b.jpg"], in: path).isEmpty)
        #expect(try contents == torn)
        #expect(NewFileSet.completeAbandoned(of: ["a.dng"], in: path) == Array(Self.names[named...]))
        #expect(try contents == Self.all("new"))
    }

    @Test func aSetOfALivingProcessIsLeftAlone() throws {
        let set = NewFileSet(try Self.write("new", in: folder.url.path, replacing: false))
        try set.commit()
        #expect(NewFileSet.completeAbandoned(of: Self.names, in: folder.url.path).isEmpty)
        #expect(NewFile.removeLeftovers(of: Self.names, in: folder.url.path).isEmpty)
        try set.publish()
        #expect(try contents == Self.all("new"))
    }

    @Test func aFileThatCameMeanwhileLeavesNoneOfTheSet() throws {
        let files = try Self.write("new", in: folder.url.path, replacing: false)
        _ = try folder.file("a.dng", contents: Data("other".utf8))
        let failure = #expect(throws: NewFileSet.Failure.self) { try NewFileSet(files).publish() }
        #expect(failure?.number == EEXIST && failure?.path == folder.file("a.dng").path)
        for file in files { file.closeFile() }
        #expect(try contents == ["a.dng": "other"])
    }

    /// What came meanwhile is not replaced after a kill either.
    @Test func aFileThatCameAfterAKillIsLeftAlone() throws {
        try writeList(["create", ".a.jpg.1a2b3c4d.part", "a.jpg", ".a.dng.1a2b3c4d.part", "a.dng"])
        _ = try folder.file("a.dng", contents: Data("other".utf8))
        #expect(NewFileSet.completeAbandoned(of: ["a.jpg"], in: folder.url.path) == ["a.jpg"])
        #expect(NewFile.removeLeftovers(of: ["a.jpg", "a.dng"], in: folder.url.path) == [".a.dng.1a2b3c4d.part"])
        #expect(try contents == ["a.jpg": "new", "a.dng": "other"])
    }

    /// Such a list would move files that do not belong to the set.
    @Test(arguments: [
        ["replace", ".b.jpg.1a2b3c4d.part", "a.jpg"], ["replace", "b.jpg", "a.jpg"],
        ["move", ".a.jpg.1a2b3c4d.part", "a.jpg"],
        ["replace", "./.a.jpg.1a2b3c4d.part", "a.jpg"], ["replace", ".a.jpg.1a2b3c4d.part", "a.jpg", ""], [],
    ])
    func whatIsNotAListIsLeftAlone(texts: [String]) throws {
        try writeList(texts)
        _ = try folder.file("a.jpg", contents: Data("old".utf8))
        _ = try folder.file("b.jpg", contents: Data("other".utf8))
        #expect(NewFileSet.completeAbandoned(of: ["a.jpg"], in: folder.url.path).isEmpty)
        #expect(try contents["a.jpg"] == "old" && contents["b.jpg"] == "other")
    }

    private func writeList(_ texts: [String]) throws {
        for name in ["a.jpg", "a.dng", "b.jpg"] where texts.contains(".\(name).1a2b3c4d.part") {
            _ = try folder.file(".\(name).1a2b3c4d.part", contents: Data("new".utf8))
        }
        _ = try folder.file(".a.jpg.2a2b3c4d.set", contents: Data(texts.flatMap { Array($0.utf8) + [0] }))
    }
}
