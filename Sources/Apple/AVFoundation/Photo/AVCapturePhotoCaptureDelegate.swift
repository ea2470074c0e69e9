import CoreMedia
import Foundation

/// Hears of one photo. All calls come on a private serial queue, in the order in which they stand here.
///
/// Source: Apple, AVCapturePhotoCaptureDelegate.
public protocol AVCapturePhotoCaptureDelegate: NSObjectProtocol {
    /// The request was accepted; this is what it will be.
    ///
    /// Source: Apple, AVCapturePhotoCaptureDelegate.photoOutput(_:willBeginCaptureFor:).
    func photoOutput(
        _ output: AVCapturePhotoOutput, willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings)

    /// The exposure is about to be made: the moment for a shutter animation.
    ///
    /// Source: Apple, AVCapturePhotoCaptureDelegate.photoOutput(_:willCapturePhotoFor:).
    func photoOutput(
        _ output: AVCapturePhotoOutput, willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings)

    /// The exposure has been made.
    ///
    /// Source: Apple, AVCapturePhotoCaptureDelegate.photoOutput(_:didCapturePhotoFor:).
    func photoOutput(
        _ output: AVCapturePhotoOutput, didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings)

    /// A photo is there, or `error` says why not: once for each of ``AVCaptureResolvedPhotoSettings/expectedPhotoCount``,
    /// RAW before processed. With an `error` (an ``AVError``) the photo has neither data nor pixels, and no timestamp.
    ///
    /// Source: Apple, AVCapturePhotoCaptureDelegate.photoOutput(_:didFinishProcessingPhoto:error:).
    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?)

    /// A proxy of the photo is there, which is made later: save it in the library as `.photoProxy`. It comes instead of
    /// `photoOutput(_:didFinishProcessingPhoto:error:)`, see
    /// ``AVCapturePhotoOutput/isAutoDeferredPhotoDeliveryEnabled``.
    ///
    /// Source: Apple, AVCapturePhotoCaptureDelegate.photoOutput(_:didFinishCapturingDeferredPhotoProxy:error:).
    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishCapturingDeferredPhotoProxy deferredPhotoProxy:
            AVCaptureDeferredPhotoProxy?, error: (any Error)?)

    /// As above, for programs that write the proxy without a question mark, as Apple's compiler accepts it. Each program
    /// hears of a proxy once: through the one of the two methods that it has.
    ///
    /// Source: Apple, AVCapturePhotoCaptureDelegate.photoOutput(_:didFinishCapturingDeferredPhotoProxy:error:).
    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishCapturingDeferredPhotoProxy deferredPhotoProxy:
            AVCaptureDeferredPhotoProxy, error: (any Error)?)

    /// The movie of a Live Photo has got its last frame; it is not in its file yet.
    ///
    /// Source: Apple, AVCapturePhotoCaptureDelegate.photoOutput(_:didFinishRecordingLivePhotoMovieForEventualFileAt:resolvedSettings:).
    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt outputFileURL: URL,
        resolvedSettings: AVCaptureResolvedPhotoSettings)

    /// The movie of a Live Photo is complete, or `error` says why not.
    ///
    /// - `duration`: the movie's.
    /// - `photoDisplayTime`: when, in the movie, the photo was taken.
    /// - `error`: an ``AVError``; both times are invalid then, and there is no file of ours. The photo comes all the same.
    ///
    /// Source: Apple, AVCapturePhotoCaptureDelegate.photoOutput(_:didFinishProcessingLivePhotoToMovieFileAt:duration:
    /// photoDisplayTime:resolvedSettings:error:).
    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingLivePhotoToMovieFileAt outputFileURL: URL, duration: CMTime,
        photoDisplayTime: CMTime, resolvedSettings: AVCaptureResolvedPhotoSettings, error: (any Error)?)

    /// The last call for these settings.
    ///
    /// - `error`: an ``AVError`` when there is no photo, or not all of them.
    ///
    /// Source: Apple, AVCapturePhotoCaptureDelegate.photoOutput(_:didFinishCaptureFor:error:).
    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: (any Error)?)
}

extension AVCapturePhotoCaptureDelegate {
    /// The method is optional: does nothing. Source: Apple, AVCapturePhotoCaptureDelegate.photoOutput(_:willBeginCaptureFor:).
    public func photoOutput(
        _ output: AVCapturePhotoOutput, willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {}

    /// The method is optional: does nothing. Source: Apple, AVCapturePhotoCaptureDelegate.photoOutput(_:willCapturePhotoFor:).
    public func photoOutput(
        _ output: AVCapturePhotoOutput, willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {}

    /// The method is optional: does nothing. Source: Apple, AVCapturePhotoCaptureDelegate.photoOutput(_:didCapturePhotoFor:).
    public func photoOutput(
        _ output: AVCapturePhotoOutput, didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {}

    /// The method is optional: does nothing. Source: Apple, AVCapturePhotoCaptureDelegate.photoOutput(_:didFinishProcessingPhoto:error:).
    public func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?
    ) {}

    /// The method is optional: does nothing. Source: Apple, AVCapturePhotoCaptureDelegate.photoOutput(_:didFinishCaptureFor:error:).
    public func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: (any Error)?
    ) {}

    /// The method is optional: hands a proxy on to the one below.
    /// Source: Apple, AVCapturePhotoCaptureDelegate.photoOutput(_:didFinishCapturingDeferredPhotoProxy:error:).
    public func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishCapturingDeferredPhotoProxy deferredPhotoProxy:
            AVCaptureDeferredPhotoProxy?, error: (any Error)?
    ) {
        guard let deferredPhotoProxy else { return }
        photoOutput(output, didFinishCapturingDeferredPhotoProxy: deferredPhotoProxy, error: error)
    }

    /// The method is optional: does nothing. Source: Apple, AVCapturePhotoCaptureDelegate.photoOutput(_:didFinishCapturingDeferredPhotoProxy:error:).
    public func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishCapturingDeferredPhotoProxy deferredPhotoProxy:
            AVCaptureDeferredPhotoProxy, error: (any Error)?
    ) {}

    /// The method is optional: does nothing.
    /// Source: Apple, AVCapturePhotoCaptureDelegate.photoOutput(_:didFinishRecordingLivePhotoMovieForEventualFileAt:resolvedSettings:).
    public func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt outputFileURL: URL,
        resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {}

    /// The method is optional: does nothing.
    /// Source: Apple, AVCapturePhotoCaptureDelegate.photoOutput(_:didFinishProcessingLivePhotoToMovieFileAt:duration:
    /// photoDisplayTime:resolvedSettings:error:).
    public func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingLivePhotoToMovieFileAt outputFileURL: URL, duration: CMTime,
        photoDisplayTime: CMTime, resolvedSettings: AVCaptureResolvedPhotoSettings, error: (any Error)?
    ) {}
}
