import CaptureEngine
import Foundation
import MovieCoding

extension AVAssetExportSession {
    /// On the session's thread.
    func export(to url: URL, _ fileType: AVFileType) throws(AVError) {
        let contents = try asset.contents()
        let values = self.values.withLock { $0 }
        let range = try range(values, contents)
        let tracks = try preset.isPassthrough ? copies(contents, range) : encoded(values, contents, range)
        guard !tracks.isEmpty else {
            throw failure(.operationNotSupportedForAsset, "The asset has nothing that \(presetName) can export")
        }
        var configuration = AssetConfiguration(
            url: url, fileType: AVFileType.written[fileType] ?? .quickTime)
        configuration.putsIndexFirst = values.optimizesForNetworkUse
        configuration.metadata = metadata(values, contents)
        if values.lengthLimit > 0 { configuration.maximumSize = values.lengthLimit }
        let export = AssetExport(trackCount: tracks.count, range: range)
        let mayBegin = self.values.withLock { values in
            values.export = export
            values.status = .exporting
            return !values.isCancelled
        }
        guard mayBegin else { throw AVError(.operationCancelled) }
        do { try export.run(configuration, tracks) } catch {
            switch error.code {
            case .fileUnreadable, .deviceNotFound: throw AVError(reading: error)
            default: throw AVError(error, in: .current)
            }
        }
    }

    private func metadata(_ values: Values, _ contents: AVAsset.Contents) -> [MovieMetadataItem] {
        if let metadata = values.metadata { return metadata.compactMap(MetadataNames.movieItem) }
        return contents.metadata.filter { item in
            ["mdta", "udta"].contains(item.keySpace) && values.filter?.keeps(MetadataNames.item(item)) ?? true
        }
    }

    private func failure(_ code: AVError.Code, _ sentence: String) -> AVError {
        AVError(code, userInfo: [NSLocalizedDescriptionKey: sentence])
    }

    private func range(_ values: Values, _ contents: AVAsset.Contents) throws(AVError) -> CMTimeRange {
        let whole = CMTimeRange(start: .zero, duration: contents.duration)
        let range = values.timeRange.intersection(whole)
        guard range.isValid, range.duration > .zero else {
            throw failure(.operationNotSupportedForAsset, "There is nothing to export in the time range")
        }
        return range
    }

    // MARK: Copies

    private func copies(_ contents: AVAsset.Contents, _ range: CMTimeRange) throws(AVError) -> [AssetExport.Track] {
        let tracks = contents.tracks.map(\.facts).filter { $0.kind == .pictures || $0.kind == .sound }
        var copies: [AssetExport.Track] = []
        for track in tracks where !track.segments.isEmpty {
            guard track.segments.count(where: { $0.source != nil }) == 1, let format = track.formats.first else {
                throw failure(
                    .operationNotSupportedForAsset, "Parts of several movies cannot be joined without encoding them")
            }
            copies.append(
                AssetExport.Track(
                    .init(.asTheyAre(format, timescale: track.timescale), traits(track, scale: (1, 1)))
                ) { () throws(CaptureError) in try TrackReader(track.segments, .stored, range: range) })
        }
        return copies
    }

    private func traits(
        _ track: MovieFacts.Track, scale: (x: Double, y: Double)
    ) -> AssetConfiguration.Track.Traits {
        var traits = AssetConfiguration.Track.Traits()
        func fixed(_ value: Double) -> Int32 { Int32(clamping: Int64((value * 65_536).rounded())) }
        let transform = track.transform
        if track.kind == .pictures, transform != [1, 0, 0, 1, 0, 0] {
            // Where the picture is moved to depends on its size.
            let isTurned = abs(transform[1]) > abs(transform[0])
            let (x, y) = isTurned ? (scale.y, scale.x) : (scale.x, scale.y)
            traits.matrix = [
                fixed(transform[0]), fixed(transform[1]), 0, fixed(transform[2]), fixed(transform[3]), 0,
                fixed(transform[4] * x), fixed(transform[5] * y), 1 << 30,
            ]
        }
        traits.isEnabled = track.isEnabled
        traits.volume = track.volume
        traits.language = track.language
        return traits
    }

    // MARK: Encoding

    private func encoded(
        _ values: Values, _ contents: AVAsset.Contents, _ range: CMTimeRange
    ) throws(AVError) -> [AssetExport.Track] {
        let tracks = contents.tracks.filter { $0.isEnabled && !$0.facts.segments.isEmpty }
        var made: [AssetExport.Track] = []
        if preset.codec != nil {
            if let composition = values.composition {
                made.append(composed(composition, range))
            } else if let track = tracks.first(where: { $0.mediaType == .video }) {
                made.append(pictures(track.facts, range))
            }
        }
        let sounds = tracks.filter { $0.mediaType == .audio }
        if let first = sounds.first { made.append(sound(sounds, first.facts, values, range)) }
        return made
    }

    private func coding(_ size: CMVideoDimensions, frameRate: Double) -> PictureCoding {
        var coding = PictureCoding()
        coding.codec = preset.codec ?? .h264
        coding.size = size
        // Parts of a composition can differ in size.
        coding.scaling = .aspectFit
        coding.acceptsChanges = true
        coding.bitRate = preset.pictureRate
        if frameRate > 0 { coding.frameRate = min(frameRate, 1000) }
        return coding
    }

    private func pictures(_ track: MovieFacts.Track, _ range: CMTimeRange) -> AssetExport.Track {
        let stored = track.formats.first?.dimensions ?? CMVideoDimensions(width: 640, height: 480)
        // Pixels that are no squares become such.
        let shape = track.size.height > 0 ? track.size.width / track.size.height : 0
        let width = shape > 0 ? Double(stored.height) * shape : Double(stored.width)
        let size = preset.fitted(width, Double(stored.height))
        let scale = (
            track.size.width > 0 ? Double(size.width) / track.size.width : 1,
            track.size.height > 0 ? Double(size.height) / track.size.height : 1
        )
        var coding = coding(size, frameRate: track.frameRate)
        if width != Double(stored.width) { coding.scaling = .resize }
        return AssetExport.Track(.init(.pictures(coding), traits(track, scale: scale))) { () throws(CaptureError) in
            try TrackReader(track.segments, .pictures(nil, size: nil), range: range)
        }
    }

    private func composed(_ composition: AVVideoComposition, _ range: CMTimeRange) -> AssetExport.Track {
        let plan = composition.plan(asset)
        let size = preset.fitted(Double(plan.size.width), Double(plan.size.height))
        let coding = coding(size, frameRate: 1 / plan.frameDuration.seconds)
        return AssetExport.Track(.init(.pictures(coding))) { () throws(CaptureError) in
            try PictureComposer(
                plan, range: range, pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
        }
    }

    private func sound(
        _ tracks: [AVAssetTrack], _ first: MovieFacts.Track, _ values: Values, _ range: CMTimeRange
    ) -> AssetExport.Track {
        let stored = first.formats.first?.audioStreamBasicDescription
        let rate = stored?.mSampleRate ?? 44_100
        let isUsual = OutputSettings.aacSampleRates.contains(rate) && rate <= 48_000
        let own = isUsual ? rate : rate > 48_000 ? 48_000 : 44_100
        let channels = min(2, max(1, Int(stored?.mChannelsPerFrame ?? 2)))
        let format = AudioStreamBasicDescription.linearPCM(sampleRate: own, channels: channels)
        let inputs = tracks.map { SoundMixer.Input($0, values.mix, values.pitch) }
        return AssetExport.Track(
            .init(.sound(SoundCoding(.aac(sampleRate: Int(own), channels: channels, bitRate: preset.soundRate))))
        ) { () throws(CaptureError) in try SoundMixer(inputs, range: range, format) }
    }
}
