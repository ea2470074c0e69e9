import AVFoundation
import ImageIO
import Photos

/// Edits that leave the file as it was captured: the library keeps it, and ``revert()`` shows it again.
///
/// | item | what an edit changes |
/// | --- | --- |
/// | JPEG photo | its orientation; the compressed picture is the same |
/// | other photo | its picture is compressed again, as JPEG unless it is of a format of our own |
/// | movie | its matrix, or which of its compressed pictures are shown and for how long |
/// | Live Photo | is not edited: the library would show a photo alone |
/// | animation | is not edited: one of its pictures would be left |
extension MediaItem {
    /// Names what was done, for the next edit.
    private static let editor = "org.avcam.AVCam"

    package var canBeEdited: Bool { kind != .livePhoto && !isProxy && asset.playbackStyle != .imageAnimated }

    package var isEdited: Bool { asset.hasAdjustments }

    /// Turns it by a quarter.
    ///
    /// - Throws: `PHPhotosError`, `AVError`, `CocoaError`; nothing changes then.
    package func turn(clockwise isClockwise: Bool) async throws {
        try await edit(isClockwise ? "turn clockwise" : "turn counterclockwise") { input, url in
            if let movie = input.audiovisualAsset {
                try await Self.turn(movie, isClockwise, to: url)
            } else {
                try Self.turn(input, isClockwise, to: url)
            }
        }
    }

    /// Cuts a movie off before and after a range of seconds. Nothing is encoded: the file begins with the key frame before
    /// the range, and an edit list hides what precedes it.
    ///
    /// - Throws: `PHPhotosError`, `AVError`; nothing changes then.
    package func trim(to range: Range<TimeInterval>) async throws {
        try await edit("trim") { input, url in
            guard let movie = input.audiovisualAsset else { throw CocoaError(.featureUnsupported) }
            try await Self.export(movie, to: url) { export in
                func time(_ seconds: TimeInterval) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 90_000) }
                export.timeRange = CMTimeRange(start: time(range.lowerBound), end: time(range.upperBound))
            }
        }
    }

    /// Shows a movie at 30 frames a second, however many were taken. Nothing is encoded; there is no sound.
    ///
    /// - Returns: whether it has enough frames for that; otherwise nothing changes.
    /// - Throws: `PHPhotosError`, `AVError`; nothing changes then.
    package func slowDown() async throws -> Bool {
        let input = try await editingInput()
        guard let track = try await input.audiovisualAsset?.loadTracks(withMediaType: .video).first else {
            return false
        }
        let speed = Double(try await track.load(.nominalFrameRate)) / 30
        guard speed > 1.5 else { return false }
        try await edit("slow motion") { input, url in
            guard let movie = input.audiovisualAsset else { throw CocoaError(.featureUnsupported) }
            let slow = AVMutableComposition()
            for track in try await movie.loadTracks(withMediaType: .video) {
                guard
                    let copy = slow.addMutableTrack(
                        withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)
                else { continue }
                let range = try await track.load(.timeRange)
                try copy.insertTimeRange(range, of: track, at: .zero)
                copy.preferredTransform = try await track.load(.preferredTransform)
                copy.scaleTimeRange(
                    CMTimeRange(start: .zero, duration: range.duration),
                    toDuration: CMTimeMultiplyByFloat64(range.duration, multiplier: speed))
            }
            let metadata = try await movie.load(.metadata)
            try await Self.export(slow, to: url) { $0.metadata = metadata }
        }
        return true
    }

    /// Shows the original again.
    ///
    /// - Throws: `PHPhotosError`.
    package func revert() async throws {
        try await platform.library.performChanges {
            PHAssetChangeRequest(for: asset).revertAssetContentToOriginal()
        }
    }

    private func edit(_ name: String, _ render: (PHContentEditingInput, URL) async throws -> Void) async throws {
        let input = try await editingInput()
        let output = PHContentEditingOutput(contentEditingInput: input)
        output.adjustmentData = PHAdjustmentData(
            formatIdentifier: Self.editor, formatVersion: "1", data: Data(name.utf8))
        try await render(input, output.renderedContentURL)
        // The change block has it for itself from here on.
        nonisolated(unsafe) let result = output
        try await platform.library.performChanges {
            PHAssetChangeRequest(for: asset).contentEditingOutput = result
        }
    }

    private func editingInput() async throws -> PHContentEditingInput {
        let begun: BegunEdit = try await withCheckedThrowingContinuation { continuation in
            asset.requestContentEditingInput(with: nil) { input, info in
                if let input { return continuation.resume(returning: BegunEdit(input: input)) }
                let error = info[PHContentEditingInputErrorKey] as? any Error
                continuation.resume(throwing: error ?? CocoaError(.fileReadUnknown))
            }
        }
        return begun.input
    }

    /// What the library has handed out for one edit.
    private struct BegunEdit: @unchecked Sendable {  // nobody else has it
        let input: PHContentEditingInput
    }

    // MARK: Photos

    /// After a quarter of a turn clockwise, by the orientation before. Source: CIPA DC-008 (Exif 3.0), Orientation.
    private static let clockwise: [Int32: Int32] = [1: 6, 6: 3, 3: 8, 8: 1, 2: 7, 7: 4, 4: 5, 5: 2]

    private static func turn(_ input: PHContentEditingInput, _ isClockwise: Bool, to url: URL) throws {
        guard let file = input.fullSizeImageURL, let source = CGImageSourceCreateWithURL(file as CFURL, nil) else {
            throw CocoaError(.fileReadCorruptFile)
        }
        let type = CGImageSourceGetType(source).map { $0 as String } ?? ""
        let writable = CGImageDestinationCopyTypeIdentifiers() as? [String] ?? []
        let isKept = writable.contains(type) && PhotoFile.all.contains { !$0.isRaw && $0.type.rawValue == type }
        // A library need not read the orientation of other pictures, such as PNG.
        let written = isKept ? type : UTType.jpeg.identifier
        guard let picture = CGImageDestinationCreateWithURL(url as CFURL, written as CFString, 1, nil) else {
            throw CocoaError(.fileWriteUnknown)
        }
        let quarters = isClockwise ? 1 : 3
        let orientation = (0..<quarters).reduce(input.fullSizeImageOrientation) { now, _ in clockwise[now] ?? now }
        var properties: [String: Any] = [kCGImagePropertyOrientation as String: orientation]
        // Without a quality, a JPEG file keeps its compressed picture.
        if type != UTType.jpeg.identifier { properties[kCGImageDestinationLossyCompressionQuality as String] = 0.95 }
        CGImageDestinationAddImageFromSource(picture, source, 0, properties as CFDictionary)
        guard CGImageDestinationFinalize(picture) else { throw CocoaError(.fileWriteUnknown) }
    }

    // MARK: Movies

    private static func turn(_ movie: AVAsset, _ isClockwise: Bool, to url: URL) async throws {
        let turned = AVMutableComposition()
        for type in [AVMediaType.video, .audio] {
            for track in try await movie.loadTracks(withMediaType: type) {
                guard
                    let copy = turned.addMutableTrack(
                        withMediaType: type, preferredTrackID: kCMPersistentTrackID_Invalid)
                else { continue }
                let range = try await track.load(.timeRange)
                // A track that begins later, as sound may, still does.
                try copy.insertTimeRange(range, of: track, at: range.start)
                guard type == .video else { continue }
                let (size, upright) = try await track.load(.naturalSize, .preferredTransform)
                let seen = CGRect(origin: .zero, size: size).applying(upright)
                // The upper left corner stays in place.
                let quarter =
                    isClockwise
                    ? CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: seen.maxY, ty: -seen.minX)
                    : CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: -seen.minY, ty: seen.maxX)
                copy.preferredTransform = upright.concatenating(quarter)
            }
        }
        let metadata = try await movie.load(.metadata)
        try await export(turned, to: url) { $0.metadata = metadata }
    }

    /// Copies what is compressed.
    private static func export(
        _ asset: AVAsset, to url: URL, _ configure: (AVAssetExportSession) -> Void
    ) async throws {
        guard let export = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough) else {
            throw CocoaError(.fileReadCorruptFile)
        }
        configure(export)
        try await export.export(to: url, as: .mov)
    }
}
