/// A camera that is being opened, away from the main thread.
struct CameraOpening: Sendable {
    enum Outcome: Sendable {
        /// It streams; without a sound that was wanted, for that reason.
        case open(silence: (any Error)?)
        /// This user may not use cameras.
        case refused
        case failed(any Error)
    }

    /// What is remembered, known before the camera is open.
    let state: Task<CameraState, Never>
    let outcome: Task<Outcome, Never>

    /// Begins to open the camera that is remembered.
    ///
    /// - Parameter cameraID: of another one, in its place.
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
                return .open(silence: try await service.start(as: state))
            } catch {
                return .failed(error)
            }
        }
    }
}
