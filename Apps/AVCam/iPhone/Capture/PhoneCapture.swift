import AVCamCore
import AVFoundation

/// What iOS offers the app beyond the capture API that all systems have.
struct PhoneCapture: CapturePlatform {
    /// The phone's microphones belong to all of its cameras.
    func microphone(of camera: AVCaptureDevice) -> AVCaptureDevice? { nil }

    /// An iPhone's cameras are all real.
    func playsRecording(_ camera: AVCaptureDevice) -> Bool { false }

    func problem(withDevice uniqueID: String) -> String? { nil }

    var permissionHelp: Message { Message("This app may not use the camera. Allow it in the system's settings.") }

    /// iOS reads all codes that it knows.
    var codeHelp: Message { Message("Codes cannot be read here.") }

    func isUnsupported(_ uniqueID: String) -> Bool { false }

    /// The preference changes when an external camera comes or goes.
    func observePreferredCamera(_ onChange: @escaping @Sendable () -> Void) -> AnyObject {
        Observations([AVCaptureDevice.wasConnectedNotification, AVCaptureDevice.wasDisconnectedNotification], onChange)
    }

    func whenFramesArrive(on layer: AVCaptureVideoPreviewLayer, _ handler: @escaping @Sendable () -> Void) {
        Once.observe(layer, \.isPreviewing, until: { $0 }, handler)
    }

    /// iOS judges the scene from the first frame on.
    func whenFlashSceneIsJudged(by output: AVCapturePhotoOutput, _ handler: @escaping @Sendable () -> Void) {
        Once.observe(output, \.isFlashScene, until: { _ in true }, handler)
    }

    func crop(_ settings: AVCapturePhotoSettings, to ratio: Double?) {
        assert(ratio == nil, "the app's screens offer no shape but the camera's")
    }

    /// iOS counts no frames.
    func frameCounts(of output: AVCaptureMovieFileOutput) -> (written: Int, dropped: Int) { (0, 0) }

    func isMissingSound(_ output: AVCaptureMovieFileOutput) -> Bool {
        output.connection(with: .audio)?.isActive == false
    }

    /// The recording places of ``PhoneLibrary`` have names that no file has.
    func replaceFiles(_ isReplacing: Bool, with output: AVCaptureMovieFileOutput) {
        assert(!isReplacing, "iOS does not record over a file")
    }

    func replaceFiles(_ isReplacing: Bool, with writer: AVAssetWriter) {
        assert(!isReplacing, "iOS does not record over a file")
    }

    /// iOS draws the controls itself.
    func followControls(of session: AVCaptureSession, _ handler: @escaping @Sendable (ControlsPicture?) -> Void) {}

    /// The Camera Control is a button of the phone.
    func touchControls(of session: AVCaptureSession, _ touch: CameraControlTouch) {
        assertionFailure("there are no controls on the screen to touch")
    }
}

/// Observes notifications as long as it lives.
private final class Observations: Sendable {
    // Only its initializer and its end touch them.
    private nonisolated(unsafe) let tokens: [any NSObjectProtocol]

    init(_ names: [Notification.Name], _ onChange: @escaping @Sendable () -> Void) {
        tokens = names.map {
            NotificationCenter.default.addObserver(forName: $0, object: nil, queue: nil) { _ in onChange() }
        }
    }

    deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }
}

/// Waits for a value of a property.
private final class Once: @unchecked Sendable {  // `observation` is touched only with `lock` locked
    private let lock = NSLock()
    private var observation: NSKeyValueObservation?
    private var isOver = false

    /// Calls `handler` once: when the property has such a value, which may be at once.
    static func observe<Object: NSObject, Value>(
        _ object: Object, _ property: any KeyPath<Object, Value> & Sendable,
        until isIt: @escaping @Sendable (Value) -> Bool,
        _ handler: @escaping @Sendable () -> Void
    ) {
        let once = Once()
        let observation = object.observe(property, options: [.initial, .new]) { object, _ in
            if isIt(object[keyPath: property]), once.end() { handler() }
        }
        once.keep(observation)
    }

    private func keep(_ observation: NSKeyValueObservation) {
        lock.withLock { if !isOver { self.observation = observation } }
    }

    /// - Returns: whether it was not over yet.
    private func end() -> Bool {
        lock.withLock {
            defer { (isOver, observation) = (true, nil) }
            return !isOver
        }
    }
}
