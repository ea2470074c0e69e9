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

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
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
        try shell.run()
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
        try stalled.wait { (try? process.takesStopSignals()) == true }
        kill(process.processIdentifier, SIGTERM)
        process.waitUntilExit()
        // The camera's own timeout gives another sentence, after ten seconds.
        let text = try String(contentsOf: errors, encoding: .utf8)
        #expect(process.terminationReason == .exit && process.terminationStatus == 130)
        #expect(text.hasPrefix("avcam: Ended before simulated:back had made the exposure;"), "\(text)")
    }
}
