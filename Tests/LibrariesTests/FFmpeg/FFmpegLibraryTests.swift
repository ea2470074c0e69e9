import FFmpeg
import Foundation
import TestSupport
import Testing

@Suite struct FFmpegLibraryTests {
    @Test func theLibrariesAreThere() throws {
        try FFmpegLibrary.load()
    }

    /// The loader would load them at every start, even in a program that takes one photo.
    @Test func theLibrariesAreNotLinked() throws {
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let output = try Tool.output("readelf", ["-d", program])
        let needed = String(decoding: output, as: UTF8.self).split(separator: "\n").filter { $0.contains("NEEDED") }
        #expect(!needed.isEmpty)
        for library in ["libavcodec", "libavformat", "libavutil", "libswresample"] {
            #expect(!needed.contains { $0.contains(library) }, "\(library)")
        }
    }
}
