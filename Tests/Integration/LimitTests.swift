import Foundation
import TestSupport
import Testing

/// Shell limits that are too low: one sentence names the limit, before anything is opened.
struct LimitTests {
    let avcam: AVCamProgram

    init() throws { avcam = try AVCamProgram() }

    private static let commands = [["photo"], ["record", "--duration", "1"], ["photo", "-o", "OUTPUT.jpg"]]

    /// Runs the program in a shell with a limit. If it hangs, it is killed, and its status is 137.
    private func run(_ arguments: [String], limit: String, as user: [String] = []) throws -> Tool.Output {
        let words = arguments.map { $0.replacingOccurrences(of: "OUTPUT", with: avcam.folder.file("x").path) }
        let command = "ulimit \(limit) && exec '\(AVCamProgram.path)' " + words.map { "'\($0)'" }.joined(separator: " ")
        return try Tool.run(
            "timeout", ["-s", "KILL", "60"] + user + ["bash", "-c", command],
            environment: ["AVCAM_DEVICES": "simulated", "AVCAM_LIBRARY": avcam.library.path])
    }

    private func expectRefusal(_ output: Tool.Output, naming limit: String) {
        #expect(output.status == 71 && output.text.isEmpty, "\(output.status) \(output.standardError)")
        #expect(output.sentence?.contains("(ulimit \(limit))") == true, "\(output.standardError)")
        #expect(avcam.names(in: avcam.folder.url).isEmpty)
    }

    @Test(arguments: [5, 8, 11, 14, 17, 20], commands)
    func tooFewDescriptors(limit: Int, command: [String]) throws {
        expectRefusal(try run(command, limit: "-n \(limit)"), naming: "-n \(limit)")
    }

    @Test(arguments: [200_000, 300_000, 500_000, 700_000], commands)
    func tooLittleMemory(kilobytes: Int, command: [String]) throws {
        expectRefusal(try run(command, limit: "-v \(kilobytes)"), naming: "-v \(kilobytes)")
    }

    @Test(arguments: [10, 100, 1000], commands)
    func tooSmallFiles(kilobytes: Int, command: [String]) throws {
        expectRefusal(try run(command, limit: "-f \(kilobytes)"), naming: "-f \(kilobytes)")
    }

    /// Limits on threads do not apply to root, so root becomes another user.
    private static let somebody =
        geteuid() == 0 ? ["setpriv", "--reuid=54321", "--regid=54321", "--clear-groups"] : []

    private static let isRunBySomebody: Bool = {
        let run = try? Tool.run("timeout", ["9"] + somebody + ["test", "-x", AVCamProgram.path])
        return run?.status == 0
    }()

    @Test(.enabled(if: isRunBySomebody, "another user may not run the program"), arguments: [2, 4, 8], commands)
    func tooFewThreads(limit: Int, command: [String]) throws {
        expectRefusal(try run(command, limit: "-u \(limit)", as: Self.somebody), naming: "-u \(limit)")
    }

    @Test(arguments: ["-n 256", "-f 100000"])
    func sufficientLimitsAreAccepted(limit: String) throws {
        let output = try run(["photo"], limit: limit)
        #expect(output.status == 0, "\(output.standardError)")
    }
}
