import CaptureEngine
import Foundation
import Locking
import MovieCoding

/// What is in the file of an asset, read when it is first asked for.
final class AssetFileContents: @unchecked Sendable {  // the state is in a Mutex
    private enum State: @unchecked Sendable {  // tracks are Sendable
        case unknown
        case loading
        case loaded(AVAsset.Contents)
        case failed(AVError)
    }

    private let state = Mutex(State.unknown)
    /// Held while the file is read.
    private let reading = Mutex(())
    let url: URL

    init(_ url: URL) { self.url = url }

    var status: (AVKeyValueStatus, AVError?) {
        switch state.withLock({ $0 }) {
        case .unknown: (.unknown, nil)
        case .loading: (.loading, nil)
        case .loaded: (.loaded, nil)
        case .failed(let error): (.failed, error)
        }
    }

    /// - Parameter asset: the asset that the tracks belong to.
    func contents(of asset: AVAsset) throws(AVError) -> AVAsset.Contents {
        if let known = try known() { return known }
        let result = reading.withLock { _ -> Result<AVAsset.Contents, AVError> in
            // Another thread may have read it meanwhile.
            if let known = Result(catching: { () throws(AVError) in try known() }).flattened { return known }
            state.withLock { $0 = .loading }
            let result = Result { () throws(AVError) in try read(asset) }
            state.withLock { state in
                switch result {
                case .success(let contents): state = .loaded(contents)
                case .failure(let error): state = .failed(error)
                }
            }
            return result
        }
        return try result.get()
    }

    /// - Returns: `nil` if the file has not been read.
    private func known() throws(AVError) -> AVAsset.Contents? {
        switch state.withLock({ $0 }) {
        case .unknown, .loading: return nil
        case .loaded(let contents): return contents
        case .failed(let error): throw error
        }
    }

    private func read(_ asset: AVAsset) throws(AVError) -> AVAsset.Contents {
        guard url.isFileURL else {
            throw AVError(
                .operationNotSupportedForAsset,
                userInfo: [NSLocalizedDescriptionKey: "\(url) is not a file: only local files can be read"])
        }
        do {
            let facts = try MovieFacts.read(url.path)
            return AVAsset.Contents(
                duration: facts.duration, tracks: facts.tracks.map { AVAssetTrack($0, of: asset) },
                metadata: facts.metadata, creationDate: facts.creationDate, isFragmented: facts.isFragmented)
        } catch {
            throw AVError(opening: error)
        }
    }
}

extension Result where Success == AVAsset.Contents?, Failure == AVError {
    /// `nil` instead of a success with nothing in it.
    fileprivate var flattened: Result<AVAsset.Contents, AVError>? {
        switch self {
        case .success(let contents): contents.map { .success($0) }
        case .failure(let error): .failure(error)
        }
    }
}

extension AVError {
    /// Why a file cannot be opened.
    init(opening error: CaptureError) {
        let code: Code =
            switch error.code {
            case .deviceNotFound: .contentIsUnavailable
            case .formatUnsupported: .fileFormatNotRecognized
            case .encoderNotFound: .decoderNotFound
            default: .fileFailedToParse
            }
        self.init(code, error)
    }

    /// Why media cannot be read.
    init(reading error: CaptureError) {
        let code: Code =
            switch error.code {
            case .encoderNotFound: .decoderNotFound
            case .formatUnsupported: .formatUnsupported
            default: .decodeFailed
            }
        self.init(code, error)
    }

    private init(_ code: Code, _ error: CaptureError) {
        self.init(code, userInfo: [NSLocalizedDescriptionKey: error.message, NSUnderlyingErrorKey: error])
    }
}
