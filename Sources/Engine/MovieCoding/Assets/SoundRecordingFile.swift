import CaptureEngine
import CoreMedia

/// Records sound alone, into a file of any kind that holds some. See ``AssetFile``.
package final class SoundRecordingFile: MovieWriter {
    private let file: AssetFile
    private var hasBegun = false

    /// Creates the file and loads the encoder.
    ///
    /// - Parameter configuration: with one track of sound.
    /// - Throws: ``CaptureError`` `fileExists`, `fileUnwritable`, `diskFull`, `encoderNotFound`, `formatUnsupported`.
    package init(_ configuration: AssetConfiguration) throws(CaptureError) { file = try AssetFile(configuration) }

    package var bytesWritten: Int64 { file.bytesWritten }

    package var content: MovieContent? { nil }

    package func append(_ sample: CMSampleBuffer, to track: MovieTrack) throws(CaptureError) {
        if !hasBegun { file.start(at: sample.presentationTimeStamp) }
        hasBegun = true
        try file.append(sample, to: 0)
    }

    package func finish(at endTime: CMTime) throws(CaptureError) { try file.finish(at: endTime) }

    package func cancel() { file.cancel() }

    /// Sound has no orientation.
    package func turn(to orientation: MovieOrientation, at time: CMTime) {}

    /// Files of sound have no tracks of metadata.
    package func append(metadata: [UInt8], at time: CMTime, toTrack track: Int) {}
}
