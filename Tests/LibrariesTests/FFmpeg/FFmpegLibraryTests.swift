import Foundation
import TestSupport
import Testing

@testable import FFmpeg

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

    @Test func withoutMemoryThereIsAnError() throws {
        var functions = try FFmpegLibrary.functions()
        functions.av_frame_alloc = { nil }
        functions.av_packet_alloc = { nil }
        functions.avcodec_alloc_context3 = { _ in nil }
        let codec = try #require(functions.avcodec_find_encoder_by_name("aac"))
        let shortage = FFmpegError(.codecFailed, "there is not enough memory", errno: ENOMEM)
        #expect(throws: shortage) { try functions.newFrame() }
        #expect(throws: shortage) { try functions.newPacket() }
        #expect(throws: shortage) { try functions.newContext(of: codec) }
    }
}
