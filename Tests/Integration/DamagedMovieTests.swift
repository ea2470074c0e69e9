import Foundation
import TestSupport
import Testing

/// Movies with flipped bytes as cameras.
@Suite(.ownThread) struct DamagedMovieTests {
    let avcam: AVCamProgram

    init() throws { avcam = try AVCamProgram() }

    private func movie(isDamaged: Bool) throws -> URL {
        let file = avcam.folder.file("clip.mov")
        try Tool.output(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x240:r=30", "-t", "1", "-c:v", "libx264", "-g", "5",
                "-pix_fmt", "yuv420p", file.path,
            ])
        guard isDamaged else { return file }
        var data = try Data(contentsOf: file)
        let media = try #require(data.range(of: Data("mdat".utf8))).upperBound
        for offset in stride(from: media + 20_000, to: media + 30_000, by: 101) { data[offset] ^= 0xFF }
        try data.write(to: file)
        return file
    }

    @Test func damageIsCountedAndReportedOnce() throws {
        let file = try movie(isDamaged: true)
        let output = try avcam.run(
            "record", "--camera", "file:\(file.path)", "-o", avcam.folder.file("copy.mov").path, "--duration", "2")
        #expect(output.status == 0, "\(output.standardError)")
        let sentence = try #require(output.sentence, "\(output.standardError)")
        #expect(sentence.hasPrefix("clip.mov is damaged: ") && sentence.contains("could not be decoded; "))
        #expect(!output.standardError.contains("keep up"))
    }

    @Test func damagedFramesAreCountedAsDropped() throws {
        let file = try movie(isDamaged: true)
        let output = try avcam.run(
            "record", "--camera", "file:\(file.path)", "-o", avcam.folder.file("copy.mov").path, "--duration", "2",
            "--json")
        let report = try #require(try output.json() as? [String: Any])
        #expect(report["droppedFrames"] as? Int ?? 0 > 0)
    }

    @Test func anIntactMovieIsNotCalledDamaged() throws {
        let file = try movie(isDamaged: false)
        let output = try avcam.run(
            "record", "--camera", "file:\(file.path)", "-o", avcam.folder.file("copy.mov").path, "--duration", "2")
        #expect(output.status == 0 && output.notes.isEmpty, "\(output.standardError)")
    }
}
