import TestSupport
import Testing

/// Tests start only programs that they install, so that they run on every machine.
struct ToolTests {
    @Test(arguments: ["guvcview", "/usr/bin/guvcview", "/bin/" + "no-such-program"])
    func aProgramThatTestsDoNotInstallIsRefused(name: String) {
        #expect(throws: Tool.Failure.self) { try Tool.path(of: name) }
    }

    @Test func aPathStaysAsItIs() throws {
        #expect(try Tool.path(of: "/bin/sh") == "/bin/sh")
        #expect(try Tool.path(of: "/proc/self/exe") == "/proc/self/exe")
    }
}
