import AVFoundation
import Foundation
import TestSupport
import Testing

@Suite struct OutputSettingsAssistantTests {
    @Test(arguments: AVOutputSettingsAssistant.availableOutputSettingsPresets())
    func eachPresetHasSettingsForAWriter(_ preset: AVOutputSettingsPreset) throws {
        let assistant = try #require(AVOutputSettingsAssistant(preset: preset))
        let folder = try TemporaryFolder()
        let writer = try AVAssetWriter(url: folder.file("movie"), fileType: assistant.outputFileType)
        #expect(writer.canApply(outputSettings: assistant.videoSettings, forMediaType: .video))
        #expect(writer.canApply(outputSettings: assistant.audioSettings, forMediaType: .audio))
        let (width, height) = (assistant.videoSettings?[AVVideoWidthKey], assistant.videoSettings?[AVVideoHeightKey])
        #expect(preset.rawValue.hasSuffix("\(width as? Int ?? 0)x\(height as? Int ?? 0)"))
    }

    @Test func aMovieIsWrittenAsTheAssistantSays() async throws {
        let assistant = try #require(AVOutputSettingsAssistant(preset: .preset640x480))
        let scene = WriterScene()
        assistant.sourceVideoFormat = try scene.frame(0).formatDescription
        assistant.sourceAudioFormat = try scene.sound(0).formatDescription
        let folder = try TemporaryFolder()
        let url = folder.file("movie.mov")
        let writer = try await scene.write(
            url, assistant.outputFileType, video: assistant.videoSettings, audio: assistant.audioSettings)
        #expect(writer.status == .completed)
        let movie = try MovieProbe(url)
        // The scene is smaller than the preset, and stays so.
        #expect(movie.video?.width == 320 && movie.video?.height == 240 && movie.video?.codec_name == "h264")
        #expect(movie.audio?.sample_rate == "48000" && movie.audio?.channels == 2)
    }

    @Test func picturesKeepTheirShape() throws {
        let assistant = try #require(AVOutputSettingsAssistant(preset: .hevc1920x1080))
        func size(_ width: Int32, _ height: Int32) throws -> [Int] {
            assistant.sourceVideoFormat = try CMFormatDescription(
                videoCodecType: .h264, width: Int(width), height: Int(height))
            let settings = assistant.videoSettings ?? [:]
            return [AVVideoWidthKey, AVVideoHeightKey].compactMap { settings[$0] as? Int }
        }
        #expect(try size(4000, 3000) == [1440, 1080])
        #expect(try size(3000, 4000) == [1080, 1440])
        #expect(try size(101, 51) == [100, 50])
        #expect(AVOutputSettingsAssistant(preset: AVOutputSettingsPreset(rawValue: "unknown")) == nil)
        let slow = assistant.videoSettings?[AVVideoCompressionPropertiesKey] as? [String: Any]
        assistant.sourceVideoAverageFrameDuration = CMTime(value: 1, timescale: 60)
        let quick = assistant.videoSettings?[AVVideoCompressionPropertiesKey] as? [String: Any]
        let rates = [slow, quick].compactMap { $0?[AVVideoAverageBitRateKey] as? Int }
        #expect(rates.count == 2 && abs(rates[1] - 2 * rates[0]) <= 1)
    }
}
