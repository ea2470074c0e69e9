import Foundation
import SimulatedDevices
import TestSupport
import Testing

/// A photo that is taken as soon as the camera runs is as good as a later one.
@Suite(.ownThread) struct PhotoAtOnceTests {
    private static let small = ["--max-dimensions", "640x480"]

    @Test func anAutomaticFlashFiresOnlyInTheDark() throws {
        for (light, fires) in [("0.002", true), ("1", false)] {
            let avcam = try AVCamProgram(light: light)
            let file = avcam.folder.file("a.jpg")
            let output = try avcam.run(["photo", "-o", file.path, "--flash", "auto"] + Self.small)
            #expect(output.status == 0, "\(output.standardError)")
            let flash = try #require(try ImageProbe.metadata(of: file)["ExifIFD:Flash"] as? Int)
            #expect((flash & 1 == 1) == fires)
        }
    }

    @Test func theBestQualityHasLessNoiseInTheEvening() throws {
        let avcam = try AVCamProgram(light: "0.0078125")
        let noise = try ["speed", "quality"].map { quality in
            let file = avcam.folder.file("\(quality).jpg")
            let output = try avcam.run(["photo", "-o", file.path, "--quality", quality] + Self.small)
            #expect(output.status == 0, "\(output.standardError)")
            return try Self.noise(of: file)
        }
        #expect(10 * log10(noise[0] / noise[1]) > 3, "\(noise)")
    }

    @Test func aDeferredPhotoHasSeveralFrames() throws {
        let avcam = try AVCamProgram(light: "0.0078125")
        #expect(try avcam.run(["photo", "--deferred", "--quality", "quality"] + Self.small).status == 0)
        let files = FileManager.default.enumerator(atPath: avcam.deferred.path)?.compactMap { $0 as? String } ?? []
        #expect(files.count { $0.hasSuffix(".frame") } > 3, "\(files)")
    }

    /// The noise: how much an even gray area varies.
    private static func noise(of file: URL) throws -> Double {
        let luma = try ImageProbe.decode(file).luma
        let area = SceneLayout.grayStep(5).pixels(inWidth: luma.width, height: luma.height)
        let samples = (area.y..<area.y + area.height).flatMap { y in
            (area.x..<area.x + area.width).map { Double(luma.samples[y * luma.width + $0]) }
        }
        let mean = samples.reduce(0, +) / Double(samples.count)
        return samples.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(samples.count)
    }
}
