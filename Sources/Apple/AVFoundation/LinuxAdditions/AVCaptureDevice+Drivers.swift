import CoreMedia

extension AVCaptureDevice.Format {
    /// The encoding that the device itself uses, under its driver's name: V4L2's `YUYV`, `MJPG`, `RGGB`. Not Apple's.
    @_spi(Linux) public var nativeEncoding: String { source.native }
}

extension AVCaptureDevice {
    /// How long the last photo that needed another format paused the stream: from the last frame before it to the first
    /// one after. `.invalid` if there was none. Observable.
    ///
    /// A V4L2 camera changes its format for a photo that is larger than the stream, and back. Not Apple's.
    @_spi(Linux) public var photoPause: CMTime { state.withLock { $0.photoPause } }
}
