/// Everything was done. Source: Apple, kvImageNoError.
public let kvImageNoError: vImage_Error = 0
/// The result is larger than the source. Source: Apple, kvImageRoiLargerThanInputBuffer.
public let kvImageRoiLargerThanInputBuffer: vImage_Error = -21766
/// There is not enough memory. Source: Apple, kvImageMemoryAllocationError.
public let kvImageMemoryAllocationError: vImage_Error = -21771
/// A buffer has no memory. Source: Apple, kvImageNullPointerArgument.
public let kvImageNullPointerArgument: vImage_Error = -21772
/// A number is out of its range. Source: Apple, kvImageInvalidParameter.
public let kvImageInvalidParameter: vImage_Error = -21773
/// The sizes of buffers do not fit. Source: Apple, kvImageBufferSizeMismatch.
public let kvImageBufferSizeMismatch: vImage_Error = -21774
/// Rows are longer than the distance between them. Source: Apple, kvImageInvalidRowBytes.
public let kvImageInvalidRowBytes: vImage_Error = -21777
/// Source and result have to be different memory. Source: Apple, kvImageOutOfPlaceOperationRequired.
public let kvImageOutOfPlaceOperationRequired: vImage_Error = -21780

/// Nothing special. Source: Apple, kvImageNoFlags.
public let kvImageNoFlags = 0
/// Without effect: all functions work on the thread that calls them. Source: Apple, kvImageDoNotTile.
public let kvImageDoNotTile = 16
/// Without effect: there is one way to scale. Source: Apple, kvImageHighQualityResampling.
public let kvImageHighQualityResampling = 32
/// Nothing is done but to return the bytes that a temporary buffer needs: 0. Source: Apple, kvImageGetTempBufferSize.
public let kvImageGetTempBufferSize = 128
