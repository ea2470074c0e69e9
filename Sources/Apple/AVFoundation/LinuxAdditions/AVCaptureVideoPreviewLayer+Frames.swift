import CoreMedia

extension AVCaptureVideoPreviewLayer {
    /// The newest frame as the camera delivers it: neither rotated nor mirrored; `nil` before the first and after the
    /// last. Not Apple's.
    @_spi(Linux) public var latestSampleBuffer: CMSampleBuffer? { sink.latest }

    /// Calls `handler` for each new frame, on the camera's thread. It must not block that thread, and must not change
    /// the session or the layer. Not Apple's.
    @_spi(Linux) public func setFrameHandler(_ handler: (@Sendable (CMSampleBuffer) -> Void)?) {
        sink.setHandler(handler)
    }
}
