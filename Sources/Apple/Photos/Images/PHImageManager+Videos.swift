import AVFoundation
import Foundation

extension PHImageManager {
    /// Finds the movie of an asset.
    ///
    /// - `resultHandler`: called once, on a queue of the manager, with an `AVURLAsset` of the file in the library, which
    ///   is not to be changed. Linux: there is never an audio mix.
    @discardableResult
    public func requestAVAsset(
        forVideo asset: PHAsset, options: PHVideoRequestOptions?,
        resultHandler: @escaping (AVAsset?, AVAudioMix?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let version = options?.version == .original ? PHImageRequestOptionsVersion.original : .current
        return perform(isSynchronous: false) { outcome in
            switch outcome {
            case .cancelled(let info): resultHandler(nil, nil, info)
            case .run(var info):
                do {
                    resultHandler(AVURLAsset(url: try Self.movie(of: asset, version)), nil, info)
                } catch {
                    info[PHImageErrorKey] = error
                    resultHandler(nil, nil, info)
                }
            }
        }
    }

    /// Prepares the playing of an asset's movie.
    ///
    /// - `resultHandler`: called once, on a queue of the manager.
    @discardableResult
    public func requestPlayerItem(
        forVideo asset: PHAsset, options: PHVideoRequestOptions?,
        resultHandler: @escaping (AVPlayerItem?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        requestAVAsset(forVideo: asset, options: options) { movie, _, info in
            resultHandler(movie.map { AVPlayerItem(asset: $0) }, info)
        }
    }

    /// Prepares the export of an asset's movie.
    ///
    /// - `resultHandler`: called once, on a queue of the manager; there is no session for a preset that is not known.
    @discardableResult
    public func requestExportSession(
        forVideo asset: PHAsset, options: PHVideoRequestOptions?, exportPreset: String,
        resultHandler: @escaping (AVAssetExportSession?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        requestAVAsset(forVideo: asset, options: options) { movie, _, info in
            resultHandler(movie.flatMap { AVAssetExportSession(asset: $0, presetName: exportPreset) }, info)
        }
    }

    private static func movie(of asset: PHAsset, _ version: PHImageRequestOptionsVersion) throws -> URL {
        guard asset.mediaType == .video else {
            throw PHPhotosError(.missingResource, "The asset \(asset.localIdentifier) is no video.")
        }
        return try PHAssetResource.shown(of: asset, version).fileURL
    }
}
