import CoreVideo
import MissingFoundation

/// There is not enough memory.
public let kCMSampleBufferError_AllocationFailed: OSStatus = -12730
/// An argument is missing.
public let kCMSampleBufferError_RequiredParameterMissing: OSStatus = -12731
/// The buffer already has its data.
public let kCMSampleBufferError_AlreadyHasDataBuffer: OSStatus = -12732
/// The data have not arrived yet.
public let kCMSampleBufferError_BufferNotReady: OSStatus = -12733
/// There is no such sample.
public let kCMSampleBufferError_SampleIndexOutOfRange: OSStatus = -12734
/// The sizes of the samples are unknown.
public let kCMSampleBufferError_BufferHasNoSampleSizes: OSStatus = -12735
/// The times of the samples are unknown.
public let kCMSampleBufferError_BufferHasNoSampleTimingInfo: OSStatus = -12736
/// An array does not have one value per sample.
public let kCMSampleBufferError_ArrayTooSmall: OSStatus = -12737
/// An array has too many or too few values.
public let kCMSampleBufferError_InvalidEntryCount: OSStatus = -12738
/// The samples cannot be separated.
public let kCMSampleBufferError_CannotSubdivide: OSStatus = -12739
/// The times are invalid.
public let kCMSampleBufferError_SampleTimingInfoInvalid: OSStatus = -12740
/// Not for this kind of media.
public let kCMSampleBufferError_InvalidMediaTypeForOperation: OSStatus = -12741
/// The bytes do not match the description.
public let kCMSampleBufferError_InvalidSampleData: OSStatus = -12742
/// The description does not match the data.
public let kCMSampleBufferError_InvalidMediaFormat: OSStatus = -12743
/// The buffer was invalidated.
public let kCMSampleBufferError_Invalidated: OSStatus = -12744
/// The data will not arrive.
public let kCMSampleBufferError_DataFailed: OSStatus = -16750
/// The data is no longer wanted.
public let kCMSampleBufferError_DataCanceled: OSStatus = -16751

/// A frame.
@discardableResult
public func CMSampleBufferCreateReadyWithImageBuffer(
    allocator: CFAllocator?, imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription,
    sampleTiming: UnsafePointer<CMSampleTimingInfo>, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    status(sampleBufferOut) {
        try CMSampleBuffer(
            imageBuffer: imageBuffer, formatDescription: formatDescription, sampleTiming: sampleTiming.pointee)
    }
}

/// Makes a sample buffer's data ready. Source: Apple, CMSampleBufferMakeDataReadyCallback.
public typealias CMSampleBufferMakeDataReadyCallback = (CMSampleBuffer, UnsafeMutableRawPointer?) -> OSStatus

/// A frame.
///
/// Linux: if the data is not ready, `makeDataReadyCallback` is called at once, and its status is returned.
@discardableResult
public func CMSampleBufferCreateForImageBuffer(
    allocator: CFAllocator?, imageBuffer: CVImageBuffer, dataReady: Bool,
    makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?, refcon makeDataReadyRefcon: UnsafeMutableRawPointer?,
    formatDescription: CMVideoFormatDescription, sampleTiming: UnsafePointer<CMSampleTimingInfo>,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    let status = CMSampleBufferCreateReadyWithImageBuffer(
        allocator: allocator, imageBuffer: imageBuffer, formatDescription: formatDescription,
        sampleTiming: sampleTiming, sampleBufferOut: sampleBufferOut)
    guard status == noErr, !dataReady, let buffer = sampleBufferOut.pointee else { return status }
    return buffer.waitForData(makeDataReadyCallback, makeDataReadyRefcon)
}

/// Bytes.
@discardableResult
public func CMSampleBufferCreateReady(
    allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription?,
    sampleCount numSamples: CMItemCount, sampleTimingEntryCount numSampleTimingEntries: CMItemCount,
    sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?, sampleSizeEntryCount numSampleSizeEntries: CMItemCount,
    sampleSizeArray: UnsafePointer<Int>?, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    status(sampleBufferOut) {
        try CMSampleBuffer(
            dataBuffer: dataBuffer, formatDescription: formatDescription, numSamples: numSamples,
            sampleTimings: Array(UnsafeBufferPointer(start: sampleTimingArray, count: numSampleTimingEntries)),
            sampleSizes: Array(UnsafeBufferPointer(start: sampleSizeArray, count: numSampleSizeEntries)))
    }
}

/// As ``CMSampleBufferCreateReady(allocator:dataBuffer:formatDescription:sampleCount:sampleTimingEntryCount:sampleTimingArray:sampleSizeEntryCount:sampleSizeArray:sampleBufferOut:)``,
/// for data that may come later.
///
/// Linux: `makeDataReadyCallback` is called at once if the data is not ready, and its status is returned.
@discardableResult
public func CMSampleBufferCreate(
    allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, dataReady: Bool,
    makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?, refcon makeDataReadyRefcon: UnsafeMutableRawPointer?,
    formatDescription: CMFormatDescription?, sampleCount numSamples: CMItemCount,
    sampleTimingEntryCount numSampleTimingEntries: CMItemCount,
    sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?, sampleSizeEntryCount numSampleSizeEntries: CMItemCount,
    sampleSizeArray: UnsafePointer<Int>?, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    let made = CMSampleBufferCreateReady(
        allocator: allocator, dataBuffer: dataBuffer, formatDescription: formatDescription, sampleCount: numSamples,
        sampleTimingEntryCount: numSampleTimingEntries, sampleTimingArray: sampleTimingArray,
        sampleSizeEntryCount: numSampleSizeEntries, sampleSizeArray: sampleSizeArray, sampleBufferOut: sampleBufferOut)
    guard made == noErr, !dataReady, let buffer = sampleBufferOut.pointee else { return made }
    return buffer.waitForData(makeDataReadyCallback, makeDataReadyRefcon)
}

/// Gives a buffer that was made without data its data. They are not ready for that.
///
/// - Returns: `kCMSampleBufferError_AlreadyHasDataBuffer` for a buffer with data or a picture.
@discardableResult
public func CMSampleBufferSetDataBuffer(_ sbuf: CMSampleBuffer, newValue: CMBlockBuffer) -> OSStatus {
    guard sbuf.imageBuffer == nil, sbuf.dataBuffer == nil else { return kCMSampleBufferError_AlreadyHasDataBuffer }
    return sbuf.state.withLock { state in
        guard state.lateData == nil else { return kCMSampleBufferError_AlreadyHasDataBuffer }
        state.lateData = newValue
        return 0
    }
}

/// The same samples.
@discardableResult
public func CMSampleBufferCreateCopy(
    allocator: CFAllocator?, sampleBuffer: CMSampleBuffer, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    status(sampleBufferOut) { try CMSampleBuffer(copying: sampleBuffer) }
}

/// The same samples at other times.
@discardableResult
public func CMSampleBufferCreateCopyWithNewTiming(
    allocator: CFAllocator?, sampleBuffer originalSBuf: CMSampleBuffer,
    sampleTimingEntryCount numSampleTimingEntries: CMItemCount,
    sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    status(sampleBufferOut) {
        try CMSampleBuffer(
            copying: originalSBuf,
            withNewTiming: Array(UnsafeBufferPointer(start: sampleTimingArray, count: numSampleTimingEntries)))
    }
}

public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? { sbuf.imageBuffer }

public func CMSampleBufferGetDataBuffer(_ sbuf: CMSampleBuffer) -> CMBlockBuffer? { sbuf.dataBuffer }

public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
    sbuf.formatDescription
}

public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> CMItemCount { sbuf.numSamples }

public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.presentationTimeStamp }

public func CMSampleBufferGetDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.decodeTimeStamp }

public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }

public func CMSampleBufferGetOutputPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
    sbuf.outputPresentationTimeStamp
}

@discardableResult
public func CMSampleBufferSetOutputPresentationTimeStamp(_ sbuf: CMSampleBuffer, newValue: CMTime) -> OSStatus {
    sbuf.state.withLock { $0.outputPresentationTimeStamp = newValue }
    return 0
}

public func CMSampleBufferGetOutputDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.outputDuration }

public func CMSampleBufferGetOutputDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.outputDecodeTimeStamp }

@discardableResult
public func CMSampleBufferGetSampleTimingInfo(
    _ sbuf: CMSampleBuffer, at sampleIndex: CMItemIndex, timingInfoOut: UnsafeMutablePointer<CMSampleTimingInfo>
) -> OSStatus {
    do {
        timingInfoOut.pointee = try sbuf.sampleTimingInfo(at: sampleIndex)
        return 0
    } catch {
        return OSStatus((error as NSError).code)
    }
}

@discardableResult
public func CMSampleBufferGetSampleTimingInfoArray(
    _ sbuf: CMSampleBuffer, entryCount timingArrayEntries: CMItemCount,
    arrayToFill timingArrayOut: UnsafeMutablePointer<CMSampleTimingInfo>?,
    entriesNeededOut timingArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
    timingArrayEntriesNeededOut?.pointee = sbuf.timings.count
    guard !sbuf.timings.isEmpty else { return kCMSampleBufferError_BufferHasNoSampleTimingInfo }
    guard let timingArrayOut else { return 0 }
    guard timingArrayEntries >= sbuf.timings.count else { return kCMSampleBufferError_ArrayTooSmall }
    for (index, timing) in sbuf.timings.enumerated() { timingArrayOut[index] = timing }
    return 0
}

public func CMSampleBufferGetSampleSize(_ sbuf: CMSampleBuffer, at sampleIndex: CMItemIndex) -> Int {
    sbuf.sampleSize(at: sampleIndex)
}

public func CMSampleBufferGetTotalSampleSize(_ sbuf: CMSampleBuffer) -> Int { sbuf.totalSampleSize }

public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isValid }

public func CMSampleBufferDataIsReady(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isReady }

@discardableResult
public func CMSampleBufferSetDataReady(_ sbuf: CMSampleBuffer) -> OSStatus {
    sbuf.state.withLock { $0.isReady = true }
    return 0
}

@discardableResult
public func CMSampleBufferInvalidate(_ sbuf: CMSampleBuffer) -> OSStatus {
    do {
        try sbuf.invalidate()
        return 0
    } catch {
        return OSStatus((error as NSError).code)
    }
}
