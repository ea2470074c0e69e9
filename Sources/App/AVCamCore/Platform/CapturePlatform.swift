import AVFoundation

/// What the app needs from a system beyond Apple's capture API.
package protocol CapturePlatform: Sendable {
    /// The microphone that belongs to a camera, such as a webcam's; `nil` when there is none.
    func microphone(of camera: AVCaptureDevice) -> AVCaptureDevice?

    /// Whether a camera plays what was recorded earlier. Only its own microphone's sound goes with its pictures; where it
    /// has none, they are silent on purpose.
    func playsRecording(_ camera: AVCaptureDevice) -> Bool

    /// Why there is no such device, as a sentence for people; `nil` when the reason is unknown.
    func problem(withDevice uniqueID: String) -> String?

    /// How a person lets this program use cameras, as a sentence that begins with what is wrong.
    var permissionHelp: Message { get }

    /// How a person makes codes readable, where no kind of code is, as a sentence that begins with what is wrong.
    var codeHelp: Message { get }

    /// Whether it is a file in a format that cannot be played.
    func isUnsupported(_ uniqueID: String) -> Bool

    /// Reports when the system prefers another camera.
    ///
    /// - Parameter onChange: called on an arbitrary thread.
    /// - Returns: the observation, which lasts as long as this object.
    func observePreferredCamera(_ onChange: @escaping @Sendable () -> Void) -> AnyObject

    /// Calls `handler` on the camera's thread when the layer gets a frame, possibly for each frame.
    func whenFramesArrive(on layer: AVCaptureVideoPreviewLayer, _ handler: @escaping @Sendable () -> Void)

    /// Calls `handler` once, when enough frames have arrived to decide on the automatic flash.
    func whenFlashSceneIsJudged(by output: AVCapturePhotoOutput, _ handler: @escaping @Sendable () -> Void)

    /// Makes photos be cropped to an aspect ratio around their center before they are compressed. A raw file keeps all
    /// of the picture, and says what to show.
    ///
    /// - Parameter ratio: the longer side divided by the shorter one; `nil` keeps all that the camera saw.
    func crop(_ settings: AVCapturePhotoSettings, to ratio: Double?)

    /// The frames that a recording has written, and those dropped because the device or the encoder could not keep up;
    /// of the last recording when none is under way.
    func frameCounts(of output: AVCaptureMovieFileOutput) -> (written: Int, dropped: Int)

    /// Whether a recording has no sound for now, because its microphone has failed or was unplugged.
    func isMissingSound(_ output: AVCaptureMovieFileOutput) -> Bool

    /// Sets whether later recordings replace an existing file. The old file stays complete until the movie has
    /// something to show.
    func replaceFiles(_ isReplacing: Bool, with output: AVCaptureMovieFileOutput)

    /// Sets whether a writer replaces an existing file, in the same way.
    func replaceFiles(_ isReplacing: Bool, with writer: AVAssetWriter)

    /// Calls `handler` with each change in what a session's controls show; with `nil` when none is shown anymore.
    ///
    /// - Parameter handler: called on an arbitrary thread; never on systems that draw the controls themselves.
    func followControls(of session: AVCaptureSession, _ handler: @escaping @Sendable (ControlsPicture?) -> Void)

    /// Performs a touch of the Camera Control, for a person who has it only on the screen.
    func touchControls(of session: AVCaptureSession, _ touch: CameraControlTouch)
}
