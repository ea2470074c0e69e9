import Foundation
import TestSupport
import Testing

/// A recording whose folder is renamed, removed or unmounted meanwhile: the message must be true.
struct VanishingFolderTests {
    let avcam: AVCamProgram

    init() throws { avcam = try AVCamProgram() }

    /// The movie being recorded into a library.
    private func movie(in library: URL) -> URL? {
        let incoming = library.appendingPathComponent(".avcam/incoming")
        return avcam.names(in: incoming).first.map { incoming.appendingPathComponent("\($0)/video.mov") }
    }

    /// Starts a recording into the library, and then changes the library.
    ///
    /// - Returns: what was printed, and the exit status.
    private func record(during change: () throws -> Void) throws -> (sentence: String, status: Int32) {
        let errors = avcam.folder.file("errors")
        let process = try avcam.start(["record", "--duration", "4", "--preset", "640x480"], errors: errors)
        try avcam.wait { movie(in: avcam.library).map { avcam.size(of: $0) > 0 } ?? false }
        try change()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        return (try String(contentsOf: errors, encoding: .utf8), process.terminationStatus)
    }

    @Test func aRenamedLibraryIsReportedWithThePlaceOfTheMovie() throws {
        let moved = avcam.folder.file("moved")
        let (text, status) = try record { try FileManager.default.moveItem(at: avcam.library, to: moved) }
        let movie = try #require(self.movie(in: moved))
        #expect(status == 74)
        #expect(
            text.hasPrefix("avcam: The folder \(avcam.library.path) is gone: it was renamed")
                && text.hasSuffix("the movie is in \(movie.path).\n"), "\(text)")
        #expect(try MovieProbe(movie).complaints.isEmpty)
    }

    @Test func aRemovedLibraryEndsTheRecordingAndIsReported() throws {
        let trash = avcam.folder.file("trash")
        let (text, status) = try record {
            // The rename removes it at once, so that no part of it is left when the recording notices.
            try FileManager.default.moveItem(at: avcam.library, to: trash)
            try FileManager.default.removeItem(at: trash)
        }
        #expect(status == 74)
        #expect(
            text.hasPrefix("avcam: The folder \(avcam.library.path) is gone: it was removed")
                && text.contains("and the movie with it"), "\(text)")
    }

    @Test func aMovieThatIsEmptiedIsNotSaved() throws {
        let (text, status) = try record {
            let movie = try #require(self.movie(in: avcam.library))
            try #require(truncate(movie.path, 0) == 0)
        }
        #expect(status == 74)
        #expect(text.contains("/video.mov during the recording: it truncated it to 0 of "), "\(text)")
        #expect(try avcam.run("library", "list").text.isEmpty)
    }

    @Test func aTimeLapseThatIsEmptiedIsNotSaved() throws {
        let (errors, printed) = (avcam.folder.file("errors"), avcam.folder.file("printed"))
        let movie = avcam.folder.file("movie.mov")
        let words = ["record", "--time-lapse", "0.1", "--duration", "6", "--preset", "640x480", "-o", movie.path]
        let process = try avcam.start(words, output: printed, errors: errors)
        try avcam.wait { avcam.size(of: movie) > 0 || !process.isRunning }
        try #require(truncate(movie.path, 0) == 0)
        process.waitUntilExit()
        let text = try String(contentsOf: errors, encoding: .utf8)
        #expect(process.terminationStatus == 74 && avcam.size(of: printed) == 0, "\(text)")
        #expect(text.contains("it truncated it to 0 of "), "\(text)")
    }

    /// Neither is a file of another program named as the movie.
    @Test(arguments: [
        "truncate -s 100 movie.mov", "mv other movie.mov", "mv movie.mov moved.mov && mv other movie.mov",
    ])
    func aMovieThatAnotherProgramChangesIsNotNamed(change: String) throws {
        let (errors, printed) = (avcam.folder.file("errors"), avcam.folder.file("printed"))
        let movie = avcam.folder.file("movie.mov")
        let words = ["record", "--json", "--duration", "4", "--preset", "640x480", "-o", movie.path]
        let process = try avcam.start(words, output: printed, errors: errors)
        try avcam.wait { avcam.size(of: movie) > 0 }
        _ = try avcam.folder.file("other", contents: Data("other".utf8))
        try Tool.output("sh", ["-c", "cd '\(avcam.folder.url.path)' && \(change)"])
        process.waitUntilExit()
        let text = try String(contentsOf: errors, encoding: .utf8)
        #expect(process.terminationStatus == 74 && avcam.size(of: printed) == 0, "\(text)")
        let moved = avcam.folder.file("moved.mov")
        let isMoved = change.contains("moved")
        #expect(text.contains(isMoved ? "the movie is in \(moved.path)." : "during the recording"), "\(text)")
        if isMoved { #expect(try MovieProbe(moved).complaints.isEmpty) }
    }

    @Test(.enabled(if: SmallDisk.isPermitted, "mounting a small disk needs root"))
    func anUnmountedDiskIsReported() throws {
        try FileManager.default.createDirectory(at: avcam.library, withIntermediateDirectories: true)
        try Tool.output("mount", ["-t", "tmpfs", "-o", "size=50m", "avcam-test", avcam.library.path])
        let (text, status) = try record { try Tool.output("umount", ["-l", avcam.library.path]) }
        #expect(status == 74)
        #expect(text.contains("its disk was unmounted") && text.contains("/video.mov there"), "\(text)")
    }
}
