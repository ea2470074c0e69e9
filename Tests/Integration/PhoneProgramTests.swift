import Foundation
import SimulatedDevices
import TestSupport
import Testing

/// `avcam phone` and the programs that it drives.
@Suite(.ownThread) struct PhoneProgramTests {
    private let avcam: AVCamProgram
    private let runtime: TemporaryFolder

    init() throws {
        runtime = try TemporaryFolder()
        avcam = try AVCamProgram(runtimeFolder: runtime.url.path)
    }

    private func sockets() -> [String] { avcam.names(in: runtime.file("avcam")).filter { $0.hasSuffix(".socket") } }

    /// Starts a recording that can be driven, and waits until it runs.
    private func startRecording(_ name: String = "clip.mov", camera: String = "back") throws -> Process {
        let movie = avcam.folder.file(name)
        let program = try avcam.start(
            ["record", "-o", movie.path, "--camera", "simulated:\(camera)"], isDrivable: true)
        try avcam.wait {
            !program.isRunning
                || (try? phones())?.contains { $0.pid == program.processIdentifier && $0.running.contains(camera) }
                    == true
        }
        try #require(program.isRunning)
        return program
    }

    private struct Listed {
        var pid: Int32
        var program: String
        var running: [String]
        var orientation: String
        var isLocked: Bool
    }

    private func phones() throws -> [Listed] {
        let list = try #require(try avcam.run("phone", "list", "--json").json() as? [[String: Any]])
        return try list.map { entry in
            let phone = try #require(entry["phone"] as? [String: Any])
            return Listed(
                pid: try #require(entry["pid"] as? Int32 ?? (entry["pid"] as? Int).map(Int32.init)),
                program: try #require(entry["program"] as? String),
                running: try #require(phone["running"] as? [String]),
                orientation: try #require(phone["orientation"] as? String),
                isLocked: try #require(phone["isLocked"] as? Bool))
        }
    }

    @Test func aProgramIsListedAndDrivenAndLeavesNothing() throws {
        let program = try startRecording()
        #expect(try phones().map(\.program) == ["avcam"])
        for command in [["turn", "portrait"], ["tilt", "-7.5"], ["slide", "-0.25"], ["press camera-control"]] {
            let output = try avcam.run(["phone"] + command)
            #expect(output.status == 0 && output.text.isEmpty && output.standardError.isEmpty)
        }
        let phone = try #require(try phones().first)
        #expect(phone.orientation == "portrait" && phone.running == ["back", "microphone"] && !phone.isLocked)
        let line = try avcam.run("phone", "list").line
        #expect(line == "\(program.processIdentifier)  avcam  back, microphone  portrait")
        #expect(try avcam.run("phone", "state").text.contains("Orientation: portrait, tilted by -7.5 degrees\n"))
        program.interrupt()
        program.waitUntilExit()
        #expect(program.terminationStatus == 0 && sockets().isEmpty)
    }

    @Test func oneOfTwoProgramsHasToBeChosen() throws {
        let (first, second) = (try startRecording("1.mov"), try startRecording("2.mov", camera: "front"))
        defer { for program in [first, second] { program.terminate() } }
        let output = try avcam.run("phone", "lock")
        #expect(output.status == 64 && output.sentence?.contains("choose one with --pid") == true)
        #expect(try avcam.run("phone", "--pid", "\(second.processIdentifier)", "turn", "face-up").status == 0)
        let phones = try phones()
        #expect(phones.first { $0.pid == first.processIdentifier }?.orientation == "landscape-left")
        #expect(phones.first { $0.pid == second.processIdentifier }?.orientation == "face-up")
    }

    @Test func unpluggingTheCameraEndsTheRecording() throws {
        let program = try startRecording()
        #expect(try avcam.run("phone", "unplug", "back").status == 0)
        program.waitUntilExit()
        #expect(program.terminationStatus == 69)
    }

    @Test func eventsArePrintedAsLinesUntilTheProgramEnds() throws {
        let program = try startRecording()
        let lines = avcam.folder.file("events.txt")
        let watch = try avcam.start(["phone", "watch"], output: lines)
        // It is watching as soon as one of these arrives.
        var angle = 1
        try avcam.wait {
            angle += 1
            _ = try? avcam.run("phone", "tilt", "\(angle)")
            return avcam.size(of: lines) > 0
        }
        #expect(try avcam.run("phone", "turn", "portrait").status == 0)
        program.interrupt()
        program.waitUntilExit()
        watch.waitUntilExit()
        let text = try String(contentsOf: lines, encoding: .utf8).split(separator: "\n").map(String.init)
        let rest = text.drop { $0.hasPrefix("tilt ") }
        #expect(
            Array(rest.prefix(1)) == ["turn portrait"] && Set(rest.dropFirst()) == ["stop back", "stop microphone"])
        #expect(watch.terminationStatus == 0)
    }

    @Test func ctrlCEndsTheWatch() throws {
        let program = try startRecording()
        defer { program.terminate() }
        let lines = avcam.folder.file("events.txt")
        let watch = try avcam.start(["phone", "watch"], output: lines)
        var angle = 1
        try avcam.wait {
            angle += 1
            _ = try? avcam.run("phone", "tilt", "\(angle)")
            return avcam.size(of: lines) > 0
        }
        watch.interrupt()
        watch.waitUntilExit()
        #expect(watch.terminationReason == .exit && watch.terminationStatus == 0 && program.isRunning)
    }

    @Test func theSocketOfAKilledProgramIsRemoved() throws {
        let program = try startRecording()
        kill(program.processIdentifier, SIGKILL)
        program.waitUntilExit()
        #expect(sockets() == ["\(program.processIdentifier).socket"])
        #expect(try avcam.run("phone", "list").text.isEmpty)
        #expect(sockets().isEmpty)
    }

    @Test func withoutTheVariableNothingListens() throws {
        let movie = avcam.folder.file("clip.mov")
        #expect(try avcam.run("record", "-o", movie.path, "--duration", "0.2").status == 0)
        #expect(avcam.names(in: runtime.url).isEmpty)
    }

    @Test(arguments: [
        (["turn", "sideways"], Int32(64), "turn takes portrait"), (["explode"], 64, "there are allow, "),
        (["lock", "now"], 64, "lock takes nothing"),
    ])
    func aWrongCommandListsTheRightOnes(command: [String], status: Int32, words: String) throws {
        let program = try startRecording()
        defer { program.terminate() }
        let output = try avcam.run(["phone"] + command)
        #expect(output.status == status && output.sentence?.contains(words) == true, "\(output.standardError)")
    }

    @Test func aProgramThatCannotBeDrivenGivesOneSentence() throws {
        let none = try avcam.run("phone", "lock")
        #expect(none.status == 66 && none.sentence?.contains("AVCAM_SIMULATED_CONTROL=1") == true)
        let other = try avcam.run("phone", "--pid", "1", "lock")
        #expect(other.status == 66 && other.sentence?.contains("No process 1 ") == true)
        #expect(try avcam.run("phone").status == 64)
        let list = try avcam.run("phone", "list")
        #expect(list.status == 0 && list.text.isEmpty && list.standardError.isEmpty)
    }

    @Test func withoutARuntimeFolderBothSidesSaySo() throws {
        let avcam = try AVCamProgram(runtimeFolder: "")
        let photo = avcam.folder.file("photo.jpg")
        let program = try avcam.run(["photo", "-o", photo.path], isDrivable: true)
        #expect(
            program.status == 0 && program.sentence?.contains("XDG_RUNTIME_DIR") == true, "\(program.standardError)")
        let phone = try avcam.run("phone", "list")
        #expect(phone.status == 69 && phone.sentence?.contains("XDG_RUNTIME_DIR") == true, "\(phone.standardError)")
    }
}
