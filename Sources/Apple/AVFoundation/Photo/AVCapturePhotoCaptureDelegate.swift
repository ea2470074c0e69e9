import CoreMedia
import Foundation

/// Receives the calls about one photo request. They come on a private serial queue, in the order of the methods here.
///
/// Source: Apple, AVCapturePhotoCaptureDelegate.
public protocol AVCapturePhotoCaptureDelegate: NSObjectProtocol {
    /// The request was accepted; `resolvedSettings` says what it will deliver.
    func photoOutput(
        _ output: AVCapturePhotoOutput, willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings)

    /// The exposure is about to be made: the moment for a shutter animation.
    func photoOutput(
        _ output: AVCapturePhotoOutput, willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings)

    /// The exposure has been made.
    func photoOutput(
        _ output: AVCapturePhotoOutput, didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings)

    /// A photo is ready, or `error` says why not: once for each of
    /// ``AVCaptureResolvedPhotoSettings/expectedPhotoCount``, RAW before processed. With an `error` (an ``AVError``)
    /// the photo has neither data nor pixels, and no timestamp.
    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?)

    /// A processed photo is ready, for programs before iOS 11: called unless the method above is there. The buffer has
    /// a JPEG file, see ``AVCapturePhotoOutput/jpegPhotoDataRepresentation(forJPEGSampleBuffer:previewPhotoSampleBuffer:)``,
    /// or pixels. Linux: without a buffer for the preview.
    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photoSampleBuffer: CMSampleBuffer?,
        previewPhoto previewPhotoSampleBuffer: CMSampleBuffer?, resolvedSettings: AVCaptureResolvedPhotoSettings,
        bracketSettings: AVCaptureBracketedStillImageSettings?, error: (any Error)?)

    /// The sensor's data is ready, for programs before iOS 11: called unless the method for all photos is there. See
    /// ``AVCapturePhotoOutput/dngPhotoDataRepresentation(forRawSampleBuffer:previewPhotoSampleBuffer:)``. Linux: without
    /// a buffer for the preview.
    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingRawPhoto rawSampleBuffer: CMSampleBuffer?,
        previewPhoto previewPhotoSampleBuffer: CMSampleBuffer?, resolvedSettings: AVCaptureResolvedPhotoSettings,
        bracketSettings: AVCaptureBracketedStillImageSettings?, error: (any Error)?)

    /// The proxy of a photo that is processed later is ready: save it in the library as `.photoProxy`. It comes instead
    /// of `photoOutput(_:didFinishProcessingPhoto:error:)`, see
    /// ``AVCapturePhotoOutput/isAutoDeferredPhotoDeliveryEnabled``.
    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishCapturingDeferredPhotoProxy deferredPhotoProxy:
            AVCaptureDeferredPhotoProxy?, error: (any Error)?)

    /// The same, for programs that declare the proxy as not optional, which Apple's compiler accepts. A program gets
    /// each proxy once, through the method that it implements.
    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishCapturingDeferredPhotoProxy deferredPhotoProxy:
            AVCaptureDeferredPhotoProxy, error: (any Error)?)

    /// The movie of a Live Photo has its last frame; the file is not complete yet.
    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt outputFileURL: URL,
        resolvedSettings: AVCaptureResolvedPhotoSettings)

    /// The movie of a Live Photo is complete, or `error` says why not.
    ///
    /// - `duration`: the movie's.
    /// - `photoDisplayTime`: when, in the movie, the photo was taken.
    /// - `error`: an ``AVError``; both times are invalid then, and no file is left. The photo is still delivered.
    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingLivePhotoToMovieFileAt outputFileURL: URL, duration: CMTime,
        photoDisplayTime: CMTime, resolvedSettings: AVCaptureResolvedPhotoSettings, error: (any Error)?)

    /// The last call for these settings.
    ///
    /// - `error`: an ``AVError`` when there is no photo, or not all of them.
    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: (any Error)?)
}

extension AVCapturePhotoCaptureDelegate {
    /// The method is optional: does nothing.
    public func photoOutput(
        _ output: AVCapturePhotoOutput, willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {}

    /// The method is optional: does nothing.
    public func photoOutput(
        _ output: AVCapturePhotoOutput, willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {}

    /// The method is optional: does nothing.
    public func photoOutput(
        _ output: AVCapturePhotoOutput, didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {}

    /// The method is optional: calls the older methods.
    public func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?
    ) {
        let (buffer, settings) = (error == nil ? photo.sampleBuffer : nil, photo.resolvedSettings)
        if photo.isRawPhoto {
            photoOutput(
                output, didFinishProcessingRawPhoto: buffer, previewPhoto: nil, resolvedSettings: settings,
                bracketSettings: photo.bracketSettings, error: error)
        } else {
            photoOutput(
                output, didFinishProcessingPhoto: buffer, previewPhoto: nil, resolvedSettings: settings,
                bracketSettings: photo.bracketSettings, error: error)
        }
    }

    /// The method is optional: does nothing.
    public func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingRawPhoto rawSampleBuffer: CMSampleBuffer?,
        previewPhoto previewPhotoSampleBuffer: CMSampleBuffer?, resolvedSettings: AVCaptureResolvedPhotoSettings,
        bracketSettings: AVCaptureBracketedStillImageSettings?, error: (any Error)?
    ) {}

    /// The method is optional: does nothing.
    public func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photoSampleBuffer: CMSampleBuffer?,
        previewPhoto previewPhotoSampleBuffer: CMSampleBuffer?, resolvedSettings: AVCaptureResolvedPhotoSettings,
        bracketSettings: AVCaptureBracketedStillImageSettings?, error: (any Error)?
    ) {}

    /// The method is optional: does nothing.
    public func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: (any Error)?
    ) {}

    /// The method is optional: passes a proxy on to the method below.
    public func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishCapturingDeferredPhotoProxy deferredPhotoProxy:
            AVCaptureDeferredPhotoProxy?, error: (any Error)?
    ) {
        guard let deferredPhotoProxy else { return }
        photoOutput(output, didFinishCapturingDeferredPhotoProxy: deferredPhotoProxy, error: error)
    }

    /// The method is optional: does nothing.
    public func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishCapturingDeferredPhotoProxy deferredPhotoProxy:
            AVCaptureDeferredPhotoProxy, error: (any Error)?
    ) {}

    /// The method is optional: does nothing.
    public func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt outputFileURL: URL,
        resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {}

    /// The method is optional: does nothing.
    public func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingLivePhotoToMovieFileAt outputFileURL: URL, duration: CMTime,
        photoDisplayTime: CMTime, resolvedSettings: AVCaptureResolvedPhotoSettings, error: (any Error)?
    ) {}
}
