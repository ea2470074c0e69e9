import CaptureEngine
import Foundation
import SimulatedDevices
import SimulatedPhone
import TestSupport
import Testing

/// A phone that is driven through its socket.
struct RemotePhoneTests {
    private let temporary: TemporaryFolder
    private let folder: ControlFolder
    private let simulated = SimulatedDevices.SimulatedPhone(clock: ManualClock())
    private let listener: PhoneListener
    private let phone: RemotePhone

    init() throws {
        temporary = try TemporaryFolder()
        folder = ControlFolder(temporary.file("avcam").path)
        listener = try PhoneListener(simulated, in: folder)
        phone = try RemotePhone(processID: getpid(), in: folder)
    }

    @Test func itDoesWhatItIsTold() throws {
        try phone.turn(to: .portraitUpsideDown)
        try phone.unplug(.back)
        try phone.lock()
        #expect(simulated.body.orientation == .portraitUpsideDown && simulated.body.isLocked)
        #expect(try phone.state() == Phone(simulated).state())
        #expect(try phone.state().devices.contains(.back) == false)
        #expect(try !phone.program().isEmpty)
    }

    @Test func itReportsWhatHappens() async throws {
        let events = try phone.events()
        simulated.body.turn(to: .faceDown)
        try phone.press(.cameraControl)
        #expect(
            await Array(events.prefix(3)) == [.turned(.faceDown), .pressed(.cameraControl), .released(.cameraControl)])
    }

    @Test func aThousandEventsComeInOrder() async throws {
        let events = try phone.events()
        let tilts = (1...1000).map { Double($0) / 8 }
        for degrees in tilts { simulated.body.tilt(by: degrees) }
        #expect(await Array(events.prefix(1000)) == tilts.map { .tilted(degrees: $0) })
    }

    @Test func eventsEndWithTheProgram() async throws {
        let events = try phone.events()
        listener.stop()
        #expect(await Array(events).isEmpty)
    }

    @Test func waitingEndsWithTheProgram() async throws {
        let phone = phone
        let waiting = Task { try await phone.wait { $0.isLocked } }
        listener.stop()
        let error = await #expect(throws: PhoneError.self) { try await waiting.value }
        #expect(error?.code == .noProgram)
    }

    @Test func wrongWordsListTheRightOnes() {
        let error = #expect(throws: PhoneError.self) { try phone.perform("press doorbell") }
        #expect(error?.code == .unknownCommand)
        #expect(
            error?.message == """
                The simulated phone does not know "press doorbell": press takes camera-control, volume-up, volume-down, \
                action or headset
                """)
    }

    @Test func severalLinesAreOneCommand() {
        #expect(throws: PhoneError.self) { try phone.perform("lock\nunlock") }
        #expect(!simulated.body.isLocked)
    }

    @Test func aProcessThatDoesNotListenIsNamed() {
        let error = #expect(throws: PhoneError.self) { _ = try RemotePhone(processID: 1, in: folder) }
        #expect(error?.code == .noProgram && error?.message.contains("process 1 ") == true)
    }

    /// A program that has ended stays a process until its parent asks for its exit status.
    @Test(.timeLimit(.minutes(1))) func waitingForAProgramThatHasEndedFails() async throws {
        let program = try EndedProgram()
        let error = await #expect(throws: PhoneError.self) {
            _ = try await RemotePhone.of(processID: program.processID, in: folder)
        }
        #expect(
            error?.code == .noProgram && error?.message.contains("process \(program.processID) is not running") == true)
    }

    @Test func allAreFound() {
        #expect(RemotePhone.all(in: folder) == [phone])
        listener.stop()
        #expect(RemotePhone.all(in: folder).isEmpty)
    }
}

/// A program that has ended and whose parent, the test, has not asked how.
private final class EndedProgram {
    let processID: pid_t

    init() throws {
        var process: pid_t = 0
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
        defer { free(arguments[0]) }
        try #require(posix_spawnp(&process, "true", nil, nil, &arguments, nil) == 0)
        processID = process
        var end = siginfo_t()
        try #require(waitid(P_PID, id_t(process), &end, WEXITED | WNOWAIT) == 0)
    }

    deinit { waitpid(processID, nil, 0) }
}
