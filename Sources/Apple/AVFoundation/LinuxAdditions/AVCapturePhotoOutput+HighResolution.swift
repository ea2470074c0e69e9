extension AVCapturePhotoOutput {
    /// Whether photos can be larger than the stream: `true` with any camera. Not Apple's; some guides mention it
    /// together with ``isHighResolutionCaptureEnabled``.
    @available(*, deprecated, message: "Use maxPhotoDimensions instead")
    @_spi(Linux) public var isHighResolutionCaptureSupported: Bool { device != nil }
}
