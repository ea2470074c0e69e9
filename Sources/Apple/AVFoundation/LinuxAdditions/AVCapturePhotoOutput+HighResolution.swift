extension AVCapturePhotoOutput {
    /// Whether photos can be larger than the stream: with any camera. Not Apple's; some guides name it beside
    /// ``isHighResolutionCaptureEnabled``.
    @available(*, deprecated, message: "Use maxPhotoDimensions instead")
    @_spi(Linux) public var isHighResolutionCaptureSupported: Bool { device != nil }
}
