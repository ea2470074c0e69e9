import Foundation
import TestSupport
import Testing

/// A library in a folder of a group, whose members work with a `umask` of 002.
@Suite(.ownThread) struct SharedLibraryTests {
    let avcam: AVCamProgram

    init() throws { avcam = try AVCamProgram() }

    private func run(_ arguments: String..., umask: String = "002") throws {
        let output = try Tool.run(
            "timeout",
            ["-s", "KILL", "120", "sh", "-c", "umask \(umask); exec \"$@\"", "sh", AVCamProgram.path] + arguments,
            environment: [
                "AVCAM_LIBRARY": avcam.library.path, "AVCAM_DEFERRED": avcam.deferred.path,
                "AVCAM_DEVICES": "simulated",
            ])
        #expect(output.status == 0, "\(output.standardError)")
    }

    @Test func theGroupMayWriteEverythingInIt() throws {
        try run("photo", "--max-dimensions", "640x480")
        try run("record", "--duration", "0.5", "--preset", "640x480")
        try run("library", "rebuild")
        let names = try FileManager.default.subpathsOfDirectory(atPath: avcam.library.path)
        #expect(names.contains("IMG_0001.jpg") && names.contains("IMG_0002.mov"))
        #expect(names.contains(".avcam/catalogue.sqlite") && names.contains(".avcam/catalogue.sqlite-wal"))
        for name in names {
            let attributes = try FileManager.default.attributesOfItem(
                atPath: avcam.library.appendingPathComponent(name).path)
            let mode = try #require(attributes[.posixPermissions] as? Int)
            #expect(mode & 0o060 == 0o060, "\(name) has \(String(mode, radix: 8))")
        }
    }

    /// One of those who share it works with a `umask` that leaves the others out.
    @Test func aRebuiltCatalogueIsForThoseWhoHadTheOldOne() throws {
        try run("photo", "--max-dimensions", "640x480", umask: "000")
        try run("library", "rebuild", umask: "022")
        try run("library", "list", umask: "022")
        for suffix in ["", "-wal", "-shm"] {
            let path = avcam.library.appendingPathComponent(".avcam/catalogue.sqlite" + suffix).path
            let mode = try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
            #expect(mode == 0o666, "\(suffix) has \(String(mode, radix: 8))")
        }
    }
}
