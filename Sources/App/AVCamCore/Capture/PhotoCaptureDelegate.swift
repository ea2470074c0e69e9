import AVFoundation

/// Collects the results of one request. The photo output retains it until the last call.
final class PhotoCaptureDelegate: NSObject, AVCapturePhotoCaptureDelegate, Sendable {
    /// One exposure: a picture, its raw data, or both.
    private struct Exposure {
        var picture: Picture?
        var raw: Picture?
    }

    private struct Picture {
        var data: Data
        var dimensions: CMVideoDimensions
        var timestamp: CMTime
        var isProxy: Bool
        var constantColorConfidence: Float?
    }

    private struct State {
        /// Keyed by ``AVCapturePhoto/sequenceCount``.
        var exposures: [Int: Exposure] = [:]
        var movie: Result<URL, any Error>?
        var isRecording = false
        var error: (any Error)?
    }

    private let state = Mutex(State())
    private let format: PhotoFormat
    private let onStep: @Sendable (PhotoCapture.Step) -> Void
    let ended = Outcome<[Photo]>()

    /// - Parameter format: what was asked for.
    init(format: PhotoFormat, onStep: @escaping @Sendable (PhotoCapture.Step) -> Void) {
        self.format = format
        self.onStep = onStep
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {
        guard resolvedSettings.livePhotoMovieDimensions.width > 0 else { return }
        state.withLock { $0.isRecording = true }
        onStep(.livePhotoBegan)
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {
        onStep(.willExpose)
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {
        onStep(.exposed)
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?
    ) {
        add(photo, error)
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishCapturingDeferredPhotoProxy deferredPhotoProxy: AVCaptureDeferredPhotoProxy?, error: (any Error)?
    ) {
        guard let deferredPhotoProxy else { return state.withLock { $0.error = error } }
        add(deferredPhotoProxy, error)
    }

    private func add(_ photo: AVCapturePhoto, _ error: (any Error)?) {
        guard error == nil, let data = photo.fileDataRepresentation() else {
            return state.withLock { $0.error = error ?? CameraError.noPhotoData }
        }
        let settings = photo.resolvedSettings
        let picture = Picture(
            data: data, dimensions: photo.isRawPhoto ? settings.rawPhotoDimensions : settings.photoDimensions,
            timestamp: photo.timestamp, isProxy: photo is AVCaptureDeferredPhotoProxy,
            constantColorConfidence: photo.constantColorConfidenceMap.map { _ in
                photo.constantColorCenterWeightedMeanConfidenceLevel
            })
        state.withLock { state in
            if photo.isRawPhoto {
                state.exposures[photo.sequenceCount, default: Exposure()].raw = picture
            } else {
                state.exposures[photo.sequenceCount, default: Exposure()].picture = picture
            }
        }
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt outputFileURL: URL,
        resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {
        endLivePhoto()
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingLivePhotoToMovieFileAt outputFileURL: URL, duration: CMTime,
        photoDisplayTime: CMTime, resolvedSettings: AVCaptureResolvedPhotoSettings, error: (any Error)?
    ) {
        state.withLock { $0.movie = error.map { .failure($0) } ?? .success(outputFileURL) }
        endLivePhoto()
    }

    private func endLivePhoto() {
        let wasRecording = state.withLock { state in
            defer { state.isRecording = false }
            return state.isRecording
        }
        if wasRecording { onStep(.livePhotoEnded) }
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: (any Error)?
    ) {
        endLivePhoto()
        ended.set(state.withLock { result($0, expected: resolvedSettings.expectedPhotoCount, error) })
    }

    /// A picture whose movie failed is still a photo.
    private func result(
        _ state: State, expected: Int, _ error: (any Error)?
    ) -> Result<[Photo], any Error> {
        let count = state.exposures.values.reduce(0) { $0 + ($1.picture == nil ? 0 : 1) + ($1.raw == nil ? 0 : 1) }
        if let error = error ?? state.error {
            guard count == expected, case .failure? = state.movie else { return .failure(error) }
        }
        var photos = state.exposures.sorted { $0.key < $1.key }.compactMap { photo($0.value) }
        if photos.isEmpty { return .failure(CameraError.noPhotoData) }
        switch state.movie {
        case .success(let url): photos[0].livePhotoMovieURL = url
        case .failure(let error): photos[0].livePhotoProblem = error
        case nil: break
        }
        return .success(photos)
    }

    private func photo(_ exposure: Exposure) -> Photo? {
        guard let main = exposure.picture ?? exposure.raw, let format = format(of: exposure) else { return nil }
        return Photo(
            data: main.data, format: format, rawData: exposure.picture == nil ? nil : exposure.raw?.data,
            isProxy: main.isProxy, dimensions: main.dimensions, timestamp: main.timestamp,
            constantColorConfidence: main.constantColorConfidence)
    }

    /// What came of the format that was asked for.
    private func format(of exposure: Exposure) -> PhotoFormat? {
        if exposure.picture != nil, exposure.raw != nil { return format }
        return (exposure.picture == nil ? format.raw : format.picture).map { PhotoFormat($0) }
    }
}
