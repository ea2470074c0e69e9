/// A camera being opened, away from the main thread.
struct CameraOpening: Sendable {
    enum Outcome: Sendable {
        /// The camera runs.
        case open
        /// This user may not use cameras.
        case refused
        case failed(any Error)
    }

    /// The remembered state, known before the camera is open.
    let state: Task<CameraState, Never>
    let outcome: Task<Outcome, Never>

    /// Begins to open the remembered camera.
    ///
    /// - Parameter cameraID: another camera to open instead.
    init(_ service: CaptureService, _ file: CameraStateFile, cameraID: String? = nil) {
        let state = Task {
            var state = await file.load()
            state.cameraID = cameraID ?? state.cameraID
            return state
        }
        self.state = state
        outcome = Task {
            let state = await state.value
            guard await service.isAuthorized else { return .refused }
            do {
                try await service.start(as: state)
                return .open
            } catch {
                return .failed(error)
            }
        }
    }
}
