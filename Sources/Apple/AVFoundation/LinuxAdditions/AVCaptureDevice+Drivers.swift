import CoreMedia

extension AVCaptureDevice.Format {
    /// The encoding that the device itself uses, in its own words: V4L2's `YUYV`, `MJPG`, `RGGB`. Not Apple's.
    @_spi(Linux) public var nativeEncoding: String { source.native }
}

extension AVCaptureDevice {
    /// How long the stream stood still for the last photo that the camera had to leave it for: from the last frame before
    /// to the first one after. `.invalid` while there was none. Observable.
    ///
    /// A V4L2 camera changes its format for a photo that is larger than the stream, and back. Not Apple's.
    @_spi(Linux) public var photoPause: CMTime { state.withLock { $0.photoPause } }
}
