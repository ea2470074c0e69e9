import CoreMedia

/// A source that can make frames for a photo alone: larger than the stream, with another exposure, with flash, as raw
/// sensor data, with depth. A phone's camera can; so can a driver that changes format for a shot.
package protocol StillSource: FrameSource {
    /// Makes one still for each request, one after the other, beginning with the next exposure.
    ///
    /// The stream may pause meanwhile, no longer than the device needs; its next frame then says so
    /// (`CMSampleBuffer.pauseForStill`). Returns at once, on any thread.
    /// - Parameter deliver: called once for each request, in their order, on the source's thread; also when the source
    ///   stops, fails or is pulled out before, then with an error. It returns quickly.
    func captureStills(
        _ requests: [StillRequest], deliver: @escaping @Sendable (Int, Result<StillFrame, CaptureError>) -> Void)
}

/// What one still shall be; the default is a frame like those of the stream.
package struct StillRequest: Sendable {
    package enum Exposure: Sendable, Equatable {
        /// As the stream has it.
        case current
        /// Stops of light more, or less, than automatic exposure would take.
        case bias(Float)
        /// `nil` leaves that half as it is.
        case manual(duration: CMTime?, iso: Float?)
        /// As automatic exposure would take with the flash, or a little darker (``CaptureConditions/exposureOffset``),
        /// and with the white balance of the flash's light alone, whether it fires or not: of two such stills one shows
        /// more than the other by nothing but that light. Asked of a camera that ``CameraCapabilities/isolatesFlash``.
        case underFlash
    }

    /// One of the format's ``SourceFormat/photoDimensions``; `nil`: the stream's own.
    package var dimensions: CMVideoDimensions?
    /// One of the format's ``SourceFormat/rawPixelFormats``; `nil`: no raw data.
    package var rawPixelFormat: OSType?
    package var exposure = Exposure.current
    package var firesFlash = false
    package var wantsDepth = false
    package var wantsPortraitMatte = false
    /// The cameras behind a virtual one that shall each deliver a frame of the same moment; empty: the virtual one.
    package var constituents: [DeviceID] = []

    package init() {}
}

/// A still and what was made in the same exposure. Every frame carries its ``CaptureConditions``.
package struct StillFrame: Sendable {
    package var frame: CMSampleBuffer
    /// The sensor's mosaic, in the pixel format that was asked for.
    package var raw: CMSampleBuffer?
    package var depth: DepthMap?
    /// How much of each pixel belongs to a person: `kCVPixelFormatType_OneComponent8`, 255 for all of it.
    package var portraitMatte: CVPixelBuffer?
    /// One frame for each of ``StillRequest/constituents``, in their order.
    package var constituents: [CMSampleBuffer] = []

    package init(frame: CMSampleBuffer) {
        self.frame = frame
    }
}
