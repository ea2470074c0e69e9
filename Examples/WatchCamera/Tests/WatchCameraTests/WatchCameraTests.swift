import Foundation
import SimulatedPhone
import Testing

/// Turns the phone and unplugs its camera, and checks how the program reacts.
@Test(.timeLimit(.minutes(1)))
func theProgramFollowsThePhone() async throws {
    let output = Pipe()
    let program = Process()
    // In the same folder as the program that runs the tests.
    program.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("WatchCamera")
    program.environment = ProcessInfo.processInfo.environment.merging(
        ["AVCAM_SIMULATED_CONTROL": "1", "AVCAM_DEVICES": "simulated"]
    ) { $1 }
    program.standardOutput = output
    try program.run()

    let phone = try await RemotePhone.of(processID: program.processIdentifier)
    try await phone.wait { $0.running == [.back] }
    try phone.turn(to: .portrait)
    try phone.unplug(.back)

    let text = try output.fileHandleForReading.readToEnd().map { String(decoding: $0, as: UTF8.self) }
    #expect(text == "Upright at 0°\nUpright at 90°\nGone\n")
    program.waitUntilExit()
    #expect(program.terminationStatus == 0)
}
