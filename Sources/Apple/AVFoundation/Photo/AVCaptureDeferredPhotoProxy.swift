import Foundation

/// Stands for a photo that is processed later: save its file as `.photoProxy`, and the library replaces it with the
/// final photo. Until then it is an ordinary photo, made from one frame.
///
/// Source: Apple, AVCaptureDeferredPhotoProxy.
public final class AVCaptureDeferredPhotoProxy: AVCapturePhoto, @unchecked Sendable {}  // immutable
