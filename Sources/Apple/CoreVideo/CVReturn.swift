import MissingFoundation

/// The status of a Core Video function. Source: Apple, CVReturn.
public typealias CVReturn = Int32

/// Flags of functions that have none yet. Source: Apple, CVOptionFlags.
public typealias CVOptionFlags = UInt64

public let kCVReturnSuccess: CVReturn = 0
/// The first error code.
public let kCVReturnFirst: CVReturn = -6660
/// An error that none of the others describes.
public let kCVReturnError: CVReturn = -6660
/// An argument is invalid.
public let kCVReturnInvalidArgument: CVReturn = -6661
/// There is not enough memory.
public let kCVReturnAllocationFailed: CVReturn = -6662
/// Not supported.
public let kCVReturnUnsupported: CVReturn = -6663
/// Linux: there are no displays, so neither this nor the next three occur.
public let kCVReturnInvalidDisplay: CVReturn = -6670
/// Linux: does not occur.
public let kCVReturnDisplayLinkAlreadyRunning: CVReturn = -6671
/// Linux: does not occur.
public let kCVReturnDisplayLinkNotRunning: CVReturn = -6672
/// Linux: does not occur.
public let kCVReturnDisplayLinkCallbacksNotSet: CVReturn = -6673
/// There is no such pixel format.
public let kCVReturnInvalidPixelFormat: CVReturn = -6680
/// A side is not positive.
public let kCVReturnInvalidSize: CVReturn = -6681
/// Attributes contradict each other.
public let kCVReturnInvalidPixelBufferAttributes: CVReturn = -6682
/// Linux: does not occur.
public let kCVReturnPixelBufferNotOpenGLCompatible: CVReturn = -6683
/// Linux: does not occur.
public let kCVReturnPixelBufferNotMetalCompatible: CVReturn = -6684
/// The pool's maximum number of buffers is in use.
public let kCVReturnWouldExceedAllocationThreshold: CVReturn = -6689
/// Not enough memory for a pool.
public let kCVReturnPoolAllocationFailed: CVReturn = -6690
/// Attributes of a pool are invalid.
public let kCVReturnInvalidPoolAttributes: CVReturn = -6691
/// Another attempt may succeed.
public let kCVReturnRetry: CVReturn = -6692
/// The last error code.
public let kCVReturnLast: CVReturn = -6699
