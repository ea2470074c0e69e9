import Locking
import Logging
import Testing

@testable import os

@Suite struct SignposterTests {
    /// Keeps all log messages.
    private struct Log: LogHandler {
        let lines: Mutex<[String]>
        var logLevel = Logging.Logger.Level.debug
        var metadata: Logging.Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logging.Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { lines.withLock { $0.append(event.message.description) } }
    }

    private let lines = Mutex<[String]>([])

    private func signposter(_ level: Logging.Logger.Level) -> OSSignposter {
        let log = Log(lines: lines, logLevel: level)
        return OSSignposter(logger: Logger(Logging.Logger(label: "test", factory: { _ in log })))
    }

    @Test func intervalsAndMomentsAreLogged() {
        let signposter = signposter(.debug)
        #expect(signposter.isEnabled)
        let id = OSSignpostID(7)
        let state = signposter.beginInterval("capture", id: id, "photo \(1)")
        signposter.emitEvent("shutter")
        signposter.endInterval("capture", state)
        #expect(signposter.withIntervalSignpost("develop") { 5 } == 5)
        let written = lines.withLock { $0 }
        #expect(written.count == 5)
        #expect(written[0] == "begin capture #7: photo 1" && written[1] == "event shutter")
        #expect(written[2].hasPrefix("end capture #7 after ") && written[2].hasSuffix(" ms"))
        #expect(written[3] == "begin develop" && written[4].hasPrefix("end develop after "))
    }

    @Test func nothingIsWrittenBelowTheLogLevel() {
        let signposter = signposter(.info)
        #expect(!signposter.isEnabled && !OSSignposter.disabled.isEnabled)
        signposter.endInterval("capture", signposter.beginInterval("capture"))
        OSSignposter.disabled.emitEvent("shutter")
        #expect(lines.withLock { $0 }.isEmpty)
    }

    @Test func identifiersDistinguishIntervals() {
        let signposter = OSSignposter(subsystem: "test", category: "ids")
        let object = OSLog(subsystem: "test", category: "object")
        #expect(signposter.makeSignpostID() != signposter.makeSignpostID())
        #expect(signposter.makeSignpostID(from: object) == OSSignpostID(log: .default, object: object))
    }
}
