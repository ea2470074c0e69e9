import CoreMedia

/// A source that can make frames for one photo alone: larger than the stream, with another exposure, with flash, as raw
/// sensor data, with depth. A phone's camera can; so can a driver that changes format for a shot.
package protocol StillSource: FrameSource {
    /// Makes one still for each request, one after the other, starting with the next exposure.
    ///
    /// The stream may pause meanwhile, no longer than the device needs; its next frame then says so
    /// (`CMSampleBuffer.pauseForStill`). Returns at once; any thread.
    /// - Parameter deliver: called once for each request, in order, on the source's thread; with an error if the source
    ///   stops, fails or is unplugged before. It must return quickly.
    func captureStills(
        _ requests: [StillRequest], deliver: @escaping @Sendable (Int, Result<StillFrame, CaptureError>) -> Void)
}

/// What one still should be like; the default is a frame like those of the stream.
package struct StillRequest: Sendable {
    package enum Exposure: Sendable, Equatable {
        /// The stream's exposure. With flash, automatic exposure chooses one for its light, if the camera can; an
        /// exposure that was set (``CameraSettings/Exposure/custom(duration:iso:)``) stays.
        case current
        /// Stops above or below automatic exposure.
        case bias(Float)
        /// `nil` leaves that half unchanged.
        case manual(duration: CMTime?, iso: Float?)
        /// What automatic exposure would choose with the flash, or a little darker
        /// (``CaptureConditions/exposureOffset``), with the white balance of the flash's light alone, whether it fires
        /// or not. Two such stills, with and without flash, differ only by that light. Only for a camera that
        /// ``CameraCapabilities/isolatesFlash``.
        case underFlash
    }

    /// One of the format's ``SourceFormat/photoDimensions``; `nil` is the stream's own.
    package var dimensions: CMVideoDimensions?
    /// One of the format's ``SourceFormat/rawPixelFormats``; `nil` means no raw data.
    package var rawPixelFormat: OSType?
    package var exposure = Exposure.current
    package var firesFlash = false
    package var wantsDepth = false
    /// One of the format's ``SourceFormat/depthFormats``; `nil` for the best.
    package var depthFormat: DepthFormat?
    package var wantsPortraitMatte = false
    /// The cameras behind a virtual one that should each deliver a frame of the same moment; empty means the virtual
    /// one.
    package var constituents: [DeviceID] = []

    package init() {}
}

/// A still and what was captured in the same exposure. Every frame carries its ``CaptureConditions``.
package struct StillFrame: Sendable {
    package var frame: CMSampleBuffer
    /// The sensor's mosaic, in the requested pixel format.
    package var raw: CMSampleBuffer?
    package var depth: DepthMap?
    /// How much of each pixel belongs to a person: `kCVPixelFormatType_OneComponent8`, where 255 is all of it.
    package var portraitMatte: CVPixelBuffer?
    /// One frame for each of ``StillRequest/constituents``, in the same order.
    package var constituents: [CMSampleBuffer] = []

    package init(frame: CMSampleBuffer) {
        self.frame = frame
    }
}
