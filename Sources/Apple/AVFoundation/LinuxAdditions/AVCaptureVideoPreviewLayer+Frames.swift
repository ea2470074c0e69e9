import CoreMedia

extension AVCaptureVideoPreviewLayer {
    /// The newest frame as the camera delivers it: neither turned nor mirrored; `nil` before the first and after the
    /// last. Not Apple's.
    @_spi(Linux) public var latestSampleBuffer: CMSampleBuffer? { sink.latest }

    /// Calls `handler` for each new frame, on the camera's thread, which it must not hold up: in it the session and the
    /// layer may not be changed. Not Apple's.
    @_spi(Linux) public func setFrameHandler(_ handler: (@Sendable (CMSampleBuffer) -> Void)?) {
        sink.setHandler(handler)
    }
}
