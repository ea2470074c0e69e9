import CaptureEngine
import Foundation
import Locking
import TestSupport
import Testing

@testable import PipeWireDevices

/// Cameras that come and go: on a private desktop, see Tests/Machines/desktop-tests.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["CAMERA_CONTROL"] != nil, "needs a desktop with a camera"))
struct PipeWireHotPlugTests {
    /// Waits for a change after which the names are as wanted.
    private func wait(_ changes: Monitor<Int>, _ backend: PipeWireBackend, for names: [String]) -> Bool {
        var seen = 0
        while backend.devices().map(\.id.name) != names {
            let count = changes.wait(timeout: .seconds(20)) { $0 > seen ? $0 : nil }
            guard let count else { return false }
            seen = count
        }
        return true
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["READY_FILE"] == nil))
    func camerasThatComeAndGoAreReportedWithTheirFormats() throws {
        let backend = PipeWireBackend()
        let changes = Monitor(0)
        backend.onChange { changes.withLock { $0 += 1 } }
        #expect(wait(changes, backend, for: ["virtual-camera"]))

        let control = try #require(ProcessInfo.processInfo.environment["CAMERA_CONTROL"])
        try Data("quit\n".utf8).write(to: URL(fileURLWithPath: control))
        #expect(wait(changes, backend, for: []))

        let again = Process()
        again.executableURL = URL(
            fileURLWithPath: try #require(ProcessInfo.processInfo.environment["CAMERA_PROGRAM"]))
        again.arguments = ["NV12:640x480:30"]
        let input = Pipe()
        again.standardInput = input
        again.standardOutput = FileHandle.nullDevice
        try again.run(withinSeconds: 300)
        #expect(wait(changes, backend, for: ["virtual-camera"]))
        // It is another one than before.
        #expect(backend.devices().flatMap(\.formats).map(\.native) == ["NV12"])
        input.fileHandleForWriting.write(Data("quit\n".utf8))
        again.waitUntilExit()
        #expect(wait(changes, backend, for: []))
    }

    /// The desktop ends the daemon when the file is there, and starts another one with a camera.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["READY_FILE"] != nil, "needs somebody to start the daemon"))
    func aDaemonThatStartsAgainIsNoticed() throws {
        let backend = PipeWireBackend()
        let changes = Monitor(0)
        backend.onChange { changes.withLock { $0 += 1 } }
        #expect(wait(changes, backend, for: ["virtual-camera"]))
        try Data().write(to: URL(fileURLWithPath: try #require(ProcessInfo.processInfo.environment["READY_FILE"])))
        #expect(wait(changes, backend, for: []))
        #expect(wait(changes, backend, for: ["virtual-camera"]))
    }
}
