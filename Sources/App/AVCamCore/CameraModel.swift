import AVFoundation
import Observation
import Photos

/// The camera as a window shows it: what can be seen and what can be done, on the main actor.
@MainActor @Observable
package final class CameraModel {
    package private(set) var status = CameraStatus.unknown
    package private(set) var captureActivity = CaptureActivity.idle
    package private(set) var captureMode: CaptureMode
    /// Whether the mode or the camera is being changed.
    package private(set) var isSwitching = false
    /// What went wrong last, as a sentence; `nil` when it has been read.
    package var problem: String?
    /// The asset that was saved last.
    package private(set) var lastSaved: MediaLibrary.Item?
    package var photoFeatures: PhotoFeatures {
        didSet { remember() }
    }

    @ObservationIgnored private let service: CaptureService
    @ObservationIgnored private let library: MediaLibrary
    @ObservationIgnored private let lookup = DeviceLookup()
    @ObservationIgnored private let stateURL: URL
    @ObservationIgnored private var state: CameraState
    @ObservationIgnored private var recordingPlace: RecordingPlace?
    @ObservationIgnored private var listener: Task<Void, Never>?

    package var previewSource: any PreviewSource { service.previewSource }

    package init(library: MediaLibrary = MediaLibrary(), stateURL: URL = CameraState.standardURL) {
        service = CaptureService()
        self.library = library
        self.stateURL = stateURL
        state = CameraState.load(from: stateURL)
        captureMode = state.captureMode
        photoFeatures = state.photoFeatures
    }

    deinit { listener?.cancel() }

    /// Starts the camera that was used last, or the best one.
    package func start() async {
        guard await service.isAuthorized else {
            status = .unauthorized
            return
        }
        listen()
        do {
            let camera = try state.cameraID.flatMap(AVCaptureDevice.init(uniqueID:)) ?? lookup.defaultCamera
            try await service.start(
                CaptureSetup(camera: camera, microphone: lookup.defaultMicrophone(for: camera), mode: captureMode))
            status = .running
        } catch {
            status = .failed(error.localizedDescription)
        }
    }

    package func stop() async {
        if captureActivity.isRecording || recordingPlace != nil { await stopRecording() }
        await service.stop()
        status = .unknown
    }

    /// Changes between photos and movies.
    package func switchMode(to mode: CaptureMode) async {
        guard mode != captureMode, status == .running else { return }
        await switching {
            try await service.setCaptureMode(mode)
            captureMode = mode
        }
    }

    /// Takes the next camera.
    package func switchCamera() async {
        guard status == .running else { return }
        await switching {
            try await service.selectNextCamera()
            state.cameraID = await service.camera?.uniqueID
        }
    }

    /// Takes a photo and saves it.
    package func capturePhoto() async {
        await trying { lastSaved = try await library.save(try await service.capturePhoto(with: photoFeatures)) }
    }

    /// Starts a recording, or ends it and saves the movie.
    package func toggleRecording() async {
        if recordingPlace != nil { return await stopRecording() }
        await trying {
            let place = try await library.makeRecordingPlace()
            try await service.startRecording(to: place.url)
            recordingPlace = place
        }
    }

    private func stopRecording() async {
        let place = recordingPlace
        recordingPlace = nil
        await trying {
            let movie = try await service.stopRecording()
            lastSaved = try await library.save(movie)
            problem = movie.interruption?.localizedDescription
        }
        withExtendedLifetime(place) {}
    }

    private func switching(_ body: () async throws -> Void) async {
        isSwitching = true
        defer { isSwitching = false }
        await trying(body)
        remember()
    }

    private func trying(_ body: () async throws -> Void) async {
        do {
            try await body()
        } catch {
            problem = error.localizedDescription
        }
    }

    /// Follows what the service reports.
    private func listen() {
        listener?.cancel()
        listener = Task { [weak self, events = service.events] in
            for await event in events { self?.handle(event) }
        }
    }

    private func handle(_ event: CaptureService.Event) {
        switch event {
        case .activity(let activity): captureActivity = activity
        case .interrupted: status = .interrupted
        case .interruptionEnded: status = .running
        case .failed(let error): status = .failed(error.localizedDescription)
        }
    }

    /// What cannot be remembered is no reason to disturb anybody.
    private func remember() {
        state.captureMode = captureMode
        state.photoFeatures = photoFeatures
        try? state.save(to: stateURL)
    }
}
