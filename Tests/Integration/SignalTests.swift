import Foundation
import TestSupport
import Testing

/// Signals as sent by shells, supervisors and `timeout`.
struct SignalTests {
    let avcam: AVCamProgram
    private let file: URL
    private let output: URL
    private let errors: URL

    init() throws {
        avcam = try AVCamProgram()
        file = avcam.folder.file("movie.mov")
        output = avcam.folder.file("output")
        errors = avcam.folder.file("errors")
    }

    /// Records until the file has something to show.
    private func record() throws -> Process {
        let process = try avcam.start(
            ["record", "-o", file.path, "--preset", "640x480"], output: output, errors: errors)
        try avcam.wait { avcam.size(of: file) > 10_000 }
        return process
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2])
    func theSameSignalTwiceAtOnceCountsOnce(signal: Int32) throws {
        let process = try record()
        kill(process.processIdentifier, signal)
        // By now the first signal has been handled, or both are pending, and the kernel merges them.
        usleep(20_000)
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
        #expect(try String(contentsOf: output, encoding: .utf8) == file.path + "\n")
        #expect(try MovieProbe(file).complaints.isEmpty)
    }

    /// As at the end of a session.
    @Test func twoSignalsAtOnceCountOnce() throws {
        let process = try record()
        kill(process.processIdentifier, SIGHUP)
        kill(process.processIdentifier, SIGTERM)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
        #expect(try String(contentsOf: output, encoding: .utf8) == file.path + "\n")
        #expect(try MovieProbe(file).complaints.isEmpty)
    }

    @Test func aRecordingOutlivesWhoReadsItsProgress() throws {
        let command = "'\(AVCamProgram.path)' record -o '\(file.path)' --preset 640x480 --duration 2 2>&1 | head -c 1"
        let run = try Tool.run(
            "bash", ["-c", "set -o pipefail; " + command], environment: ["AVCAM_DEVICES": "simulated"])
        #expect(run.status == 0, "\(run.standardError)")
        #expect(try #require(MovieProbe(file).video).durationSeconds > 1.9)
    }

    @Test func timeoutGetsThePathOfTheMovie() throws {
        for _ in 0..<5 {
            let file = avcam.folder.file("\(UUID().uuidString).mov")
            let run = try Tool.run(
                "timeout",
                ["--preserve-status", "2", AVCamProgram.path, "record", "-o", file.path, "--preset", "640x480"],
                environment: ["AVCAM_DEVICES": "simulated"])
            #expect(run.status == 0 && run.text == file.path + "\n", "\(run.standardError)")
        }
    }

    @Test(arguments: ["HUP", "INT"])
    func aSignalThatWasIgnoredAtTheStartStaysIgnored(name: String) throws {
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = [
            "-c", "trap '' \(name); exec '\(AVCamProgram.path)' record -o '\(file.path)' --preset 640x480",
        ]
        shell.environment = ProcessInfo.processInfo.environment.merging(["AVCAM_DEVICES": "simulated"]) { $1 }
        shell.standardOutput = FileHandle.nullDevice
        shell.standardError = FileHandle.nullDevice
        try shell.run(withinSeconds: 300)
        try avcam.wait { avcam.size(of: file) > 10_000 }
        kill(shell.processIdentifier, name == "HUP" ? SIGHUP : SIGINT)
        let size = avcam.size(of: file)
        // It is still recording several fragments later.
        try avcam.wait { avcam.size(of: file) > size + 100_000 || !shell.isRunning }
        #expect(shell.isRunning)
        kill(shell.processIdentifier, SIGTERM)
        shell.waitUntilExit()
        #expect(shell.terminationReason == .exit && shell.terminationStatus == 0)
    }

    @Test func quitEndsTheProgramWithAPlayableMovie() throws {
        let process = try record()
        kill(process.processIdentifier, SIGQUIT)
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGQUIT)
        #expect(try String(contentsOf: errors, encoding: .utf8).isEmpty)
        #expect(try MovieProbe(file).packets(.video).isEmpty == false)
    }

    @Test(arguments: [["photo"], ["photo", "--live"], ["photo", "--count", "3", "--interval", "1"]])
    func aSignalEndsAPhotoOfACameraThatSendsNothing(arguments: [String]) throws {
        let stalled = try AVCamProgram(faults: "back:stall-after=0ms")
        let errors = stalled.folder.file("errors")
        let process = try stalled.start(arguments, errors: errors)
        // The camera's thread has its name.
        try stalled.wait { process.threads.contains("simulated:back") }
        kill(process.processIdentifier, SIGTERM)
        process.waitUntilExit()
        // The camera's own timeout gives another sentence, after ten seconds. The button may not have been pressed yet.
        let text = try String(contentsOf: errors, encoding: .utf8)
        #expect(process.terminationReason == .exit && process.terminationStatus == 130)
        let isPressed = text.hasPrefix("avcam: Ended before simulated:back had made the exposure;")
        #expect(isPressed || text == "avcam: Ended before the first photo.\n", "\(text)")
    }

    // MARK: A library that another program holds

    /// Of a library with a photo. Its own timeouts give other sentences, after 10 and 30 seconds.
    private enum Hold: String, CaseIterable {
        /// The folder's lock, by a program that was stopped while it opened the library.
        case folder = ".avcam"
        /// The database's lock, by one that was stopped while it wrote.
        case writing = ".avcam/catalogue.sqlite-shm"

        func begin(in library: URL) throws -> FileHandle {
            let path = library.appendingPathComponent(rawValue).path
            let descriptor = open(path, (self == .folder ? O_RDONLY | O_DIRECTORY : O_RDWR) | O_CLOEXEC)
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            var isHeld = flock(descriptor, LOCK_EX | LOCK_NB) == 0
            if self == .writing {
                // Source: SQLite, WAL-mode File Format, 2.3.1: WAL_WRITE_LOCK is byte 120.
                var lock = Glibc.flock()
                (lock.l_type, lock.l_whence, lock.l_start, lock.l_len) = (Int16(F_WRLCK), Int16(SEEK_SET), 120, 1)
                isHeld = fcntl(descriptor, F_SETLK, &lock) == 0
            }
            try #require(isHeld)
            return handle
        }
    }

    /// - Returns: what it says, once it has ended after one signal.
    private func terminate(_ process: Process) throws -> String {
        try avcam.wait { (try? process.takesStopSignals()) == true }
        kill(process.processIdentifier, SIGTERM)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 130)
        return try String(contentsOf: errors, encoding: .utf8)
    }

    @Test(arguments: Hold.allCases) private func aSignalEndsAPhotoForALibraryThatIsHeld(hold: Hold) throws {
        #expect(try avcam.run("photo").status == 0)
        let handle = try hold.begin(in: avcam.library)
        let process = try avcam.start(["photo"], errors: errors)
        let incoming = avcam.library.appendingPathComponent(".avcam/incoming")
        if hold == .writing { try avcam.wait { !avcam.names(in: incoming).isEmpty } }
        let text = try terminate(process)
        #expect(text.hasPrefix("avcam: Ended at once; a photo that was complete is in the library"), "\(text)")
        #expect(text.split(separator: "\n").count == 1)
        try handle.close()
        let list = try avcam.run("library", "list")
        #expect(list.text.split(separator: "\n").count == (hold == .writing ? 2 : 1), "\(list.notes)")
    }

    /// The movie is not lost, and the next program says that it took it.
    @Test(arguments: Hold.allCases) private func aSignalEndsARecordingForALibraryThatIsHeld(hold: Hold) throws {
        #expect(try avcam.run("photo").status == 0)
        let process = try avcam.start(["record", "--preset", "640x480"], errors: errors)
        let incoming = avcam.library.appendingPathComponent(".avcam/incoming")
        try avcam.wait {
            avcam.names(in: incoming).contains {
                avcam.size(of: incoming.appendingPathComponent("\($0)/video.mov")) > 10_000
            }
        }
        let handle = try hold.begin(in: avcam.library)
        let text = try terminate(process)
        #expect(
            text.hasPrefix("avcam: Ended at once, before the photo library had taken the movie; it is complete"),
            "\(text)")
        #expect(text.split(separator: "\n").count == 1)
        try handle.close()
        let list = try avcam.run("library", "list")
        #expect(
            list.sentence
                == "Photos: Adopted 1 movie that could not be saved before: IMG_0002.mov in \(avcam.library.path).",
            "\(list.standardError)")
        #expect(list.text.split(separator: "\n").count == 2)
        #expect(try MovieProbe(avcam.library.appendingPathComponent("IMG_0002.mov")).complaints.isEmpty)
    }

    @Test func aSignalEndsTheProcessingForALibraryThatIsHeld() throws {
        #expect(try avcam.run("photo", "--deferred", "--max-dimensions", "640x480").status == 0)
        let handle = try Hold.folder.begin(in: avcam.library)
        let process = try avcam.start(["library", "process"], errors: errors)
        let text = try terminate(process)
        #expect(text.hasPrefix("avcam: Ended at once; photos that are not final are kept"), "\(text)")
        #expect(text.split(separator: "\n").count == 1)
        try handle.close()
        let done = try avcam.run("library", "process")
        #expect(done.status == 0 && done.text.hasSuffix("IMG_0001.jpg\n"), "\(done.notes)")
    }
}

extension Process {
    /// The names of its threads.
    fileprivate var threads: [String] {
        let folder = "/proc/\(processIdentifier)/task"
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return tasks.compactMap { try? String(contentsOfFile: "\(folder)/\($0)/comm", encoding: .utf8) }
            .map { $0.trimmingCharacters(in: .newlines) }
    }
}
