import CoreMedia
import Foundation
import MissingFoundation

/// Reads groups of metadata items from a track. Source: Apple, AVAssetReaderOutputMetadataAdaptor.
open class AVAssetReaderOutputMetadataAdaptor: NSObject, @unchecked Sendable {  // constant
    /// The output that the groups come from.
    public let assetReaderTrackOutput: AVAssetReaderTrackOutput

    /// - Parameter trackOutput: of a track of metadata, without settings.
    public init(assetReaderTrackOutput trackOutput: AVAssetReaderTrackOutput) {
        if trackOutput.mediaType != .metadata || trackOutput.outputSettings != nil {
            raiseException(
                "*** -[AVAssetReaderOutputMetadataAdaptor initWithAssetReaderTrackOutput:] The output must read a track"
                    + " of metadata as it is stored")
        }
        assetReaderTrackOutput = trackOutput
    }

    /// The next group, which has no items where none apply; `nil` at the end, or when the reader has failed.
    open func nextTimedMetadataGroup() -> AVTimedMetadataGroup? {
        assetReaderTrackOutput.copyNextSampleBuffer().flatMap(AVTimedMetadataGroup.init(sampleBuffer:))
    }
}
