import Foundation
import Photos
import TestSupport
import Testing

/// `avcam library` with libraries that are large, damaged, locked or missing.
struct LibraryCommandTests {
    let avcam: AVCamProgram

    init() throws { avcam = try AVCamProgram() }

    private var catalogue: URL { avcam.library.appendingPathComponent(".avcam/catalogue.sqlite") }

    /// Fills the library's folder with hard links to one small photo.
    private func fill(_ count: Int) throws {
        let jpeg = avcam.folder.file("small.jpg")
        let source = ["-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x48", "-frames:v", "1"]
        try Tool.output("ffmpeg", source + [jpeg.path])
        try FileManager.default.createDirectory(at: avcam.library, withIntermediateDirectories: true)
        for number in 0..<count {
            try FileManager.default.linkItem(
                at: jpeg, to: avcam.library.appendingPathComponent(String(format: "DSC_%05d.jpg", number)))
        }
    }

    private func entries() throws -> [[String: Any]] {
        try #require(try avcam.run("library", "list", "--json").json() as? [[String: Any]])
    }

    @Test func aPhotoIsSavedAndTheDamagedCatalogueIsReported() throws {
        for _ in 0..<2 { #expect(try avcam.run("photo").status == 0) }
        let before = try entries().map { $0["id"] as? String }
        // Changes in the catalogue's write-ahead log would survive the damage. A new catalogue has no log.
        #expect(try avcam.run("library", "rebuild").status == 0)
        let handle = try FileHandle(forWritingTo: catalogue)
        try handle.seek(toOffset: 4096 * 3)
        try handle.write(contentsOf: Data(count: 4096))
        try handle.close()
        let output = try avcam.run("photo")
        #expect(output.status == 0 && output.line == avcam.library.path + "/IMG_0003.jpg")
        let list = try avcam.run("library", "list", "--json")
        let notes = output.notes + list.notes
        #expect(notes.count == 1 && notes[0].contains("was damaged ("), "\(notes)")
        #expect(try entries().prefix(2).map { $0["id"] as? String } == before)
        #expect(try entries().count == 3)
    }

    @Test func rebuildingByHandKeepsIdentifiers() throws {
        for _ in 0..<2 { #expect(try avcam.run("photo").status == 0) }
        let before = try avcam.run("library", "list", "--json").text
        let output = try avcam.run("library", "rebuild")
        #expect(output.status == 0 && output.notes.isEmpty)
        #expect(output.line == "The catalogue of \(avcam.library.path) was rebuilt: 2 photos and movies.")
        #expect(try avcam.run("library", "list", "--json").text == before)
        #expect(FileManager.default.fileExists(atPath: catalogue.path + ".damaged"))
    }

    @Test func withoutALibraryNothingIsRebuilt() throws {
        let output = try avcam.run("library", "rebuild")
        #expect(output.status == 66 && output.sentence?.contains("There is no photo library in") == true)
        #expect(!FileManager.default.fileExists(atPath: avcam.library.path))
    }

    /// As after Ctrl-Z: the listing is stopped, its pipe is full, and nobody reads it.
    @Test func aStoppedListingBlocksNobody() throws {
        try fill(3000)
        #expect(try avcam.run("photo").status == 0)
        let pipe = Pipe()
        let listing = Process()
        listing.executableURL = URL(fileURLWithPath: AVCamProgram.path)
        listing.arguments = ["library", "list"]
        listing.environment = ProcessInfo.processInfo.environment.merging(["AVCAM_LIBRARY": avcam.library.path]) { $1 }
        listing.standardOutput = pipe
        try listing.run(withinSeconds: 300)
        // The first byte shows that it has begun to print.
        let first = try #require(try pipe.fileHandleForReading.read(upToCount: 1))
        kill(listing.processIdentifier, SIGSTOP)
        let photo = try avcam.run("photo")
        #expect(photo.status == 0 && photo.notes.isEmpty, "\(photo.standardError)")
        kill(listing.processIdentifier, SIGCONT)
        let rest = try pipe.fileHandleForReading.readToEnd() ?? Data()
        listing.waitUntilExit()
        let lines = String(decoding: first + rest, as: UTF8.self).split(separator: "\n")
        #expect(lines.count >= 3001 && Set(lines).count == lines.count)
    }

    /// In kilobytes.
    private func peakMemory(of command: String = "list") throws -> Int {
        let script = """
            import resource, subprocess, sys
            subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
            print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
            """
        let output = try Tool.run(
            "python3", ["-c", script, AVCamProgram.path, "library", command],
            environment: ["AVCAM_LIBRARY": avcam.library.path])
        return try #require(Int(output.line), "\(output.standardError)")
    }

    /// What it knew of 38,000 more, in a few words for each, would be 20 MB. SQLite's cache is 2 MB, and may be empty before.
    @Test func aLongListSaysWhatItWaitsForOnceAndTakesNoMoreMemory() throws {
        try fill(2_000)
        // The catalogue is kept.
        #expect(try avcam.run("photo").status == 0)
        #expect(try avcam.run("library", "list").notes.isEmpty)
        let small = try peakMemory()
        try FileManager.default.removeItem(at: avcam.folder.file("small.jpg"))
        for number in 2_000..<40_000 {
            let name = String(format: "DSC_%05d.jpg", number)
            let first = avcam.library.appendingPathComponent("DSC_00000.jpg")
            try FileManager.default.linkItem(at: first, to: avcam.library.appendingPathComponent(name))
        }
        let first = try avcam.run("library", "list")
        let sentence = "Photos: Reading 38000 photos and movies in \(avcam.library.path) that the library does not know"
        #expect(first.sentence?.hasPrefix(sentence) == true, "\(first.standardError)")
        #expect(first.text.split(separator: "\n").count == 40_001)
        let second = try avcam.run("library", "list")
        #expect(second.notes.isEmpty && second.text == first.text)
        let large = try peakMemory()
        #expect(large - small < 8_000, "\(small) kB, and \(large) kB for 20 times as many")
        // What is known of each file is in memory while its asset is written: 650 bytes.
        let rebuilding = try peakMemory(of: "rebuild")
        #expect(rebuilding - large < 34_000, "\(large) kB, and \(rebuilding) kB for a rebuild")
    }

    @Test(arguments: [["library", "list"], ["library", "list", "--json"]])
    func namesInAListCannotControlATerminal(arguments: [String]) throws {
        try fill(1)
        let name = "a\u{1B}[31mred\u{7}.jpg\n2026-01-01 00:00  photo  IMG_9999.jpg"
        try FileManager.default.linkItem(
            at: avcam.library.appendingPathComponent("DSC_00000.jpg"), to: avcam.library.appendingPathComponent(name))
        // A script needs the name as it is.
        if arguments.count == 2 { #expect(try avcam.run(arguments).text.contains(name)) }
        let words = ([AVCamProgram.path] + arguments).map { "'\($0)'" }.joined(separator: " ")
        let shown = try Tool.run(
            "script", ["-qec", words, avcam.folder.file("typescript").path],
            environment: ["AVCAM_LIBRARY": avcam.library.path])
        #expect(shown.status == 0 && shown.text.contains("[31mred"), "\(shown.text)")
        #expect(!shown.text.contains("\u{1B}") && !shown.text.contains("\u{7}"))
        #expect(!shown.text.contains("\n2026-01-01"))
    }

    @Test func aPhotoTakenWhileTheCatalogueIsHeldIsAdoptedByTheNextRun() throws {
        #expect(try avcam.run("photo").status == 0)
        let holder = Process()
        holder.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let script = """
            import sqlite3, sys
            database = sqlite3.connect(sys.argv[1], isolation_level=None)
            database.execute("BEGIN IMMEDIATE")
            print("held", flush=True)
            sys.stdin.read()
            """
        holder.arguments = ["python3", "-c", script, catalogue.path]
        let (input, output) = (Pipe(), Pipe())
        (holder.standardInput, holder.standardOutput) = (input, output)
        try holder.run(withinSeconds: 300)
        _ = try output.fileHandleForReading.read(upToCount: 4)
        let photo = try avcam.run("photo")
        #expect(photo.status == 74 && photo.text.isEmpty)
        let sentence = try #require(photo.sentence)
        #expect(sentence.contains("is held by another program; "), "\(sentence)")
        #expect(
            sentence.contains("What was taken is complete in \(avcam.library.path)/.avcam/incoming/"), "\(sentence)")
        try input.fileHandleForWriting.close()
        holder.waitUntilExit()
        let list = try avcam.run("library", "list")
        #expect(list.text.split(separator: "\n").count == 2)
        #expect(list.sentence?.contains("Adopted 1 photo that could not be saved before: IMG_0002.jpg") == true)
        #expect(try avcam.run("library", "list").notes.isEmpty)
    }

    @Test func listingAFolderChangesNothingInIt() throws {
        try fill(2)
        #expect(try entries().count == 2)
        #expect(avcam.names(in: avcam.library) == ["DSC_00000.jpg", "DSC_00001.jpg"])
    }

    @Test func anEmptyListIsJSON() throws {
        #expect(try entries().isEmpty)
        try fill(1)
        #expect(try entries().count == 1)
    }

    @Test func aNameThatIsNotTextIsRefused() throws {
        let place = avcam.folder.file("").path
        let command = "exec \"$0\" photo -o \"$1\"/$(printf 'p\\377.jpg')"
        let output = try Tool.run("sh", ["-c", command, AVCamProgram.path, place])
        #expect(output.status == 64 && output.sentence?.contains("bytes that are not UTF-8") == true)
        #expect(avcam.names(in: avcam.folder.url).isEmpty)
    }

    @Test(arguments: ["AVCAM_LIBRARY", "XDG_PICTURES_DIR", "HOME", "TMPDIR"])
    func aFolderInTheEnvironmentThatIsNotTextIsRefused(variable: String) throws {
        let place = avcam.folder.file("").path
        let command = "unset AVCAM_LIBRARY XDG_PICTURES_DIR; export \"$2\"=\"$1\"/$(printf 'p\\377'); exec \"$0\" photo"
        let output = try Tool.run("sh", ["-c", command, AVCamProgram.path, place, variable])
        #expect(output.status == 64)
        #expect(output.sentence?.contains("in the variable \(variable) has bytes that are not UTF-8") == true)
        #expect(avcam.names(in: avcam.folder.url).isEmpty)
    }

    @Test func aFileWhoseNameIsNotTextIsLeftOutWithASentence() throws {
        try fill(1)
        let command = "mv \"$0\"/DSC_00000.jpg \"$0\"/$(printf 'p\\377.jpg')"
        #expect(try Tool.run("sh", ["-c", command, avcam.library.path]).status == 0)
        let list = try avcam.run("library", "list")
        #expect(list.status == 0 && list.text.isEmpty)
        #expect(list.sentence?.contains("not UTF-8") == true, "\(list.notes)")
    }
}
