import AVFoundation
import CoreMedia
import VideoToolbox

/// Compresses frames to what a server of live streams wants: units after start codes, with the parameter sets before
/// each key frame.
public final class StreamEncoder {
    public typealias Output = (Data, Bool, CMTime) -> Void
    private var session: VTCompressionSession?
    private let codec: CMVideoCodecType
    private let output: Output
    private static let startCode = Data([0, 0, 0, 1])

    public init(width: Int32, height: Int32, codec: CMVideoCodecType = kCMVideoCodecType_H264, output: @escaping Output)
        throws
    {
        self.codec = codec
        self.output = output
        let specification: [CFString: Any] = [
            kVTVideoEncoderSpecification_EnableLowLatencyRateControl: true as CFBoolean
        ]
        let status = VTCompressionSessionCreate(
            allocator: kCFAllocatorDefault, width: width, height: height, codecType: codec,
            encoderSpecification: specification as CFDictionary, imageBufferAttributes: nil,
            compressedDataAllocator: nil,
            outputCallback: { refcon, _, status, flags, sample in
                guard status == noErr, let sample, let refcon, !flags.contains(.frameDropped) else { return }
                Unmanaged<StreamEncoder>.fromOpaque(refcon).takeUnretainedValue().encoded(sample)
            }, refcon: Unmanaged.passUnretained(self).toOpaque(), compressionSessionOut: &session)
        guard status == noErr, let session else { throw NSError(domain: NSOSStatusErrorDomain, code: Int(status)) }
        let isH264 = codec == kCMVideoCodecType_H264
        set(kVTCompressionPropertyKey_RealTime, kCFBooleanTrue)
        set(
            kVTCompressionPropertyKey_ProfileLevel,
            isH264 ? kVTProfileLevel_H264_Baseline_AutoLevel : kVTProfileLevel_HEVC_Main_AutoLevel)
        set(kVTCompressionPropertyKey_AllowFrameReordering, kCFBooleanFalse)
        set(kVTCompressionPropertyKey_MaxKeyFrameInterval, 30 as CFNumber)
        set(kVTCompressionPropertyKey_MaxKeyFrameIntervalDuration, 1 as CFNumber)
        set(kVTCompressionPropertyKey_ExpectedFrameRate, 30 as CFNumber)
        set(kVTCompressionPropertyKey_AverageBitRate, 2_000_000 as CFNumber)
        set(kVTCompressionPropertyKey_DataRateLimits, [2_000_000 / 8 * 1.5, 1] as CFArray)
        if isH264 { set(kVTCompressionPropertyKey_H264EntropyMode, kVTH264EntropyMode_CAVLC) }
        VTCompressionSessionPrepareToEncodeFrames(session)
    }

    private func set(_ key: CFString, _ value: CFTypeRef?) {
        let status = VTSessionSetProperty(session!, key: key, value: value)
        if status != noErr { print("property \(key) gives \(status)") }
    }

    public func encode(_ buffer: CVImageBuffer, at time: CMTime, forceKeyFrame: Bool = false) {
        var flags = VTEncodeInfoFlags()
        let properties = forceKeyFrame ? [kVTEncodeFrameOptionKey_ForceKeyFrame: kCFBooleanTrue] as CFDictionary : nil
        VTCompressionSessionEncodeFrame(
            session!, imageBuffer: buffer, presentationTimeStamp: time, duration: .invalid,
            frameProperties: properties, sourceFrameRefcon: nil, infoFlagsOut: &flags)
    }

    public func finish() {
        guard let session else { return }
        VTCompressionSessionCompleteFrames(session, untilPresentationTimeStamp: .invalid)
        VTCompressionSessionInvalidate(session)
        self.session = nil
    }

    private func encoded(_ sample: CMSampleBuffer) {
        guard CMSampleBufferDataIsReady(sample) else { return }
        let attachments =
            CMSampleBufferGetSampleAttachmentsArray(sample, createIfNecessary: false) as? [[CFString: Any]]
        let isKey = !(attachments?.first?[kCMSampleAttachmentKey_NotSync] as? Bool ?? false)
        var stream = Data()
        if isKey, let format = CMSampleBufferGetFormatDescription(sample) {
            for set in Self.parameterSets(of: format) { stream += Self.startCode + set }
        }
        guard let block = CMSampleBufferGetDataBuffer(sample) else { return }
        var length = 0
        var pointer: UnsafeMutablePointer<CChar>?
        guard
            CMBlockBufferGetDataPointer(
                block, atOffset: 0, lengthAtOffsetOut: nil, totalLengthOut: &length,
                dataPointerOut: &pointer) == kCMBlockBufferNoErr, let pointer
        else { return }
        var position = 0
        while position + 4 < length {
            var nalLength: UInt32 = 0
            memcpy(&nalLength, pointer + position, 4)
            nalLength = CFSwapInt32BigToHost(nalLength)
            stream += Self.startCode
            stream.append(Data(bytes: pointer + position + 4, count: Int(nalLength)))
            position += 4 + Int(nalLength)
        }
        output(stream, isKey, CMSampleBufferGetPresentationTimeStamp(sample))
    }

    static func parameterSets(of format: CMFormatDescription) -> [Data] {
        let isHEVC = CMFormatDescriptionGetMediaSubType(format) == kCMVideoCodecType_HEVC
        var count = 0
        var headerLength: Int32 = 0
        let get =
            isHEVC
            ? CMVideoFormatDescriptionGetHEVCParameterSetAtIndex : CMVideoFormatDescriptionGetH264ParameterSetAtIndex
        _ = get(format, 0, nil, nil, &count, &headerLength)
        return (0..<count).compactMap { index in
            var pointer: UnsafePointer<UInt8>?
            var size = 0
            guard get(format, index, &pointer, &size, nil, nil) == noErr, let pointer else { return nil }
            return Data(bytes: pointer, count: size)
        }
    }
}

/// The receiving side.
public final class StreamDecoder {
    public init() {}

    private var format: CMVideoFormatDescription?
    private var session: VTDecompressionSession?
    public private(set) var pictures = 0
    private var sets: [Data] = []

    public func feed(_ stream: Data, at time: CMTime) {
        var payload = Data()
        for nal in split(stream) {
            switch nal[nal.startIndex] & 0x1f {
            case 7: sets = [nal]
            case 8: sets.append(nal); if format == nil { makeSession() }
            default:
                var length = CFSwapInt32HostToBig(UInt32(nal.count))
                payload.append(Data(bytes: &length, count: 4))
                payload.append(nal)
            }
        }
        guard let session, let sample = sample(payload, time) else { return }
        VTDecompressionSessionDecodeFrame(
            session, sampleBuffer: sample, flags: [._EnableAsynchronousDecompression],
            infoFlagsOut: nil
        ) { [weak self] status, _, image, _, _ in
            if status == noErr, image != nil { self?.pictures += 1 }
        }
    }

    public func finish() {
        guard let session else { return }
        VTDecompressionSessionWaitForAsynchronousFrames(session)
        VTDecompressionSessionInvalidate(session)
    }

    private func makeSession() {
        guard sets.count == 2 else { return }
        let sps = [UInt8](sets[0]), pps = [UInt8](sets[1])
        sps.withUnsafeBufferPointer { s in
            pps.withUnsafeBufferPointer { p in
                let pointers = [s.baseAddress!, p.baseAddress!]
                let sizes = [sps.count, pps.count]
                CMVideoFormatDescriptionCreateFromH264ParameterSets(
                    allocator: nil, parameterSetCount: 2, parameterSetPointers: pointers, parameterSetSizes: sizes,
                    nalUnitHeaderLength: 4, formatDescriptionOut: &format)
            }
        }
        guard let format else { return }
        let attributes =
            [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange] as CFDictionary
        VTDecompressionSessionCreate(
            allocator: nil, formatDescription: format, decoderSpecification: nil,
            imageBufferAttributes: attributes, outputCallback: nil, decompressionSessionOut: &session)
    }

    private func sample(_ payload: Data, _ time: CMTime) -> CMSampleBuffer? {
        var block: CMBlockBuffer?
        CMBlockBufferCreateWithMemoryBlock(
            allocator: kCFAllocatorDefault, memoryBlock: nil, blockLength: payload.count,
            blockAllocator: kCFAllocatorDefault, customBlockSource: nil, offsetToData: 0,
            dataLength: payload.count, flags: kCMBlockBufferAssureMemoryNowFlag, blockBufferOut: &block)
        guard let block else { return nil }
        payload.withUnsafeBytes {
            _ = CMBlockBufferReplaceDataBytes(
                with: $0.baseAddress!, blockBuffer: block, offsetIntoDestination: 0, dataLength: payload.count)
        }
        var timing = CMSampleTimingInfo(duration: .invalid, presentationTimeStamp: time, decodeTimeStamp: .invalid)
        var size = payload.count
        var result: CMSampleBuffer?
        CMSampleBufferCreateReady(
            allocator: nil, dataBuffer: block, formatDescription: format, sampleCount: 1, sampleTimingEntryCount: 1,
            sampleTimingArray: &timing, sampleSizeEntryCount: 1, sampleSizeArray: &size, sampleBufferOut: &result)
        return result
    }

    private func split(_ data: Data) -> [Data] {
        var result: [Data] = []
        var rest = data[...]
        while let range = rest.range(of: Data([0, 0, 0, 1])) {
            rest = rest[range.upperBound...]
            let end = rest.range(of: Data([0, 0, 0, 1]))?.lowerBound ?? rest.endIndex
            result.append(Data(rest[..<end]))
            rest = rest[end...]
        }
        return result
    }
}

/// A camera's live stream into a file, decoded again beside it.
public final class CameraStreamer: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
    public let session = AVCaptureSession()
    /// Called with each packet, and whether it begins with a key frame.
    public var onPacket: ((Data, Bool) -> Void)?
    private var encoder: StreamEncoder?
    private let decoder = StreamDecoder()
    private var file: FileHandle
    private let queue = DispatchQueue(label: "stream")

    public init(url: URL) throws {
        FileManager.default.createFile(atPath: url.path, contents: nil)
        file = try FileHandle(forWritingTo: url)
        super.init()
        session.sessionPreset = .vga640x480
        session.addInput(try AVCaptureDeviceInput(device: AVCaptureDevice.default(for: .video)!))
        let output = AVCaptureVideoDataOutput()
        output.setSampleBufferDelegate(self, queue: queue)
        session.addOutput(output)
    }

    public func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        guard let image = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
        if encoder == nil {
            encoder = try? StreamEncoder(
                width: Int32(CVPixelBufferGetWidth(image)), height: Int32(CVPixelBufferGetHeight(image))
            ) {
                [weak self] data, isKey, time in
                self?.file.write(data)
                self?.decoder.feed(data, at: time)
                self?.onPacket?(data, isKey)
            }
        }
        encoder?.encode(image, at: sampleBuffer.presentationTimeStamp)
    }

    /// - Returns: how many pictures the receiving side has seen.
    public func finish() -> Int {
        session.stopRunning()
        queue.sync { encoder?.finish() }
        decoder.finish()
        try? file.close()
        return decoder.pictures
    }
}
