import Foundation
import TestSupport
import Testing

/// A library of C++ destroys its objects when the process ends, while threads still use them.
@Suite struct ProgramEndTests {
    @Test(arguments: [[], ["elsewhere"]])
    func aProgramEndsWhileItSearchesForCodes(arguments: [String]) throws {
        let program = Bundle.main.bundleURL.appendingPathComponent("ending-sample").path
        // glibc fills memory that was freed, so that who uses it fails at once.
        let output = try Tool.run(program, arguments, environment: ["MALLOC_PERTURB_": "165"])
        #expect(output.status == 0, "\(output.standardError)")
    }
}
