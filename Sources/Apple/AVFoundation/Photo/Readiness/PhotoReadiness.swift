import PhotoCoding

/// Which photos are under way, and whether the next one could be taken.
///
/// | under way | without responsive capture | with it |
/// | --- | --- | --- |
/// | nothing | ready | ready |
/// | waits for a frame of the stream | waiting for capture | momentarily |
/// | the camera makes a still (flash, RAW, bracket …) | waiting for capture | waiting for capture |
/// | is processed | waiting for processing | ready, until ``limit`` are processed |
/// | frames are kept behind their proxies | ready, until ``keepingLimit`` photos are kept | the same |
struct PhotoReadiness: Sendable {
    enum Phase: Sendable {
        /// - Parameter overlaps: whether the frame comes from the stream, so that other photos can overlap.
        case capturing(overlaps: Bool)
        case processing
    }

    /// With so many photos in processing, the output reports that it is not ready.
    private static let limit = 4
    /// With so many photos being kept, the next proxy has to wait.
    private static let keepingLimit = DeferredPhotoStore.keepingCapacity

    var isRunning = false
    var isResponsive = false
    /// By the settings' identifiers.
    var phases: [Int64: Phase] = [:]
    /// How many photos are being written to disk, after their proxies were delivered.
    var keepingCount = 0

    /// Whether a request waits for the camera.
    func isCapturing(_ id: Int64) -> Bool {
        if case .capturing? = phases[id] { true } else { false }
    }

    /// - Parameter expected: announced requests, and whether they overlap with others.
    func state(expecting expected: [Int64: Bool] = [:]) -> AVCapturePhotoOutput.CaptureReadiness {
        guard isRunning else { return .sessionNotRunning }
        var (overlapping, processing) = (false, 0)
        for overlaps in expected.values {
            if !overlaps { return .notReadyWaitingForCapture }
            overlapping = true
        }
        for phase in phases.values {
            switch phase {
            case .capturing(overlaps: false): return .notReadyWaitingForCapture
            case .capturing: overlapping = true
            case .processing: processing += 1
            }
        }
        if overlapping { return isResponsive ? .notReadyMomentarily : .notReadyWaitingForCapture }
        let isBusy = processing >= (isResponsive ? Self.limit : 1) || keepingCount >= Self.keepingLimit
        return isBusy ? .notReadyWaitingForProcessing : .ready
    }
}
