import Testing
import os.log
import os.signpost

@Suite struct SubmoduleTests {
    @Test func theNamesAreThereByTheSubmodules() {
        let log = OSLog(subsystem: "org.avcam.tests", category: "submodules")
        os_log("a message of level %d", log: log, type: .debug, 1)
        #expect(OSSignpostID(log: log) != .invalid)
    }
}
