import AVFoundation
import Foundation
import TestSupport
import Testing

/// Values that change in the course of a movie: written, judged by others, and read back.
@Suite struct TimedMetadataTests {
    private static let (speed, note, raw) = ("mdta/com.example.speed", "mdta/com.example.note", "mdta/com.example.raw")
    private let folder: TemporaryFolder
    private let scene = WriterScene()

    init() throws { folder = try TemporaryFolder() }

    private func item(
        _ identifier: String, _ value: any NSCopying & NSObjectProtocol, _ type: CFString, language: String? = nil
    ) -> AVMetadataItem {
        let item = AVMutableMetadataItem()
        item.identifier = AVMetadataIdentifier(rawValue: identifier)
        item.value = value
        item.dataType = type as String
        item.extendedLanguageTag = language
        return item
    }

    private func format(_ specifications: [[CFString: Any]]) -> (CMMetadataFormatDescription?, OSStatus) {
        var format: CMMetadataFormatDescription?
        let status = CMMetadataFormatDescriptionCreateWithMetadataSpecifications(
            allocator: nil, metadataType: kCMMetadataFormatType_Boxed, metadataSpecifications: specifications,
            formatDescriptionOut: &format)
        return (format, status)
    }

    private func specification(_ identifier: String, _ type: CFString, language: String? = nil) -> [CFString: Any] {
        var result: [CFString: Any] = [
            kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier: identifier,
            kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType: type,
        ]
        result[kCMMetadataFormatDescriptionMetadataSpecificationKey_ExtendedLanguageTag] = language
        return result
    }

    private func wholeFormat() throws -> CMMetadataFormatDescription {
        let (made, status) = format([
            specification(Self.speed, kCMMetadataBaseDataType_Float32),
            specification(Self.note, kCMMetadataBaseDataType_UTF8, language: "de"),
            specification(Self.raw, kCMMetadataBaseDataType_RawData),
        ])
        #expect(status == noErr)
        return try #require(made)
    }

    /// A second of pictures. There are values in its first third, none in the second, and others in the last.
    private func movie() async throws -> URL {
        let url = folder.file("timed.mov")
        let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
        let video = AVAssetWriterInput(mediaType: .video, outputSettings: scene.videoSettings)
        let values = AVAssetWriterInput(mediaType: .metadata, outputSettings: nil, sourceFormatHint: try wholeFormat())
        for input in [video, values] {
            #expect(writer.canAdd(input))
            writer.add(input)
        }
        let adaptor = AVAssetWriterInputMetadataAdaptor(assetWriterInput: values)
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: WriterScene.origin)
        let first = AVTimedMetadataGroup(
            items: [
                item(Self.speed, NSNumber(value: Float(1.5)), kCMMetadataBaseDataType_Float32),
                item(Self.note, NSString("zwölf"), kCMMetadataBaseDataType_UTF8, language: "de"),
            ], timeRange: CMTimeRange(start: WriterScene.time(0), end: WriterScene.time(10)))
        let last = AVMutableTimedMetadataGroup(items: [], timeRange: .invalid)
        last.items = [
            item(Self.raw, NSData(data: Data([1, 2, 250])), kCMMetadataBaseDataType_RawData),
            item(Self.speed, NSNumber(value: -3), kCMMetadataBaseDataType_Float32),
        ]
        last.timeRange = CMTimeRange(start: WriterScene.time(20), end: WriterScene.time(30))
        #expect(adaptor.append(first) && adaptor.append(last))
        values.markAsFinished()
        try scene.feed(video, nil, frames: 0..<30)
        video.markAsFinished()
        await writer.finishWriting()
        #expect(writer.status == .completed, "\(String(describing: writer.error))")
        return url
    }

    @Test func whatWasWrittenIsReadBackWithItsTimes() async throws {
        let asset = AVURLAsset(url: try await movie())
        #expect(try await asset.load(.tracks).map(\.mediaType) == [.video, .metadata])
        let track = try #require(try await asset.loadTracks(withMediaType: .metadata).first)
        #expect(track.formatDescriptions as? [CMFormatDescription] == [try wholeFormat()])
        let identifiers = CMMetadataFormatDescriptionGetIdentifiers(try wholeFormat()) as? [String]
        #expect(identifiers == [Self.speed, Self.note, Self.raw])
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
        reader.add(output)
        let adaptor = AVAssetReaderOutputMetadataAdaptor(assetReaderTrackOutput: output)
        #expect(reader.startReading())
        var groups: [AVTimedMetadataGroup] = []
        while let group = adaptor.nextTimedMetadataGroup() { groups.append(group) }
        #expect(reader.status == .completed && groups.count == 3)
        for (index, group) in groups.enumerated() {
            #expect(abs(group.timeRange.start.seconds - Double(index) / 3) < 1e-4)
            #expect(abs(group.timeRange.duration.seconds - 1.0 / 3) < 1e-4)
        }
        #expect(
            groups.map { $0.items.map(\.identifier?.rawValue) } == [
                [Self.speed, Self.note], [], [Self.raw, Self.speed],
            ])
        #expect(groups[0].items[0].numberValue == 1.5 && groups[0].items[0].time == groups[0].timeRange.start)
        #expect(groups[0].items[1].stringValue == "zwölf" && groups[0].items[1].extendedLanguageTag == "de")
        #expect(groups[2].items[0].dataValue == Data([1, 2, 250]) && groups[2].items[1].numberValue == -3)
        #expect(groups[0].items[0].dataType == kCMMetadataBaseDataType_Float32 as String)
    }

    @Test func othersReadTheTrackToo() async throws {
        let url = try await movie()
        let streams = String(
            decoding: try Tool.output(
                "ffprobe",
                [
                    "-v", "error", "-show_entries",
                    "stream=codec_type,codec_tag_string:packet=stream_index,duration_time",
                    "-select_streams", "d", "-of", "compact", url.path,
                ]), as: UTF8.self)
        #expect(streams.contains("codec_type=data|codec_tag_string=mebx"))
        #expect(streams.components(separatedBy: "duration_time=0.333").count == 4)
        let tags = String(
            decoding: try Tool.output("exiftool", ["-ee", "-G3", "-s", url.path]), as: UTF8.self)
        // It makes names of keys that it does not know.
        let values = tags.split(separator: "\n").filter { $0.contains("comExample") }.map { line in
            line.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        }
        #expect(
            values.filter { $0.contains("Speed") } == [
                "[Doc1] MdtacomExampleSpeed : 1.5", "[Doc3] MdtacomExampleSpeed : -3",
            ])
        #expect(values.contains("[Doc1] MdtacomExampleNote : zwölf") && values.count == 4)
    }

    @Test func theFormatOfAGroupIsThatOfItsItems() throws {
        let speed = item(Self.speed, NSNumber(value: 1), kCMMetadataBaseDataType_Float32)
        let note = item(Self.note, NSString("zwölf"), kCMMetadataBaseDataType_UTF8, language: "de")
        let raw = item(Self.raw, NSData(), kCMMetadataBaseDataType_RawData)
        let group = AVTimedMetadataGroup(items: [speed, note, speed, raw], timeRange: .zero)
        #expect(group.copyFormatDescription() == (try wholeFormat()))
        let nameless = AVTimedMetadataGroup(items: [AVMetadataItem()], timeRange: .zero)
        #expect(nameless.copyFormatDescription() == nil)
        #expect(format([]).1 == kCMFormatDescriptionError_InvalidParameter)
        #expect(format([specification("speed", kCMMetadataBaseDataType_UTF8)]).0 == nil)
    }

    @Test(arguments: [
        (kCMMetadataBaseDataType_SInt8, -100), (kCMMetadataBaseDataType_UInt8, 200),
        (kCMMetadataBaseDataType_SInt16, -30_000), (kCMMetadataBaseDataType_UInt16, 60_000),
        (kCMMetadataBaseDataType_SInt32, -2_000_000_000), (kCMMetadataBaseDataType_UInt32, 4_000_000_000),
        (kCMMetadataBaseDataType_SInt64, -5_000_000_000), (kCMMetadataBaseDataType_Float64, 7),
    ])
    func numbersKeepTheirTypes(type: String, number: Int) async throws {
        let url = folder.file("number.mov")
        let group = AVTimedMetadataGroup(
            items: [item(Self.speed, NSNumber(value: number), type)],
            timeRange: CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 2)))
        let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
        let video = AVAssetWriterInput(mediaType: .video, outputSettings: scene.videoSettings)
        let input = AVAssetWriterInput(
            mediaType: .metadata, outputSettings: nil, sourceFormatHint: group.copyFormatDescription())
        for input in [video, input] { writer.add(input) }
        let adaptor = AVAssetWriterInputMetadataAdaptor(assetWriterInput: input)
        writer.startWriting()
        writer.startSession(atSourceTime: .zero)
        #expect(adaptor.append(group))
        WriterScene.append(try scene.frame(0, at: .zero), to: video)
        await writer.finishWriting()
        let asset = AVURLAsset(url: url)
        let track = try #require(try await asset.loadTracks(withMediaType: .metadata).first)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
        reader.add(output)
        reader.startReading()
        let sample = try #require(output.copyNextSampleBuffer())
        let read = try #require(AVTimedMetadataGroup(sampleBuffer: sample))
        #expect(read.items.first?.numberValue == NSNumber(value: number) && read.items.first?.dataType == type)
    }
}
