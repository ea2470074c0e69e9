import Foundation
import TestSupport
import Testing

/// Places where a photo library cannot be.
@Suite(.ownThread) struct LibraryPlaceTests {
    let avcam: AVCamProgram

    init() throws { avcam = try AVCamProgram() }

    @Test(arguments: ["file", "file/library"])
    func aFileInTheWayIsNamed(place: String) throws {
        let file = try avcam.folder.file("file", contents: Data("text".utf8))
        for arguments in [["photo"], ["photo", "--deferred"], ["record", "--duration", "1"], ["try"]] {
            let output = try avcam.run(arguments, library: avcam.folder.file(place))
            #expect(output.status == 73 && output.text.isEmpty)
            #expect(
                output.sentence?.contains("because \(file.path) is a file and no folder; ") == true,
                "\(output.standardError)")
        }
        #expect(try Data(contentsOf: file) == Data("text".utf8))
    }

    @Test(arguments: ["file", "file/library"])
    func aFileCannotBeListedAsALibrary(place: String) throws {
        let file = try avcam.folder.file("file", contents: Data())
        let output = try avcam.run("library", "list", library: avcam.folder.file(place))
        #expect(output.status == 73)
        #expect(output.sentence?.contains("\(file.path) is a file and no folder") == true, "\(output.standardError)")
    }

    @Test(
        .enabled(if: Somebody.mayRunTheProgram, "another user may not run the program"),
        arguments: [
            ["library", "list"], ["library", "list", "--json"], ["library", "process"], ["library", "rebuild"],
            ["photo"],
        ])
    func aLibraryBelowAFolderThatMayNotBeEnteredIsNotEmpty(arguments: [String]) throws {
        let closed = avcam.folder.file("closed")
        let library = closed.appendingPathComponent("pictures/library")
        try FileManager.default.createDirectory(at: library, withIntermediateDirectories: true)
        try #require(chmod(avcam.folder.url.path, 0o755) == 0 && chmod(closed.path, 0o600) == 0)
        defer { chmod(closed.path, 0o700) }
        let output = try Tool.run(
            "timeout", ["-s", "KILL", "60"] + Somebody.prefix + [AVCamProgram.path] + arguments,
            environment: ["AVCAM_LIBRARY": library.path, "AVCAM_DEVICES": "simulated", "HOME": avcam.folder.url.path])
        #expect(output.status == 77 && output.text.isEmpty, "\(output.status) \(output.text)")
        #expect(
            output.sentence?.contains("\(library.path) cannot be used (\(closed.path): Permission denied); ") == true,
            "\(output.standardError)")
        // As root the tests make a folder that the other user cannot open for oneself.
        let advice = geteuid() == 0 ? "ask root, who owns \(closed.path), for permission" : "give yourself permission"
        #expect(output.sentence?.contains(advice) == true, "\(output.standardError)")
    }

    /// They are folders without photos, and are not changed by looking at them.
    @Test(arguments: ["/proc", "/dev", "/sys"])
    func aFolderOfTheSystemIsAnEmptyLibrary(folder: String) throws {
        for arguments in [["library", "list"], ["library", "albums"], ["library", "process"], ["devices"]] {
            let output = try avcam.run(arguments, library: URL(fileURLWithPath: folder))
            #expect(output.status == 0 && output.notes.isEmpty, "\(arguments): \(output.standardError)")
            #expect(output.text.isEmpty == (arguments != ["devices"]), "\(output.text)")
        }
        #expect(!avcam.names(in: URL(fileURLWithPath: folder)).contains(".avcam"))
    }

    @Test(
        arguments: [["photo"], ["record", "--duration", "1"], ["try"]], ["/proc", "/proc/pictures/library"])
    func aFolderThatCannotBeCreatedIsReportedBeforeTheCameraStarts(arguments: [String], folder: String) throws {
        let output = try avcam.run(arguments, library: URL(fileURLWithPath: folder))
        #expect(output.status == 73 && output.text.isEmpty)
        #expect(
            output.sentence?.contains("because no folder can be made in /proc; choose another folder") == true,
            "\(output.standardError)")
    }
}
