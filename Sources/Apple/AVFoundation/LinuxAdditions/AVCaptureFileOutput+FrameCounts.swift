extension AVCaptureFileOutput {
    /// Frames recorded, and frames that the encoder or the device did not keep up with. Not Apple's.
    @_spi(Linux) public var recordedFrameCounts: (written: Int, dropped: Int) {
        (progress.frames, progress.droppedFrames)
    }
}
