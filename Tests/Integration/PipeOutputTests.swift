import Foundation
import TestSupport
import Testing

/// Named pipes after `-o`, with a reader, without one, and with one that stops reading.
@Suite(.ownThread) struct PipeOutputTests {
    let avcam: AVCamProgram
    private let pipe: URL

    init() throws {
        avcam = try AVCamProgram()
        pipe = avcam.folder.file("pipe")
        try Tool.output("mkfifo", [pipe.path])
    }

    @Test func aPipeWithoutAReaderIsRefused() throws {
        let output = try avcam.run("photo", "-o", pipe.path)
        #expect(output.status == 73 && output.text.isEmpty)
        #expect(
            output.standardError.contains("\navcam: Nobody reads the pipe \(pipe.path); "), "\(output.standardError)")
    }

    /// As when a script starts it last, or a person types slowly.
    @Test func aReaderMayComeLate() throws {
        let (photo, errors) = (avcam.folder.file("photo.jpg"), avcam.folder.file("errors"))
        let process = try avcam.start(["photo", "-o", pipe.path], errors: errors)
        try avcam.wait { (try? String(contentsOf: errors, encoding: .utf8))?.contains("reads \(pipe.path).") == true }
        try Tool.output("timeout", ["60", "cp", pipe.path, photo.path])
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(try ImageProbe.validation(of: photo) == "OK")
    }

    @Test func aSignalEndsTheWaitForAReader() throws {
        let errors = avcam.folder.file("errors")
        let process = try avcam.start(["photo", "-o", pipe.path], errors: errors)
        try avcam.wait { (try? String(contentsOf: errors, encoding: .utf8))?.contains("reads \(pipe.path).") == true }
        kill(process.processIdentifier, SIGTERM)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 130)
    }

    @Test func aMovieIsNotWrittenToAPipe() throws {
        let output = try avcam.run("record", "-o", pipe.path, "--duration", "1")
        #expect(output.status == 64 && output.text.isEmpty)
        #expect(output.sentence?.contains("; name a file after -o") == true, "\(output.standardError)")
    }

    @Test func aPipeThatIsReadGetsThePhoto() throws {
        let photo = avcam.folder.file("photo.jpg")
        let reader = Process()
        reader.executableURL = URL(fileURLWithPath: "/bin/sh")
        reader.arguments = ["-c", "cat \(pipe.path) > \(photo.path)"]
        try reader.run(withinSeconds: 300)
        let output = try avcam.run("photo", "-o", pipe.path)
        #expect(output.status == 0 && output.line == pipe.path, "\(output.standardError)")
        reader.waitUntilExit()
        #expect(try ImageProbe.validation(of: photo) == "OK")
    }

    @Test(arguments: ["p.fifo", "p.jpg", "p.heic"])
    func aPipeKeepsItsName(name: String) throws {
        let (pipe, photo) = (avcam.folder.file(name), avcam.folder.file("copy"))
        try Tool.output("mkfifo", [pipe.path])
        let reader = Process()
        reader.executableURL = URL(fileURLWithPath: "/bin/sh")
        reader.arguments = ["-c", "timeout 60 cat \(pipe.path) > \(photo.path)"]
        try reader.run(withinSeconds: 300)
        let output = try avcam.run("photo", "-o", pipe.path)
        #expect(output.status == 0 && output.line == pipe.path, "\(output.standardError)")
        reader.waitUntilExit()
        #expect(reader.terminationStatus == 0)
        #expect(try ImageProbe.validation(of: photo) == "OK")
        #expect(avcam.names(in: avcam.folder.url) == ["copy", name, "pipe"].sorted())
    }

    @Test func theFirstSignalEndsAPhotoWhoseReaderStoppedReading() throws {
        let errors = avcam.folder.file("errors")
        let reader = open(pipe.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        let process = try avcam.start(["photo", "-o", pipe.path], errors: errors)
        // A photo of the simulated camera is larger than a pipe.
        try avcam.wait {
            var waiting: Int32 = 0
            return ioctl(reader, UInt(FIONREAD), &waiting) == 0 && waiting > 60_000
        }
        kill(process.processIdentifier, SIGTERM)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 130)
        let text = try String(contentsOf: errors, encoding: .utf8)
        #expect(text.hasPrefix("avcam: Nobody reads \(pipe.path) any more"), "\(text)")
    }

    @Test func aReaderThatGoesAwayIsAWriteError() throws {
        let errors = avcam.folder.file("errors")
        let reader = open(pipe.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        let process = try avcam.start(["photo", "-o", pipe.path], errors: errors)
        do {
            defer { close(reader) }
            try avcam.wait {
                var waiting: Int32 = 0
                return ioctl(reader, UInt(FIONREAD), &waiting) == 0 && waiting > 60_000
            }
        }
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 74)
        let text = try String(contentsOf: errors, encoding: .utf8)
        #expect(text.hasPrefix("avcam: Nobody reads \(pipe.path) any more"), "\(text)")
    }
}
