import AVFoundation

/// What the app wants of a system beyond Apple's capture API.
package protocol CapturePlatform: Sendable {
    /// The microphone that belongs to a camera, as that in a webcam does; `nil` when there is none.
    func microphone(of camera: AVCaptureDevice) -> AVCaptureDevice?

    /// Why there is no such device, as a sentence for people; `nil` when nothing is known.
    func problem(withDevice uniqueID: String) -> String?

    /// Tells when the system prefers another camera.
    ///
    /// - Parameter onChange: called on an arbitrary thread.
    /// - Returns: the observation; it lasts as long as this object.
    func observePreferredCamera(_ onChange: @escaping @Sendable () -> Void) -> AnyObject

    /// Calls `handler` when the layer gets a frame, possibly for each one, on the camera's thread.
    func whenFramesArrive(on layer: AVCaptureVideoPreviewLayer, _ handler: @escaping @Sendable () -> Void)

    /// Calls `handler` once, when enough frames have come to decide on an automatic flash.
    func whenFlashSceneIsJudged(by output: AVCapturePhotoOutput, _ handler: @escaping @Sendable () -> Void)

    /// Has photos cut to a shape around their middle before they are compressed.
    ///
    /// - Parameter ratio: the longer side over the shorter one; `nil` keeps all that the camera saw.
    func crop(_ settings: AVCapturePhotoSettings, to ratio: Double?)

    /// Frames that a recording has, and frames that the device or the encoder did not keep up with; of the last one when
    /// none is under way.
    func frameCounts(of output: AVCaptureMovieFileOutput) -> (written: Int, dropped: Int)

    /// Has recordings that begin from now on replace a file that is there, or not; it is whole until the movie has
    /// something to show.
    func replaceFiles(_ isReplacing: Bool, with output: AVCaptureMovieFileOutput)

    /// Calls `handler` with each change of what a session's controls look like; with `nil` when none is shown any more.
    ///
    /// - Parameter handler: called on an arbitrary thread. Never where the system draws the controls itself.
    func followControls(of session: AVCaptureSession, _ handler: @escaping @Sendable (ControlsPicture?) -> Void)

    /// Does what a touch of the Camera Control does, for a person who has it on the screen only.
    func touchControls(of session: AVCaptureSession, _ touch: CameraControlTouch)
}
