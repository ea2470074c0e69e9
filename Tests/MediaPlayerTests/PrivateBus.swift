import Foundation
import TestSupport
import Testing

/// A session bus of a test's own, and what a foreign program sees on it.
final class PrivateBus {
    let address: String
    private let folder: TemporaryFolder
    private let daemon = Process()

    init() throws {
        folder = try TemporaryFolder()
        // No service folders: nothing is started on demand.
        let configuration = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
              "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>unix:path=\(folder.url.path)/bus</listen>
              <policy context="default">
                <allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/>
              </policy>
            </busconfig>
            """
        let file = try folder.file("bus.conf", contents: Data(configuration.utf8))
        daemon.executableURL = URL(fileURLWithPath: try #require(try Tool.path(of: "dbus-daemon")))
        daemon.arguments = ["--config-file=\(file.path)", "--nofork", "--nopidfile", "--print-address=1"]
        let output = Pipe()
        daemon.standardOutput = output
        try daemon.run(withinSeconds: 300)
        address = output.fileHandleForReading.text(until: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
        try #require(address.hasPrefix("unix:"))
    }

    deinit {
        daemon.terminate()
        daemon.waitUntilExit()
    }

    private var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": address] }

    /// Calls a method with gdbus.
    func call(_ name: String, _ method: String, _ arguments: String...) throws -> Tool.Output {
        try Tool.run(
            "gdbus",
            ["call", "--session", "--dest", name, "--object-path", "/org/mpris/MediaPlayer2", "--method", method]
                + arguments, environment: environment)
    }

    /// What gdbus prints of a name's signals while `body` runs, up to some text; all of it if it never comes.
    func signals(of name: String, until text: String, _ body: () -> Void) throws -> String {
        let monitor = Process()
        monitor.executableURL = URL(fileURLWithPath: try #require(try Tool.path(of: "gdbus")))
        monitor.arguments = ["monitor", "--session", "--dest", name]
        monitor.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let output = Pipe()
        monitor.standardOutput = output
        try monitor.run(withinSeconds: 60)
        defer {
            monitor.terminate()
            monitor.waitUntilExit()
        }
        // It listens from here on.
        _ = output.fileHandleForReading.text(until: "is owned by")
        body()
        return output.fileHandleForReading.text(until: text)
    }
}

extension FileHandle {
    /// Reads until some text has come, or to the end.
    fileprivate func text(until wanted: String) -> String {
        var text = ""
        while !text.contains(wanted) {
            let more = availableData
            if more.isEmpty { break }
            text += String(decoding: more, as: UTF8.self)
        }
        return text
    }
}
