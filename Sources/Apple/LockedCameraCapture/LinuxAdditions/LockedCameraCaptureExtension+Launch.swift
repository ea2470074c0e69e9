extension LockedCameraCaptureExtension {
    /// Begins a session and shows the extension for it, as the phone does when the camera is opened on the lock screen.
    ///
    /// - Returns: the session, and the scene that shows it; the session ends when it is released.
    /// - Throws: `CocoaError` when its folder cannot be made. Not Apple's.
    @_spi(Linux) public static func launch() throws -> (session: LockedCameraCaptureSession, scene: Body) {
        let session = try LockedCameraCaptureSession()
        let scene = Self().body
        (scene as? any SessionScene)?.show(session)
        return (session, scene)
    }
}
