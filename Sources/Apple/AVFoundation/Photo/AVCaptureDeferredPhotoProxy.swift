import Foundation

/// Stands for a photo that is processed later: save its file as `.photoProxy`, and the library puts the final photo in its
/// place. Until then it is a photo like any other, made of one frame.
///
/// Source: Apple, AVCaptureDeferredPhotoProxy.
public final class AVCaptureDeferredPhotoProxy: AVCapturePhoto, @unchecked Sendable {}  // immutable
