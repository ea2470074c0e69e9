import MissingFoundation

public let kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment: UInt32 = 1 << 0

/// Copies frames of linear PCM.
///
/// - `bufferList`: one buffer for interleaved sound, otherwise one for each channel.
/// - Returns: `kCMSampleBufferError_InvalidMediaTypeForOperation` if it is not linear PCM,
///   `kCMSampleBufferError_SampleIndexOutOfRange`, `kCMSampleBufferError_ArrayTooSmall`.
@discardableResult
public func CMSampleBufferCopyPCMDataIntoAudioBufferList(
    _ sbuf: CMSampleBuffer, at frameOffset: Int32, frameCount numFrames: Int32,
    into bufferList: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    guard let sound = sbuf.linearPCM, let data = sbuf.dataBuffer else {
        return kCMSampleBufferError_InvalidMediaTypeForOperation
    }
    let (first, count) = (Int(frameOffset), Int(numFrames))
    guard first >= 0, count >= 0, first + count <= sbuf.numSamples else {
        return kCMSampleBufferError_SampleIndexOutOfRange
    }
    let frameBytes = Int(sound.mBytesPerFrame)
    let list = UnsafeMutableAudioBufferListPointer(bufferList)
    guard list.count == sound.numberOfBuffers, list.allSatisfy({ Int($0.mDataByteSize) >= count * frameBytes }) else {
        return kCMSampleBufferError_ArrayTooSmall
    }
    for (channel, buffer) in list.enumerated() {
        guard let target = buffer.mData else { return kCMSampleBufferError_ArrayTooSmall }
        let offset = (channel * sbuf.numSamples + first) * frameBytes
        let status = CMBlockBufferCopyDataBytes(
            data, atOffset: offset, dataLength: count * frameBytes, destination: target)
        if status != kCMBlockBufferNoErr { return status }
        list[channel].mDataByteSize = UInt32(count * frameBytes)
    }
    return 0
}

/// Makes a list of buffers for frames of linear PCM, without copying.
///
/// - `bufferListSizeNeededOut`: the size of the list in bytes; also set if `bufferListOut` is `nil`.
/// - `blockBufferOut`: holds the bytes that the list points to; keep it as long as the list.
@discardableResult
public func CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
    _ sbuf: CMSampleBuffer, bufferListSizeNeededOut: UnsafeMutablePointer<Int>?,
    bufferListOut: UnsafeMutablePointer<AudioBufferList>?, bufferListSize: Int,
    blockBufferAllocator: CFAllocator?, blockBufferMemoryAllocator: CFAllocator?, flags: UInt32,
    blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
    blockBufferOut.pointee = nil
    guard let sound = sbuf.linearPCM, let data = sbuf.dataBuffer else {
        return kCMSampleBufferError_InvalidMediaTypeForOperation
    }
    let needed = AudioBufferList.sizeInBytes(maximumBuffers: sound.numberOfBuffers)
    bufferListSizeNeededOut?.pointee = needed
    guard let bufferListOut else { return 0 }
    guard bufferListSize >= needed else { return kCMSampleBufferError_ArrayTooSmall }
    var whole: CMBlockBuffer?
    let status = CMBlockBufferCreateContiguous(
        allocator: nil, sourceBuffer: data, blockAllocator: nil, customBlockSource: nil, offsetToData: 0,
        dataLength: 0, flags: 0, blockBufferOut: &whole)
    guard status == kCMBlockBufferNoErr, let base = whole?.segments(of: 0..<data.dataLength).first?.base else {
        return status == kCMBlockBufferNoErr ? kCMBlockBufferEmptyBBufErr : status
    }
    let bytes = data.dataLength / sound.numberOfBuffers
    bufferListOut.pointee.mNumberBuffers = UInt32(sound.numberOfBuffers)
    let list = UnsafeMutableAudioBufferListPointer(bufferListOut)
    for index in list.indices {
        list[index] = AudioBuffer(
            mNumberChannels: sound.isInterleaved ? sound.mChannelsPerFrame : 1, mDataByteSize: UInt32(bytes),
            mData: base + index * bytes)
    }
    blockBufferOut.pointee = whole
    return 0
}

/// Gives a buffer of linear PCM that was made without data a copy of the sound in a list, and makes it ready.
///
/// - `bufferList`: one buffer for interleaved sound, otherwise one for each channel.
/// - Returns: `kCMSampleBufferError_InvalidMediaTypeForOperation` if it is not linear PCM,
///   `kCMSampleBufferError_AlreadyHasDataBuffer`, `kCMSampleBufferError_ArrayTooSmall` for a list with less sound than the
///   buffer has samples.
@discardableResult
public func CMSampleBufferSetDataBufferFromAudioBufferList(
    _ sbuf: CMSampleBuffer, blockBufferAllocator: CFAllocator?, blockBufferMemoryAllocator: CFAllocator?, flags: UInt32,
    bufferList: UnsafePointer<AudioBufferList>
) -> OSStatus {
    guard let sound = sbuf.linearPCM else { return kCMSampleBufferError_InvalidMediaTypeForOperation }
    let list = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: bufferList))
    let bytes = sbuf.numSamples * Int(sound.mBytesPerFrame)
    guard bytes > 0, list.count == sound.numberOfBuffers,
        list.allSatisfy({ $0.mData != nil && Int($0.mDataByteSize) >= bytes })
    else { return kCMSampleBufferError_ArrayTooSmall }
    var made: CMBlockBuffer?
    let status = CMBlockBufferCreateWithMemoryBlock(
        allocator: nil, memoryBlock: nil, blockLength: bytes * list.count, blockAllocator: nil, customBlockSource: nil,
        offsetToData: 0, dataLength: bytes * list.count, flags: 0, blockBufferOut: &made)
    guard status == kCMBlockBufferNoErr, let block = made else { return status }
    for (index, buffer) in list.enumerated() {
        guard let source = buffer.mData else { continue }
        CMBlockBufferReplaceDataBytes(
            with: source, blockBuffer: block, offsetIntoDestination: index * bytes, dataLength: bytes)
    }
    let given = CMSampleBufferSetDataBuffer(sbuf, newValue: block)
    return given == noErr ? CMSampleBufferSetDataReady(sbuf) : given
}

/// Sound, compressed or not.
///
/// - `numSamples`: frames of linear PCM, or packets.
/// - `packetDescriptions`: one for each packet. Without them, all are of the size that the format says.
/// - Returns: `kCMSampleBufferError_InvalidMediaFormat` for anything but sound,
///   `kCMSampleBufferError_RequiredParameterMissing` for packets without a size,
///   `kCMSampleBufferError_InvalidSampleData` for packets that do not lie one behind the other, or beyond the data.
@discardableResult
public func CMAudioSampleBufferCreateReadyWithPacketDescriptions(
    allocator: CFAllocator?, dataBuffer: CMBlockBuffer, formatDescription: CMFormatDescription,
    sampleCount numSamples: CMItemCount, presentationTimeStamp: CMTime,
    packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    status(sampleBufferOut) {
        let packets = packetDescriptions.map { Array(UnsafeBufferPointer(start: $0, count: max(numSamples, 0))) }
        return try CMSampleBuffer.sound(dataBuffer, formatDescription, numSamples, presentationTimeStamp, packets)
    }
}

/// As ``CMAudioSampleBufferCreateReadyWithPacketDescriptions(allocator:dataBuffer:formatDescription:sampleCount:presentationTimeStamp:packetDescriptions:sampleBufferOut:)``.
///
/// Linux: if the data is not ready, `makeDataReadyCallback` is called at once, and its status is returned.
@discardableResult
public func CMAudioSampleBufferCreateWithPacketDescriptions(
    allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, dataReady: Bool,
    makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?, refcon makeDataReadyRefcon: UnsafeMutableRawPointer?,
    formatDescription: CMFormatDescription, sampleCount numSamples: CMItemCount, presentationTimeStamp: CMTime,
    packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    let made = status(sampleBufferOut) {
        let packets = packetDescriptions.map { Array(UnsafeBufferPointer(start: $0, count: max(numSamples, 0))) }
        return try CMSampleBuffer.sound(dataBuffer, formatDescription, numSamples, presentationTimeStamp, packets)
    }
    guard made == noErr, !dataReady, let buffer = sampleBufferOut.pointee else { return made }
    return buffer.waitForData(makeDataReadyCallback, makeDataReadyRefcon)
}

extension CMSampleBuffer {
    /// A buffer of sound whose packets may differ in size.
    fileprivate static func sound(
        _ data: CMBlockBuffer?, _ format: CMFormatDescription, _ count: Int, _ time: CMTime,
        _ packets: [AudioStreamPacketDescription]?
    ) throws -> CMSampleBuffer {
        guard let sound = format.audioStreamBasicDescription,
            (1...Double(CMTimeScale.max)).contains(sound.mSampleRate)
        else {
            throw NSError(coreMedia: kCMSampleBufferError_InvalidMediaFormat)
        }
        guard count > 0 else { throw NSError(coreMedia: kCMSampleBufferError_RequiredParameterMissing) }
        let sizes = try packets.map { try packetSizes($0, in: data) } ?? commonSize(of: sound)
        return try CMSampleBuffer(
            dataBuffer: data, formatDescription: format, numSamples: count,
            sampleTimings: packetTimings(sound, packets, from: time), sampleSizes: sizes)
    }

    /// - Parameter packets: which must follow each other from the beginning of the data.
    private static func packetSizes(
        _ packets: [AudioStreamPacketDescription], in data: CMBlockBuffer?
    ) throws -> [Int] {
        var end: Int64 = 0
        for packet in packets {
            guard packet.mStartOffset == end else {
                throw NSError(coreMedia: kCMSampleBufferError_InvalidSampleData)
            }
            end += Int64(packet.mDataByteSize)
        }
        guard data.map({ end <= $0.dataLength }) ?? true else {
            throw NSError(coreMedia: kCMSampleBufferError_InvalidSampleData)
        }
        return packets.map { Int($0.mDataByteSize) }
    }

    /// The size of all packets.
    private static func commonSize(of sound: AudioStreamBasicDescription) throws -> [Int] {
        guard sound.mBytesPerPacket > 0 else {
            throw NSError(coreMedia: kCMSampleBufferError_RequiredParameterMissing)
        }
        // The channels of a frame that is not interleaved lie apart: it has no size.
        let liesTogether = sound.mFormatID != kAudioFormatLinearPCM || sound.isInterleaved
        return liesTogether ? [Int(sound.mBytesPerPacket)] : []
    }

    /// - Returns: one for each packet if they differ in length, otherwise one for all.
    private static func packetTimings(
        _ sound: AudioStreamBasicDescription, _ packets: [AudioStreamPacketDescription]?, from time: CMTime
    ) -> [CMSampleTimingInfo] {
        let usual = max(sound.mFramesPerPacket, 1)
        func timing(_ frames: UInt32, at start: CMTime) -> CMSampleTimingInfo {
            let duration = CMTime(value: Int64(frames), timescale: CMTimeScale(sound.mSampleRate))
            return CMSampleTimingInfo(duration: duration, presentationTimeStamp: start, decodeTimeStamp: .invalid)
        }
        guard let packets, packets.contains(where: { $0.mVariableFramesInPacket > 0 }) else {
            return [timing(usual, at: time)]
        }
        var start = time
        return packets.map { packet in
            let timing = timing(packet.mVariableFramesInPacket > 0 ? packet.mVariableFramesInPacket : usual, at: start)
            start = start + timing.duration
            return timing
        }
    }

    /// Runs `body` with the sound as a list of buffers, valid only inside it.
    public func withAudioBufferList<Result>(
        flags: UInt32 = 0, body: (UnsafeMutableAudioBufferListPointer, CMBlockBuffer) throws -> Result
    ) throws -> Result {
        let size = AudioBufferList.sizeInBytes(maximumBuffers: linearPCM?.numberOfBuffers ?? 1)
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: size, alignment: MemoryLayout<AudioBufferList>.alignment)
        defer { memory.deallocate() }
        let list = memory.bindMemory(to: AudioBufferList.self, capacity: 1)
        list.initialize(to: AudioBufferList())
        var block: CMBlockBuffer?
        let status = CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
            self, bufferListSizeNeededOut: nil, bufferListOut: list, bufferListSize: size, blockBufferAllocator: nil,
            blockBufferMemoryAllocator: nil, flags: flags, blockBufferOut: &block)
        guard status == 0, let block else { throw NSError(coreMedia: status) }
        return try body(UnsafeMutableAudioBufferListPointer(list), block)
    }

    /// The sound's format, if it is linear PCM.
    fileprivate var linearPCM: AudioStreamBasicDescription? {
        guard let sound = formatDescription?.audioStreamBasicDescription,
            sound.mFormatID == kAudioFormatLinearPCM, sound.mBytesPerFrame > 0
        else { return nil }
        return sound
    }
}

extension AudioStreamBasicDescription {
    fileprivate var isInterleaved: Bool { mFormatFlags & kAudioFormatFlagIsNonInterleaved == 0 }

    /// One for all channels, or one for each.
    fileprivate var numberOfBuffers: Int { isInterleaved ? 1 : Int(max(mChannelsPerFrame, 1)) }
}
