import MissingFoundation

/// How a block's memory is allocated and freed. Source: Apple, CMBlockBufferCustomBlockSource.
public struct CMBlockBufferCustomBlockSource {
    /// `kCMBlockBufferCustomBlockSourceVersion`.
    public var version: UInt32
    /// Called with ``refCon`` and the number of bytes.
    public var AllocateBlock: (@convention(c) (UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer?)?
    /// Called once with ``refCon``, the memory and its size.
    public var FreeBlock: (@convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer, Int) -> Void)?
    public var refCon: UnsafeMutableRawPointer?

    public init(
        version: UInt32,
        AllocateBlock: (@convention(c) (UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer?)?,
        FreeBlock: (@convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer, Int) -> Void)?,
        refCon: UnsafeMutableRawPointer?
    ) {
        self.version = version
        self.AllocateBlock = AllocateBlock
        self.FreeBlock = FreeBlock
        self.refCon = refCon
    }
}

@discardableResult
public func CMBlockBufferCreateEmpty(
    allocator structureAllocator: CFAllocator?, capacity subBlockCapacity: UInt32, flags: CMBlockBufferFlags,
    blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
    blockBufferOut.pointee = CMBlockBuffer([])
    return kCMBlockBufferNoErr
}

/// A buffer over a block of memory.
///
/// - `memoryBlock`: `nil` allocates one (at once).
/// - `blockAllocator`: with `nil` or `kCFAllocatorDefault`, a given block is freed with `free`; with `kCFAllocatorNull`
///   it remains the caller's.
/// - `customBlockSource`: allocates and frees the block instead.
@discardableResult
public func CMBlockBufferCreateWithMemoryBlock(
    allocator structureAllocator: CFAllocator?, memoryBlock: UnsafeMutableRawPointer?, blockLength: Int,
    blockAllocator: CFAllocator?, customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?,
    offsetToData: Int, dataLength: Int, flags: CMBlockBufferFlags,
    blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
    blockBufferOut.pointee = nil
    guard blockLength > 0 else { return kCMBlockBufferBadLengthParameterErr }
    guard offsetToData >= 0, offsetToData < blockLength else { return kCMBlockBufferBadOffsetParameterErr }
    guard dataLength >= 0, dataLength <= blockLength - offsetToData else { return kCMBlockBufferBadLengthParameterErr }
    let block: CMBlockBuffer.Block
    if let source = customBlockSource?.pointee {
        let free = source.FreeBlock
        nonisolated(unsafe) let context = source.refCon  // The caller's, handed back untouched.
        guard let base = memoryBlock ?? source.AllocateBlock?(context, blockLength) else {
            return kCMBlockBufferBlockAllocationFailedErr
        }
        nonisolated(unsafe) let memory = base  // Given back once.
        block = .init(base: base, count: blockLength) { free?(context, memory, blockLength) }
    } else if let memoryBlock {
        nonisolated(unsafe) let memory = memoryBlock  // Freed once.
        let isOwned = blockAllocator !== kCFAllocatorNull
        block = .init(base: memoryBlock, count: blockLength) { if isOwned { free(memory) } }
    } else {
        block = .init(count: blockLength)
    }
    blockBufferOut.pointee = CMBlockBuffer([.init(block: block, offset: offsetToData, count: dataLength)])
    return kCMBlockBufferNoErr
}

/// A buffer that shares a range of another one's bytes.
///
/// - `dataLength`: 0 means everything from the offset on.
@discardableResult
public func CMBlockBufferCreateWithBufferReference(
    allocator structureAllocator: CFAllocator?, referenceBuffer: CMBlockBuffer, offsetToData: Int, dataLength: Int,
    flags: CMBlockBufferFlags, blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
    blockBufferOut.pointee = nil
    let buffer = CMBlockBuffer([])
    let status = CMBlockBufferAppendBufferReference(
        buffer, targetBBuf: referenceBuffer, offsetToData: offsetToData, dataLength: dataLength, flags: flags)
    if status == kCMBlockBufferNoErr { blockBufferOut.pointee = buffer }
    return status
}

/// Appends a range of another buffer's bytes without copying them.
///
/// - `dataLength`: 0 means everything from the offset on.
@discardableResult
public func CMBlockBufferAppendBufferReference(
    _ theBuffer: CMBlockBuffer, targetBBuf: CMBlockBuffer, offsetToData: Int, dataLength: Int,
    flags: CMBlockBufferFlags
) -> OSStatus {
    let total = targetBBuf.dataLength
    if total == 0, flags & kCMBlockBufferPermitEmptyReferenceFlag == 0 { return kCMBlockBufferEmptyBBufErr }
    guard offsetToData >= 0, offsetToData <= total else { return kCMBlockBufferBadOffsetParameterErr }
    guard dataLength >= 0, dataLength <= total - offsetToData else { return kCMBlockBufferBadLengthParameterErr }
    let end = dataLength == 0 ? total : offsetToData + dataLength
    let segments = targetBBuf.segments(of: offsetToData..<end)
    theBuffer.state.withLock { $0.append(segments) }
    return kCMBlockBufferNoErr
}

public func CMBlockBufferGetDataLength(_ theBuffer: CMBlockBuffer) -> Int { theBuffer.dataLength }

public func CMBlockBufferIsEmpty(_ theBuffer: CMBlockBuffer) -> Bool { theBuffer.isEmpty }

/// Whether a range is contiguous in memory.
///
/// - `length`: 0 means up to the end.
public func CMBlockBufferIsRangeContiguous(_ theBuffer: CMBlockBuffer, atOffset offset: Int, length: Int) -> Bool {
    let end = length == 0 ? theBuffer.dataLength : offset + length
    return offset >= 0 && offset < end && theBuffer.segments(of: offset..<end).count == 1
}

/// Copies bytes out.
@discardableResult
public func CMBlockBufferCopyDataBytes(
    _ theSourceBuffer: CMBlockBuffer, atOffset offsetToData: Int, dataLength: Int,
    destination: UnsafeMutableRawPointer
) -> OSStatus {
    let total = theSourceBuffer.dataLength
    guard offsetToData >= 0, offsetToData <= total else { return kCMBlockBufferBadOffsetParameterErr }
    guard dataLength >= 0, dataLength <= total - offsetToData else { return kCMBlockBufferBadLengthParameterErr }
    var position = destination
    for part in theSourceBuffer.segments(of: offsetToData..<offsetToData + dataLength) {
        position.copyMemory(from: part.base, byteCount: part.count)
        position += part.count
    }
    return kCMBlockBufferNoErr
}

/// Copies bytes in.
@discardableResult
public func CMBlockBufferReplaceDataBytes(
    with sourceBytes: UnsafeRawPointer, blockBuffer destinationBuffer: CMBlockBuffer,
    offsetIntoDestination: Int, dataLength: Int
) -> OSStatus {
    let total = destinationBuffer.dataLength
    guard offsetIntoDestination >= 0, offsetIntoDestination <= total else { return kCMBlockBufferBadOffsetParameterErr }
    guard dataLength >= 0, dataLength <= total - offsetIntoDestination else {
        return kCMBlockBufferBadLengthParameterErr
    }
    var position = sourceBytes
    for part in destinationBuffer.segments(of: offsetIntoDestination..<offsetIntoDestination + dataLength) {
        part.base.copyMemory(from: position, byteCount: part.count)
        position += part.count
    }
    return kCMBlockBufferNoErr
}

/// Sets bytes to one value.
@discardableResult
public func CMBlockBufferFillDataBytes(
    with fillByte: CChar, blockBuffer destinationBuffer: CMBlockBuffer, offsetIntoDestination: Int, dataLength: Int
) -> OSStatus {
    let total = destinationBuffer.dataLength
    guard offsetIntoDestination >= 0, offsetIntoDestination <= total else { return kCMBlockBufferBadOffsetParameterErr }
    guard dataLength >= 0, dataLength <= total - offsetIntoDestination else {
        return kCMBlockBufferBadLengthParameterErr
    }
    let end = dataLength == 0 ? total : offsetIntoDestination + dataLength
    for part in destinationBuffer.segments(of: offsetIntoDestination..<end) {
        memset(part.base, Int32(fillByte), part.count)
    }
    return kCMBlockBufferNoErr
}

/// The address of the bytes, and how many are contiguous from there.
///
/// Valid as long as the buffer is retained.
@discardableResult
public func CMBlockBufferGetDataPointer(
    _ theBuffer: CMBlockBuffer, atOffset offset: Int, lengthAtOffsetOut: UnsafeMutablePointer<Int>?,
    totalLengthOut: UnsafeMutablePointer<Int>?, dataPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> OSStatus {
    let total = theBuffer.dataLength
    guard offset >= 0, offset < total, let first = theBuffer.segments(of: offset..<total).first else {
        return kCMBlockBufferBadOffsetParameterErr
    }
    lengthAtOffsetOut?.pointee = first.count
    totalLengthOut?.pointee = total
    dataPointerOut?.pointee = first.base.assumingMemoryBound(to: CChar.self)
    return kCMBlockBufferNoErr
}

/// Does nothing: memory is allocated from the start.
@discardableResult
public func CMBlockBufferAssureBlockMemory(_ theBuffer: CMBlockBuffer) -> OSStatus { kCMBlockBufferNoErr }

/// A buffer with the same bytes, contiguous in memory: a reference if they already are, otherwise a copy.
///
/// - `dataLength`: 0 means everything from the offset on.
@discardableResult
public func CMBlockBufferCreateContiguous(
    allocator structureAllocator: CFAllocator?, sourceBuffer: CMBlockBuffer, blockAllocator: CFAllocator?,
    customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?, offsetToData: Int, dataLength: Int,
    flags: CMBlockBufferFlags, blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
    blockBufferOut.pointee = nil
    let length = dataLength == 0 ? sourceBuffer.dataLength - offsetToData : dataLength
    if flags & kCMBlockBufferAlwaysCopyDataFlag == 0,
        CMBlockBufferIsRangeContiguous(sourceBuffer, atOffset: offsetToData, length: length)
    {
        return CMBlockBufferCreateWithBufferReference(
            allocator: structureAllocator, referenceBuffer: sourceBuffer, offsetToData: offsetToData,
            dataLength: length, flags: flags, blockBufferOut: blockBufferOut)
    }
    let block = CMBlockBuffer.Block(count: max(length, 0))
    let status = CMBlockBufferCopyDataBytes(
        sourceBuffer, atOffset: offsetToData, dataLength: length, destination: block.base)
    guard status == kCMBlockBufferNoErr else { return status }
    blockBufferOut.pointee = CMBlockBuffer([.init(block: block, offset: 0, count: length)])
    return kCMBlockBufferNoErr
}
