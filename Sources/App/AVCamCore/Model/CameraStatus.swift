/// How the camera is doing as a whole.
package enum CameraStatus: Sendable, Equatable {
    /// Not started yet.
    case unknown
    /// This user may not use the camera.
    case unauthorized
    /// It could not be started, or it failed; the sentence says why and what to do.
    case failed(String)
    /// It captures.
    case running
    /// Something else has taken the camera for a while.
    case interrupted
}
