import Foundation
import TestSupport
import Testing

/// Shell limits that are too low: one sentence names the limit, before anything is opened.
struct LimitTests {
    let avcam: AVCamProgram

    init() throws { avcam = try AVCamProgram() }

    private static let commands = [["photo"], ["record", "--duration", "1"], ["photo", "-o", "OUTPUT.jpg"]]

    /// A person should wait for a refusal five seconds at most. This is the deadline of a wait, not a measurement: the other
    /// seconds are for the start of `bash` and of the program, which take seconds when all tests run at once on a slow
    /// machine. No event can stand in for it. A program that waits for a thread or for memory does nothing more that
    /// could be seen, and it does so forever. That the refusal comes before anything else is judged by what there is:
    /// nothing is printed, and there is no file.
    private static let secondsToRefuse = 5 + 15

    /// Runs the program in a shell with a limit. If it hangs, it is killed, and its status is 137.
    private func run(
        _ arguments: [String], limit: String, as user: [String] = [], withinSeconds seconds: Int = 60
    ) throws -> Tool.Output {
        let words = arguments.map { $0.replacingOccurrences(of: "OUTPUT", with: avcam.folder.file("x").path) }
        let command = "ulimit \(limit) && exec '\(AVCamProgram.path)' " + words.map { "'\($0)'" }.joined(separator: " ")
        return try Tool.run(
            "timeout", ["-s", "KILL", "\(seconds)"] + user + ["bash", "-c", command],
            environment: ["AVCAM_DEVICES": "simulated", "AVCAM_LIBRARY": avcam.library.path])
    }

    private func expectRefusal(_ arguments: [String], limit: String, as user: [String] = []) throws {
        let output = try run(arguments, limit: limit, as: user, withinSeconds: Self.secondsToRefuse)
        #expect(output.status != 137, "no refusal after \(Self.secondsToRefuse) s")
        #expect(output.status == 71 && output.text.isEmpty, "\(output.status) \(output.standardError)")
        #expect(output.sentence?.contains("(ulimit \(limit))") == true, "\(output.standardError)")
        #expect(avcam.names(in: avcam.folder.url).isEmpty)
    }

    @Test(arguments: [5, 8, 11, 14, 17, 20], commands)
    func tooFewDescriptors(limit: Int, command: [String]) throws {
        try expectRefusal(command, limit: "-n \(limit)")
    }

    @Test(arguments: [100_000, 200_000, 300_000, 500_000, 700_000], commands)
    func tooLittleMemory(kilobytes: Int, command: [String]) throws {
        try expectRefusal(command, limit: "-v \(kilobytes)")
    }

    /// The program itself has 40 MB of data, without which it is not loaded.
    @Test(arguments: [50_000, 100_000, 300_000], commands)
    func tooLittleData(kilobytes: Int, command: [String]) throws {
        try expectRefusal(command, limit: "-d \(kilobytes)")
    }

    @Test(arguments: [10, 100, 1000], commands)
    func tooSmallFiles(kilobytes: Int, command: [String]) throws {
        try expectRefusal(command, limit: "-f \(kilobytes)")
    }

    @Test(
        .enabled(if: Somebody.mayRunTheProgram, "another user may not run the program"), arguments: [2, 4, 8], commands)
    func tooFewThreads(limit: Int, command: [String]) throws {
        try expectRefusal(command, limit: "-u \(limit)", as: Somebody.prefix)
    }

    /// With the same limit for both, the kernel would end the program without a word. Half a second of processor time
    /// is enough for several seconds of a small movie.
    @Test(arguments: [("-S -t 1", "1920x1080"), ("-t 3", "1920x1080"), ("-t 1", "640x480")])
    func whatTheProcessorTimeAllowsIsRecorded(limit: String, preset: String) throws {
        let output = try run(["record", "--preset", preset], limit: limit)
        // On a slow processor half a second is too little to end in; then the kernel ends the program at its limit.
        if limit == "-t 1", output.status == 137 { return }
        #expect(output.status == 71, "\(output.status) \(output.standardError)")
        #expect(output.sentence?.contains("(ulimit -t \(limit.suffix(1)))") == true, "\(output.standardError)")
        #expect(output.line == avcam.library.path + "/IMG_0001.mov")
        #expect(try MovieProbe(URL(fileURLWithPath: output.line)).complaints.isEmpty)
    }

    /// At any moment of the start, in which libraries are loaded: some end the program if they can open no file.
    @Test func aLimitOfFilesDuringTheStartIsNamed() throws {
        var statuses: Set<Int32> = []
        for milliseconds in stride(from: UInt32(4), to: 64, by: 3) {
            let errors = avcam.folder.file("errors")
            let process = try avcam.start(["record", "--duration", "0.3", "--preset", "640x480"], errors: errors)
            usleep(milliseconds * 1000)
            _ = try Tool.run("prlimit", ["--pid", "\(process.processIdentifier)", "--nofile=8"])
            try avcam.wait { !process.isRunning }
            let text = try String(contentsOf: errors, encoding: .utf8)
            let status = process.terminationStatus
            statuses.insert(status)
            #expect(
                process.terminationReason == .exit && [0, 71, 74].contains(status),
                "\(milliseconds) ms: \(status) \(text)")
            // What a library says comes before it.
            let sentence = text.split(separator: "\n").last { !$0.contains(" missing, as the camera or ") } ?? ""
            #expect(
                status == 0 || sentence.contains("(ulimit -n") && !text.contains("install"),
                "\(milliseconds) ms: \(text)")
        }
        #expect(statuses.contains(71), "\(statuses)")
    }

    /// The stacks of threads too are as large as that.
    @Test(arguments: [24, 32, 48, 64, 128, 256], commands + [["library", "list"], ["devices"]])
    func tooSmallStacks(kilobytes: Int, command: [String]) throws {
        try expectRefusal(command, limit: "-s \(kilobytes)")
    }

    /// Swift's runtime would crash before `main`. With less, the loader does, and `/bin/true` now and then. What is left
    /// of the stack differs from run to run.
    @Test func aStackOfSixteenKilobytesIsNamed() throws {
        for _ in 0..<20 {
            let words = ["-i", "bash", "-c", "ulimit -s 16 && exec '\(AVCamProgram.path)' devices"]
            let output = try Tool.run("env", words)
            #expect(output.status == 71 && output.text.isEmpty, "\(output.status) \(output.standardError)")
            #expect(output.sentence?.contains("(ulimit -s 16); raise the limit") == true, "\(output.standardError)")
        }
    }

    /// As `prlimit` does it: Swift's runtime and most libraries crash without memory. What was taken is there.
    @Test(arguments: [
        ("data", "d", ["record"]), ("data", "d", ["record", "-o", "x.mov"]),
        ("data", "d", ["photo", "--count", "500"]), ("as", "v", ["photo", "--count", "500", "--format", "heic"]),
        ("as", "v", ["photo", "--count", "30", "--live"]),
    ])
    func aLimitOfMemoryWhileItRunsIsNamed(limit: String, option: String, command: [String]) throws {
        let (errors, printed) = (avcam.folder.file("errors"), avcam.folder.file("printed"))
        let movie = avcam.folder.file("x.mov")
        let words = command.map { $0 == "x.mov" ? movie.path : $0 }
        let process = try avcam.start(words, output: printed, errors: errors)
        let incoming = avcam.library.appendingPathComponent(".avcam/incoming")
        try avcam.wait {
            let recorded = avcam.names(in: incoming).map { incoming.appendingPathComponent("\($0)/video.mov") }
            return ([printed, movie] + recorded).contains { avcam.size(of: $0) > 0 }
        }
        try Tool.output("prlimit", ["--pid", "\(process.processIdentifier)", "--\(limit)=1000000"])
        try avcam.wait { !process.isRunning }
        let text = try String(contentsOf: errors, encoding: .utf8)
        let taken = try String(contentsOf: printed, encoding: .utf8).split(separator: "\n").map(String.init)
        if command.contains("--live"), process.terminationStatus == 0 {
            // What the first Live Photo took and gave back was enough for all others.
            #expect(taken.count { !$0.hasSuffix(".mov") } == 30 && text.isEmpty, "\(text)")
            return
        }
        #expect(process.terminationReason == .exit && process.terminationStatus == 71, "\(text)")
        #expect(text.hasPrefix("avcam: No further ") && text.split(separator: "\n").count == 1, "\(text)")
        #expect(text.contains("(ulimit -\(option) 976); raise the limit"), "\(text)")
        if command.contains("-o") {
            #expect(try MovieProbe(movie).video != nil)
            return
        }
        let listed = try avcam.run("library", "list").text
        // A Live Photo is listed by its picture.
        #expect(taken.allSatisfy { $0.hasSuffix(".mov") || listed.contains($0) } && !listed.isEmpty, "\(listed)")
        #expect(taken.allSatisfy { avcam.size(of: URL(fileURLWithPath: $0)) > 0 })
    }

    /// As `prlimit` does it. The movie is complete, and the next program adds it.
    @Test func aLimitOfOpenFilesDuringARecordingIsNamed() throws {
        let (process, errors) = try recordingWithoutFurtherFiles(["--duration", "2"])
        process.waitUntilExit()
        let text = try String(contentsOf: errors, encoding: .utf8)
        let incoming = avcam.library.appendingPathComponent(".avcam/incoming").path
        #expect(process.terminationReason == .exit, "\(text)")
        // While its threads are busy, Dispatch opens files that say whether they run, and stops the program if it cannot.
        if process.terminationStatus == 71 {
            #expect(text.contains("What was recorded is in \(incoming)/"), "\(text)")
        } else {
            #expect(process.terminationStatus == 74, "\(text)")
            #expect(text.contains("because no further file can be opened; raise the limit (ulimit -n)"), "\(text)")
            #expect(text.contains("What was taken is complete in \(incoming)/"), "\(text)")
        }
        #expect(try avcam.run("library", "list").text.split(separator: "\n").count == 1)
    }

    /// As libraries do that cannot open what they need.
    @Test(arguments: [false, true]) func aCrashForWantOfFilesDuringARecordingSaysWhereTheMovieIs(isNamed: Bool) throws {
        let movie = avcam.folder.file("x.mov")
        let (process, errors) = try recordingWithoutFurtherFiles(isNamed ? ["-o", movie.path] : [])
        kill(process.processIdentifier, SIGABRT)
        process.waitUntilExit()
        let text = try String(contentsOf: errors, encoding: .utf8)
        #expect(process.terminationReason == .exit && process.terminationStatus == 71, "\(text)")
        #expect(text.hasPrefix("avcam: No further file can be opened (ulimit -n 8)"), "\(text)")
        #expect(text.hasSuffix(isNamed ? "x.mov, which can be played.\n" : " when it is next used.\n"), "\(text)")
        #expect(text.contains("What was recorded is in /") && text.split(separator: "\n").count == 1, "\(text)")
        if isNamed {
            #expect(try MovieProbe(movie).video != nil)
        } else {
            #expect(try avcam.run("library", "list").text.split(separator: "\n").count == 1)
        }
    }

    /// A recording that has begun, and from now on can open no file.
    private func recordingWithoutFurtherFiles(_ words: [String]) throws -> (Process, errors: URL) {
        let errors = avcam.folder.file("errors")
        let process = try avcam.start(["record", "--preset", "640x480"] + words, errors: errors)
        let incoming = avcam.library.appendingPathComponent(".avcam/incoming")
        try avcam.wait {
            let recorded = avcam.names(in: incoming).map { incoming.appendingPathComponent("\($0)/video.mov") }
            return ([avcam.folder.file("x.mov")] + recorded).contains { avcam.size(of: $0) > 0 }
        }
        try Tool.output("prlimit", ["--pid", "\(process.processIdentifier)", "--nofile=8"])
        return (process, errors)
    }

    /// A service or container with 16 processes and threads, and 200 MB of memory.
    @Test(
        .enabled(if: ControlGroup.canBeMade, "no control group can be made"),
        arguments: [
            ("pids", ["photo"]), ("memory", ["photo", "--format", "raw"]), ("memory", ["photo", "-o", "x.heic"]),
            ("memory", ["photo", "--live"]), ("memory", ["record", "--preset", "3840x2160", "--duration", "1"]),
        ])
    func theLimitOfAServiceIsNamed(controller: String, command: [String]) throws {
        let group = try ControlGroup(controller, limit: controller == "pids" ? "16" : "200000000")
        let output = try group.run([AVCamProgram.path] + command, in: avcam)
        #expect(output.status == 71 && output.text.isEmpty, "\(output.status) \(output.standardError)")
        let sentence = try #require(output.sentence)
        let limit = controller == "pids" ? "16" : "200.0 MB"
        #expect(sentence.contains("\(group.limitFile.path) says \(limit)"), "\(sentence)")
        #expect(!sentence.contains("ulimit"))
        #expect(avcam.names(in: avcam.folder.url).isEmpty)
    }

    /// Dispatch waits forever for a thread. What it would have done to hear a signal, another thread does.
    @Test(
        .enabled(if: ControlGroup.canBeMade, "no control group can be made"),
        arguments: [
            (["photo", "--live", "--timer", "5"], false), (["photo", "--count", "2", "--interval", "8"], false),
            (["photo", "--live", "--timer", "5"], true), (["photo", "--count", "2", "--interval", "8"], true),
            (["record"], true), (["record", "-o", "x.mov"], true),
        ])
    func aLimitOfThreadsWhileItRunsIsNamedAndSignalsEndIt(command: [String], isSignalled: Bool) throws {
        let group = try ControlGroup("pids", limit: "500")
        let errors = avcam.folder.file("errors")
        let words = command.map { $0 == "x.mov" ? avcam.folder.file($0).path : $0 }
        let process = try avcam.start(words, errors: errors)
        try avcam.wait { (try? process.takesStopSignals()) == true }
        try group.add(process, limit: "1")
        if isSignalled { kill(process.processIdentifier, SIGTERM) }
        try avcam.wait { !process.isRunning }
        let text = try String(contentsOf: errors, encoding: .utf8)
        #expect(process.terminationReason == .exit, "\(text)")
        // A signal may find all the threads that it needs; then nothing is said of a limit.
        if isSignalled && [0, 130].contains(process.terminationStatus) {
            #expect(!text.contains("No further") && !text.contains("raise the limit"), "\(text)")
            return
        }
        #expect(process.terminationStatus == 71, "\(text)")
        let limit = "No further thread can be started (\(group.limitFile.path) says 1); raise the limit"
        #expect(text.hasPrefix("avcam: \(limit)") && text.split(separator: "\n").count == 1, "\(text)")
    }

    /// Its findings say what did not work, and not why.
    @Test(.enabled(if: ControlGroup.canBeMade, "no control group can be made"))
    func theDoctorNamesALimitOfThreads() throws {
        let group = try ControlGroup("pids", limit: "500")
        let (errors, findings) = (avcam.folder.file("errors"), avcam.folder.file("findings"))
        let process = try avcam.start(["doctor"], output: findings, errors: errors)
        // Before it tries the cameras.
        try avcam.wait { avcam.size(of: findings) > 0 }
        try group.add(process, limit: "1")
        try avcam.wait { !process.isRunning }
        let text = try String(contentsOf: errors, encoding: .utf8)
        #expect(process.terminationReason == .exit && process.terminationStatus == 71, "\(text)")
        #expect(text.contains("(\(group.limitFile.path) says 1); raise the limit"), "\(text)")
    }

    /// Another program may take all threads for a while.
    @Test(.enabled(if: ControlGroup.canBeMade, "no control group can be made"))
    func aRecordingGoesOnWithoutFurtherThreads() throws {
        let group = try ControlGroup("pids", limit: "500")
        let (errors, movie) = (avcam.folder.file("errors"), avcam.folder.file("x.mov"))
        let process = try avcam.start(["record", "-o", movie.path], errors: errors)
        try avcam.wait { (try? Data(contentsOf: movie).isEmpty) == false }
        try group.add(process, limit: "1")
        // Longer than the program waits for a thread that it needs.
        Thread.sleep(forTimeInterval: 5)
        // On a busy machine, what is in the file is far behind.
        try avcam.wait {
            !process.isRunning || ((try? MovieProbe(movie).format.durationSeconds) ?? 0) > 4
        }
        let text = try String(contentsOf: errors, encoding: .utf8)
        #expect(process.isRunning, "\(text)")
        kill(process.processIdentifier, SIGTERM)
        try avcam.wait { !process.isRunning }
        #expect(process.terminationReason == .exit)
    }

    @Test(.enabled(if: ControlGroup.canBeMade, "no control group can be made"))
    func aServiceWithEnoughTakesPhotos() throws {
        let group = try ControlGroup("memory", limit: "200000000")
        let output = try group.run([AVCamProgram.path, "photo"], in: avcam)
        #expect(output.status == 0, "\(output.standardError)")
    }

    /// What works with so little must not be refused, and what is accepted must work.
    @Test(
        arguments: ["-n 64", "-f 100000", "-v 2000000", "-d 600000", "-s 512", "-l 0"],
        [
            ["photo"], ["photo", "--live"], ["photo", "--quality", "quality"], ["photo", "--format", "heic"],
            ["record", "--duration", "1"], ["record", "--duration", "1", "-o", "OUTPUT.mov"],
        ])
    func sufficientLimitsAreAccepted(limit: String, command: [String]) throws {
        let output = try run(command, limit: limit)
        #expect(output.status == 0, "\(output.standardError)")
    }
}

/// A control group with a limit, for programs that are started in it.
private final class ControlGroup {
    private static let top = "/sys/fs/cgroup"

    private let folder: URL
    let limitFile: URL

    /// In continuous integration as root the tests run in any case, and fail if they cannot.
    static let canBeMade: Bool =
        SmallDisk.isRequired
        || (try? ControlGroup("memory", limit: "500000000")) != nil
            && (try? ControlGroup("pids", limit: "500")) != nil

    /// - Parameter controller: `memory` or `pids`.
    init(_ controller: String, limit: String) throws {
        let name = "avcam-test-\(UUID().uuidString)"
        let separate = "\(Self.top)/\(controller)"
        let isUnified = !FileManager.default.fileExists(atPath: separate)
        folder = URL(fileURLWithPath: (isUnified ? Self.top : separate) + "/" + name)
        let file = isUnified || controller == "pids" ? "\(controller).max" : "memory.limit_in_bytes"
        limitFile = folder.appendingPathComponent(file)
        guard mkdir(folder.path, 0o755) == 0 else { throw POSIXError(.EPERM) }
        do {
            try Data(limit.utf8).write(to: limitFile)
        } catch {
            rmdir(folder.path)
            throw error
        }
    }

    deinit { rmdir(folder.path) }

    /// Moves a program that runs into the group, and changes the limit.
    func add(_ process: Process, limit: String) throws {
        let number = Data("\(process.processIdentifier)".utf8)
        try number.write(to: folder.appendingPathComponent("cgroup.procs"))
        try Data(limit.utf8).write(to: limitFile)
    }

    func run(_ command: [String], in avcam: AVCamProgram) throws -> Tool.Output {
        let words = command.map { $0 == "x.heic" ? avcam.folder.file($0).path : $0 }
        let enter = "echo $$ > \(folder.path)/cgroup.procs && exec \"$@\""
        return try Tool.run(
            "timeout", ["-s", "KILL", "60", "sh", "-c", enter, "sh"] + words,
            environment: ["AVCAM_DEVICES": "simulated", "AVCAM_LIBRARY": avcam.library.path])
    }
}
