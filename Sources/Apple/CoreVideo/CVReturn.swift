import MissingFoundation

/// The status of a Core Video function. Source: Apple, CVReturn.
public typealias CVReturn = Int32

/// Flags of functions that have none yet. Source: Apple, CVOptionFlags.
public typealias CVOptionFlags = UInt64

/// Source: Apple, kCVReturnSuccess.
public let kCVReturnSuccess: CVReturn = 0
/// The first error code. Source: Apple, kCVReturnFirst.
public let kCVReturnFirst: CVReturn = -6660
/// Something went wrong. Source: Apple, kCVReturnError.
public let kCVReturnError: CVReturn = -6660
/// An argument makes no sense. Source: Apple, kCVReturnInvalidArgument.
public let kCVReturnInvalidArgument: CVReturn = -6661
/// No memory. Source: Apple, kCVReturnAllocationFailed.
public let kCVReturnAllocationFailed: CVReturn = -6662
/// Not supported. Source: Apple, kCVReturnUnsupported.
public let kCVReturnUnsupported: CVReturn = -6663
/// Linux: there are no displays, so neither this nor the next three occur. Source: Apple, kCVReturnInvalidDisplay.
public let kCVReturnInvalidDisplay: CVReturn = -6670
/// Linux: does not occur. Source: Apple, kCVReturnDisplayLinkAlreadyRunning.
public let kCVReturnDisplayLinkAlreadyRunning: CVReturn = -6671
/// Linux: does not occur. Source: Apple, kCVReturnDisplayLinkNotRunning.
public let kCVReturnDisplayLinkNotRunning: CVReturn = -6672
/// Linux: does not occur. Source: Apple, kCVReturnDisplayLinkCallbacksNotSet.
public let kCVReturnDisplayLinkCallbacksNotSet: CVReturn = -6673
/// There is no such pixel format. Source: Apple, kCVReturnInvalidPixelFormat.
public let kCVReturnInvalidPixelFormat: CVReturn = -6680
/// A side is not positive. Source: Apple, kCVReturnInvalidSize.
public let kCVReturnInvalidSize: CVReturn = -6681
/// Attributes contradict each other. Source: Apple, kCVReturnInvalidPixelBufferAttributes.
public let kCVReturnInvalidPixelBufferAttributes: CVReturn = -6682
/// Linux: does not occur. Source: Apple, kCVReturnPixelBufferNotOpenGLCompatible.
public let kCVReturnPixelBufferNotOpenGLCompatible: CVReturn = -6683
/// Linux: does not occur. Source: Apple, kCVReturnPixelBufferNotMetalCompatible.
public let kCVReturnPixelBufferNotMetalCompatible: CVReturn = -6684
/// The pool's maximum number of buffers is in use. Source: Apple, kCVReturnWouldExceedAllocationThreshold.
public let kCVReturnWouldExceedAllocationThreshold: CVReturn = -6689
/// No memory for a pool. Source: Apple, kCVReturnPoolAllocationFailed.
public let kCVReturnPoolAllocationFailed: CVReturn = -6690
/// Attributes of a pool make no sense. Source: Apple, kCVReturnInvalidPoolAttributes.
public let kCVReturnInvalidPoolAttributes: CVReturn = -6691
/// Another attempt may succeed. Source: Apple, kCVReturnRetry.
public let kCVReturnRetry: CVReturn = -6692
/// The last error code. Source: Apple, kCVReturnLast.
public let kCVReturnLast: CVReturn = -6699
