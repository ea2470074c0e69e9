import CaptureEngine
import CoreMedia
import Foundation
import PixelCoding
import QuartzCore

extension AVCaptureVideoPreviewLayer {
    /// Calls `handler` with a picture of each frame as a screen shows it, in BGRA. Its size in pixels is that of the
    /// layer's ``bounds``. It is fitted according to ``videoGravity``, and rotated and mirrored according to the
    /// ``connection``.
    ///
    /// Frames that come while a picture is being made are skipped, and so are frames for which there is no memory
    /// because `handler` keeps more than three pictures. Linux only.
    ///
    /// - Parameter handler: called on its own queue; `nil` ends the calls.
    package func setPictureHandler(_ handler: (@Sendable (CVPixelBuffer) -> Void)?) {
        guard let handler else { return setFrameHandler(nil) }
        let pictures = LayerPictures("AVCaptureVideoPreviewLayer", handler)
        setFrameHandler { [weak self] frame in self?.paint(frame, pictures, scale: 1) }
    }

    fileprivate func paint(_ frame: CMSampleBuffer, _ pictures: LayerPictures, scale: CGFloat) {
        guard let pixels = frame.imageBuffer else { return }
        pictures.take(pixels) { [weak self] in self?.canvas(scale: scale) }
    }

    fileprivate func canvas(scale: CGFloat) -> FramePainter.Canvas {
        let connection = self.connection
        return FramePainter.Canvas(
            width: Int((bounds.width * scale).rounded()), height: Int((bounds.height * scale).rounded()),
            fit: videoGravity.fit,
            rotation: Int(connection?.videoRotationAngle ?? 0), isMirrored: connection?.isVideoMirrored ?? false,
            view: recordedView)
    }

    /// The part of the picture's width and height, around its middle, that a movie of the same camera shows: less than
    /// 1 while the movie is stabilized. So the preview shows what is recorded.
    package var recordedView: Double {
        guard let session, let camera = connection?.inputPorts.first?.device else { return 1 }
        let views = session.connections.filter {
            $0.output is AVCaptureMovieFileOutput && $0.inputPorts.first?.device === camera
        }.compactMap { $0.activeVideoStabilizationMode.style?.view }
        return views.min() ?? 1
    }
}

extension AVCaptureVideoPreviewLayer: LiveLayer {
    package func showPictures(scale: CGFloat, _ handler: (@Sendable (LayerPicture?) -> Void)?) {
        guard let handler else { return setFrameHandler(nil) }
        let pictures = LayerPictures("AVCaptureVideoPreviewLayer") { picture in
            if let picture = LayerPicture(picture) { handler(picture) }
        }
        setFrameHandler { [weak self] frame in self?.paint(frame, pictures, scale: scale) }
        // A layer that comes onto the screen shows the last frame, even if no more come.
        if let latest = sink.latest { paint(latest, pictures, scale: scale) }
    }
}
