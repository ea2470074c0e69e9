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
        arguments: [
            ["library", "list"], ["library", "albums"], ["library", "process"], ["library", "rebuild"], ["photo"],
            ["photo", "--deferred"], ["record", "--duration", "1"], ["try"],
        ], [0o644, 0o755])
    func aFileInsteadOfTheHiddenFolderIsNamed(arguments: [String], mode: mode_t) throws {
        let file = avcam.library.appendingPathComponent(".avcam")
        try FileManager.default.createDirectory(at: avcam.library, withIntermediateDirectories: true)
        try Data("text".utf8).write(to: file)
        try #require(chmod(file.path, mode) == 0)
        let output = try avcam.run(arguments)
        #expect(output.status == 73 && output.text.isEmpty, "\(output.status) \(output.text)")
        #expect(
            output.sentence?.contains("because \(file.path) is a file and no folder; rename that file, ") == true,
            "\(output.standardError)")
        #expect(try Data(contentsOf: file) == Data("text".utf8) && avcam.names(in: avcam.library) == [".avcam"])
    }

    @Test(
        arguments: [
            ["library", "list"], ["library", "list", "--json"], ["library", "list", "--album", "Kept"],
            ["library", "albums"], ["library", "process"], ["library", "rebuild"], ["photo"], ["photo", "--deferred"],
            ["record", "--duration", "1"], ["try"],
        ], ["pictures", "pictures/AVCam"])
    func aLinkToADiskThatIsNotMountedIsNoEmptyLibrary(arguments: [String], place: String) throws {
        let (link, target) = (avcam.folder.file("pictures"), avcam.folder.file("disk/photos"))
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
        let output = try avcam.run(arguments, library: avcam.folder.file(place))
        #expect(output.status == 73 && output.text.isEmpty, "\(output.status) \(output.text)")
        let words = "because \(link.path) is a link to \(target.path), and nothing is there; mount its disk, "
        #expect(output.sentence?.contains(words) == true, "\(output.standardError)")
        #expect(!avcam.names(in: avcam.folder.url).contains("disk"))
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

    private func runAsSomebody(_ arguments: String..., library: URL? = nil) throws -> Tool.Output {
        try Tool.run(
            "timeout", ["-s", "KILL", "60"] + Somebody.prefix + [AVCamProgram.path] + arguments,
            environment: [
                "AVCAM_LIBRARY": (library ?? avcam.library).path, "AVCAM_DEVICES": "simulated",
                "HOME": avcam.folder.url.path,
            ])
    }

    /// A library of two photos in an album, for others to read, but for one part of it.
    private func makeLibrary(without part: String) throws {
        let words = ["photo", "--album", "Kept", "--count", "2", "--max-dimensions", "640x480"]
        #expect(try avcam.run(words).status == 0)
        try #require(chmod(avcam.folder.url.path, 0o755) == 0)
        try Tool.output("chmod", ["-R", "go+rX", avcam.library.path])
        try #require(chmod(avcam.library.appendingPathComponent(part).path, 0) == 0)
    }

    @Test(.enabled(if: Somebody.mayRunTheProgram, "another user may not run the program"))
    func albumsThatMayNotBeReadAreReported() throws {
        try makeLibrary(without: ".avcam")
        let closed = avcam.library.path + "/.avcam"
        defer { chmod(closed, 0o755) }
        for arguments in [["library", "albums"], ["library", "list", "--album", "Kept"]] {
            let output = try runAsSomebody(arguments[0], arguments[1], arguments.count > 2 ? "--album=Kept" : "--json")
            #expect(output.status == 77 && output.text.isEmpty, "\(output.status) \(output.text)")
            #expect(output.sentence?.contains("(\(closed): Permission denied)") == true, "\(output.standardError)")
        }
        let list = try runAsSomebody("library", "list")
        #expect(list.status == 0 && list.text.split(separator: "\n").count == 2)
        #expect(
            list.sentence?.contains("such as favorites, cannot be read (\(closed): Permission denied); ") == true,
            "\(list.standardError)")
    }

    /// The copies of the albums are there.
    @Test(.enabled(if: Somebody.mayRunTheProgram, "another user may not run the program"))
    func withoutTheCatalogueAlbumsAreReadFromTheirFiles() throws {
        try makeLibrary(without: ".avcam/catalogue.sqlite")
        // Who may write there, as the owner may, is told to mend the permissions.
        let folder = avcam.library.path + "/.avcam"
        try #require(chmod(folder, 0o555) == 0)
        defer { chmod(folder, 0o755) }
        let output = try runAsSomebody("library", "albums")
        #expect(output.status == 0 && output.line == "2       Kept", "\(output.text) \(output.standardError)")
    }

    @Test(.enabled(if: Somebody.mayRunTheProgram, "another user may not run the program"))
    func filesThatMayNotBeReadAreNamed() throws {
        try makeLibrary(without: "IMG_0001.jpg")
        try FileManager.default.removeItem(at: avcam.library.appendingPathComponent(".avcam"))
        let output = try runAsSomebody("library", "list")
        #expect(output.status == 0 && output.text.split(separator: "\n").count == 1)
        let words =
            "1 file in \(avcam.library.path) is left out, because it cannot be read (Permission denied): IMG_0001.jpg; "
        #expect(output.sentence?.contains(words) == true, "\(output.standardError)")
    }

    /// `chattr +i`: no permission helps.
    @Test(
        .enabled(if: ImmutableFile.arePossible, "making files immutable needs root, and a file system that can"),
        arguments: [".avcam/catalogue.sqlite", ""])
    func whatIsImmutableIsNamed(part: String) throws {
        #expect(try avcam.run("photo", "--max-dimensions", "640x480").status == 0)
        let fixed = part.isEmpty ? avcam.library.path : avcam.library.path + "/" + part
        try #require(ImmutableFile.set(true, fixed))
        defer { ImmutableFile.set(false, fixed) }
        let output = try avcam.run("photo", "--max-dimensions", "640x480")
        #expect(output.status == 77, "\(output.status)")
        #expect(
            output.sentence?.contains("because \(fixed) is immutable; end that with chattr -i \(fixed), ") == true,
            "\(output.standardError)")
    }

    @Test(.enabled(if: ImmutableFile.arePossible, "making files immutable needs root, and a file system that can"))
    func anImmutableFolderForAFileIsNamed() throws {
        let folder = avcam.folder.file("fixed")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try #require(ImmutableFile.set(true, folder.path))
        defer { ImmutableFile.set(false, folder.path) }
        let output = try avcam.run("photo", "-o", folder.path + "/x.jpg")
        #expect(output.status == 73)
        #expect(output.sentence?.contains("because \(folder.path) is immutable; ") == true, "\(output.standardError)")
    }

    /// Without its log, SQLite cannot open the catalogue there.
    @Test(.enabled(if: SmallDisk.isPermitted, "mounting a small disk needs root"), arguments: [true, false])
    func aLibraryOnAReadOnlyDiskIsListedAndNotWritten(hasLog: Bool) throws {
        let disk = try SmallDisk(kilobytes: 8192)
        defer { withExtendedLifetime(disk) {} }
        let library = disk.url.appendingPathComponent("library")
        let words = ["photo", "--album", "Kept", "--deferred", "--max-dimensions", "640x480"]
        #expect(try avcam.run(words, library: library).status == 0)
        let list = try avcam.run("library", "list", library: library)
        if !hasLog {
            for suffix in ["-wal", "-shm"] { unlink(library.path + "/.avcam/catalogue.sqlite" + suffix) }
        }
        try Tool.output("mount", ["-o", "remount,ro", disk.url.path])
        let listed = try avcam.run("library", "list", library: library)
        #expect(listed.status == 0 && listed.text == list.text && !list.text.isEmpty, "\(listed.standardError)")
        #expect(try avcam.run("library", "albums", library: library).line == "1       Kept")
        for arguments in [["photo"], ["record", "--duration", "1"], ["library", "rebuild"], ["library", "process"]] {
            let output = try avcam.run(arguments, library: library)
            #expect(output.status == 77 && output.text.isEmpty, "\(arguments): \(output.status) \(output.text)")
            #expect(
                output.sentence?.contains(": Read-only file system); remount its file system read-write, ") == true,
                "\(arguments): \(output.standardError)")
        }
        // With nothing to be done, nothing is wrong.
        try FileManager.default.removeItem(at: avcam.deferred)
        let output = try avcam.run("library", "process", library: library)
        #expect(output.status == 0 && output.text.isEmpty, "\(output.notes)")
        // A catalogue without its log is read into memory, where it can be noted that the frames are gone.
        #expect((output.sentence?.contains("left to other programs") == true) == hasLog, "\(output.notes)")
    }

    /// Only the mount is read-only, and the kernel looks at the permissions first.
    @Test(
        .enabled(
            if: SmallDisk.isPermitted && Somebody.mayRunTheProgram,
            "mounting a small disk needs root, and another user has to be able to run the program"))
    func onAReadOnlyDiskNobodyIsToldToAskForPermission() throws {
        let disk = try SmallDisk(kilobytes: 8192)
        defer { withExtendedLifetime(disk) {} }
        try #require(chmod(avcam.folder.url.path, 0o755) == 0)
        let library = disk.url.appendingPathComponent("library")
        #expect(try avcam.run(["photo", "--max-dimensions", "640x480"], library: library).status == 0)
        try Tool.output("chmod", ["-R", "go+rX,go-w", disk.url.path])
        try Tool.output("mount", ["-o", "remount,bind,ro", disk.url.path])
        let output = try runAsSomebody("photo", library: library)
        #expect(output.status == 77 && output.text.isEmpty, "\(output.status)")
        #expect(output.sentence?.contains("Read-only file system") == true, "\(output.standardError)")
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
