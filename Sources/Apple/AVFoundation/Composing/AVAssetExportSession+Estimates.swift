import CaptureEngine
import Foundation
import MovieCoding

// What can be said before an export. Handlers are called on another thread.
extension AVAssetExportSession {
    /// The kinds of files that can hold what the asset has; none if the preset does not fit it.
    @preconcurrency public func determineCompatibleFileTypes(
        completionHandler handler: @escaping @Sendable ([AVFileType]) -> Void
    ) {
        DispatchQueue.global().async { handler(self.fittingFileTypes) }
    }

    /// As ``determineCompatibleFileTypes(completionHandler:)``.
    public var compatibleFileTypes: [AVFileType] {
        get async {
            await withCheckedContinuation { continuation in
                determineCompatibleFileTypes { continuation.resume(returning: $0) }
            }
        }
    }

    private var fittingFileTypes: [AVFileType] {
        guard let contents = try? asset.contents(),
            Self.exportPresets(compatibleWith: asset).contains(presetName)
        else { return [] }
        guard preset.isPassthrough else { return supportedFileTypes }
        let formats = contents.tracks.map(\.facts).filter { [.pictures, .sound].contains($0.kind) }
            .compactMap { $0.formats.first?.mediaSubType.rawValue }
        return supportedFileTypes.filter { type in formats.allSatisfy { type.canHold($0) } }
    }

    /// How many bytes the file may have, by the asset, the preset and the time range.
    ///
    /// Linux: by the preset's bit rates; those of constant quality are taken to need as many bits for a pixel as the asset.
    ///
    /// - Parameter handler: gets 0 and an error for an asset that cannot be read.
    @preconcurrency public func estimateOutputFileLength(
        completionHandler handler: @escaping @Sendable (Int64, (any Error)?) -> Void
    ) {
        DispatchQueue.global().async {
            do { handler(try self.estimatedLength(), nil) } catch { handler(0, error) }
        }
    }

    /// As ``estimateOutputFileLength(completionHandler:)``.
    ///
    /// - Throws: ``AVError`` for an asset that cannot be read.
    public var estimatedOutputFileLengthInBytes: Int64 {
        get async throws {
            try await withCheckedThrowingContinuation { continuation in
                estimateOutputFileLength { length, error in
                    continuation.resume(with: error.map { .failure($0) } ?? .success(length))
                }
            }
        }
    }

    /// How long the file can be: as long as the time range, or what of it ``fileLengthLimit`` leaves.
    ///
    /// Linux: by bit rates, as ``estimateOutputFileLength(completionHandler:)``.
    ///
    /// - Parameter handler: gets an invalid time and an error for an asset that cannot be read.
    @preconcurrency public func estimateMaximumDuration(
        completionHandler handler: @escaping @Sendable (CMTime, (any Error)?) -> Void
    ) {
        DispatchQueue.global().async {
            do { handler(try self.longestDuration(), nil) } catch { handler(.invalid, error) }
        }
    }

    /// As ``estimateMaximumDuration(completionHandler:)``.
    ///
    /// - Throws: ``AVError`` for an asset that cannot be read.
    public var estimatedMaximumDuration: CMTime {
        get async throws {
            try await withCheckedThrowingContinuation { continuation in
                estimateMaximumDuration { duration, error in
                    continuation.resume(with: error.map { .failure($0) } ?? .success(duration))
                }
            }
        }
    }

    private func longestDuration() throws -> CMTime {
        let contents = try asset.contents()
        let (whole, limit, rate) = (exportedDuration(contents), fileLengthLimit, bitRate(contents))
        guard limit > 0, rate > 0 else { return whole }
        return CMTimeMinimum(whole, CMTime(seconds: Double(limit) * 8 / rate, preferredTimescale: 600))
    }

    private func exportedDuration(_ contents: AVAsset.Contents) -> CMTime {
        timeRange.intersection(CMTimeRange(start: .zero, duration: contents.duration)).duration
    }

    private func estimatedLength() throws -> Int64 {
        let contents = try asset.contents()
        let length = bitRate(contents) * max(exportedDuration(contents).seconds, 0) / 8
        return length.isFinite ? Int64(length) : 0
    }

    private func bitRate(_ contents: AVAsset.Contents) -> Double {
        let tracks = contents.tracks.map(\.facts).filter { [.pictures, .sound].contains($0.kind) }
        if preset.isPassthrough { return tracks.reduce(0) { $0 + $1.dataRate } }
        let pictures = preset.codec == nil ? nil : tracks.first { $0.kind == .pictures }
        let hasSound = tracks.contains { $0.kind == .sound }
        return (pictures.map(pictureRate) ?? 0) + (hasSound ? Double(preset.soundRate) : 0)
    }

    /// The bits a second that a preset needs for pictures.
    private func pictureRate(_ track: MovieFacts.Track) -> Double {
        if let rate = preset.pictureRate { return Double(rate) }
        let (width, height) = (Double(track.size.width), Double(track.size.height))
        guard width > 0, height > 0 else { return track.dataRate }
        let size = preset.fitted(width, height)
        return track.dataRate * Double(size.width) * Double(size.height) / (width * height)
    }
}
