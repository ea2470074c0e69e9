import CaptureEngine
import CoreMedia
import Foundation

/// A kind of file that holds the samples of tracks.
protocol AssetContainer: AnyObject {
    func addTrack(_ track: MovieTrackDescription) throws(CaptureError)

    func append(
        _ bytes: UnsafeRawBufferPointer, at time: Int64, compositionOffset: Int32, isKey: Bool, toTrack track: Int
    ) throws(CaptureError)

    func finish(ends: [QuickTimeWriter.TrackEnd]) throws(CaptureError)
}

extension QuickTimeWriter: AssetContainer {}

extension AssetConfiguration {
    /// Begins a container.
    ///
    /// - Parameters:
    ///   - file: what it is written to; `nil` for segments, which are handed out.
    ///   - start: of the session, on the samples' clock.
    ///   - media: the tracks, one for each description.
    func makeContainer(
        in file: MovieOutputFile?, start: CMTime?, _ descriptions: [MovieTrackDescription], of media: [any AssetTrack]
    ) throws(CaptureError) -> any AssetContainer {
        let timescale = timescale ?? MovieHeader.usualTimescale
        guard let file else {
            guard let segmentation, let start else {
                preconditionFailure("without a file, there are segments, and samples come after the start")
            }
            return SegmentedMovie(
                segmentation, sessionStart: start, tracks: descriptions, metadata: metadata, created: Date(),
                timescale: timescale)
        }
        let seconds = fragmentInterval.isNumeric && fragmentInterval > .zero ? fragmentInterval.seconds : .infinity
        switch fileType {
        case .quickTime, .mpeg4:
            return QuickTimeWriter(
                file: file, kind: kind, tracks: descriptions, metadata: metadata, created: Date(),
                fragmentInterval: seconds, timescale: timescale, putsIndexFirst: putsIndexFirst)
        case .wave, .coreAudio:
            guard media.count == 1, let format = (media[0] as? AssetSound)?.linearPCM else {
                throw CaptureError(.formatUnsupported, "the file can only hold one track of linear PCM")
            }
            return try SoundFile(
                file, format, isWave: fileType == .wave, interval: seconds.isFinite ? seconds : 10)
        }
    }
}
