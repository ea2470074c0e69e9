import CaptureEngine
import CoreVideo
import Foundation
import MediaFileDevices
import TestSupport
import Testing

@testable import MovieCoding

extension MovieCodec {
    /// Each frame is a JPEG picture. This is all that a new codec needs.
    fileprivate static let motionJPEG = MovieCodec(
        type: .jpeg, name: "Photo - JPEG", encoder: "mjpeg", layouts: [.i420],
        options: { _, _ in ["flags": "+qscale", "global_quality": "236", "strict": "unofficial"] },
        decoderConfiguration: { _ in [] })
}

/// A codec is a value: one that only this file knows works like the others.
@Suite struct MovieCodecTests {
    let folder: TemporaryFolder
    let scene = MovieScene()
    let codecs = MovieCodec.all + [.motionJPEG]

    init() throws { folder = try TemporaryFolder() }

    private func record(_ codec: MovieCodec) throws -> MovieProbe {
        let url = folder.file("\(codec.name).mov")
        var configuration = scene.configuration(url)
        configuration.video?.codec = codec.type
        let movie = try MovieFile(configuration, codecs: codecs)
        try scene.record(to: movie, frames: 0..<20)
        try movie.finish(at: MovieScene.time(20))
        return try MovieProbe(url)
    }

    @Test func anotherCodecIsJustAnotherValue() throws {
        let movie = try record(.motionJPEG)
        #expect(movie.complaints == "")
        #expect(movie.video?.codec_name == "mjpeg" && movie.video?.codec_tag_string == "jpeg")
        #expect(movie.video?.width == 320 && movie.video?.height == 240)
        let packets = movie.packets(.video)
        #expect(packets.map(\.pts) == (0..<20).map { $0 * 3000 })
        #expect(packets.allSatisfy { $0.isKey })
        #expect(movie.audio?.codec_name == "aac")
        #expect(try movie.decodingComplaints() == "")
        // As the library does, and cameras that play files: movies need no entry to be read.
        let picture = try FirstPicture.decode(folder.file("Photo - JPEG.mov").path)
        #expect(CVPixelBufferGetWidth(picture) == 320 && CVPixelBufferGetHeight(picture) == 240)
    }

    @Test func eachCodecIsWrittenUnderItsOwnName() throws {
        for codec in codecs {
            let video = try #require(try record(codec).video)
            #expect(video.codec_tag_string == codec.type.rawValue.letters)
            guard let box = codec.configurationBox else { continue }
            let file = try Data(contentsOf: folder.file("\(codec.name).mov"))
            #expect(file.range(of: Data(box.utf8)) != nil)
        }
        #expect(Set(codecs.map(\.type)).count == codecs.count)
    }

    @Test func aCodecThatIsNotInTheListIsRefusedBeforeTheFileIsMade() throws {
        let url = folder.file("movie.mov")
        var configuration = scene.configuration(url)
        configuration.video?.codec = .jpeg
        let error = #expect(throws: CaptureError.self) { try MovieFile(configuration) }
        #expect(error?.code == .formatUnsupported)
        #expect(error?.message == "movies cannot be recorded in the codec 'jpeg'")
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }

    @Test func namesOfProfilesAndEntropyCodersAreThoseOfTheCodec() {
        var coding = PictureCoding()
        for codec in MovieCodec.all {
            coding.codec = codec.type
            for other in MovieCodec.all {
                guard let family = other.profileFamily else { continue }
                #expect(coding.setProfileLevel("\(family)_Main_AutoLevel") == (other.type == codec.type))
            }
            #expect(coding.setEntropyMode("CAVLC") == (codec.entropyCoders["CAVLC"] != nil))
        }
        coding.codec = .h264
        #expect(coding.setProfileLevel("H264_High_4_0") && coding.profile == "high" && coding.level == "4.0")
        #expect(coding.setEntropyMode("CABAC") && coding.entropyCoder == "cabac")
        coding.codec = .jpeg
        #expect(!coding.setProfileLevel("H264_High_4_0") && !coding.setEntropyMode("CABAC"))
    }

    @Test func framesGoToTheCodecThatKeepsTheirBits() {
        let (eight, ten) = (
            kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
        )
        #expect(codecs.best(for: eight)?.type == .h264)
        #expect(codecs.best(for: ten)?.type == .hevc)
        #expect([MovieCodec.motionJPEG, .h264].best(for: ten)?.type == .h264, "the only one that takes them")
        #expect(codecs.best(for: kCVPixelFormatType_14Bayer_RGGB) == nil)
        #expect(codecs.encoding(kCVPixelFormatType_32BGRA).map(\.type) == [.h264])
    }
}
