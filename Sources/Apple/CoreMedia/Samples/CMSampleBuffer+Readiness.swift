import Foundation
import MissingFoundation

/// Makes a sample buffer's data ready. Source: Apple, CMSampleBufferMakeDataReadyHandler.
public typealias CMSampleBufferMakeDataReadyHandler = (CMSampleBuffer) -> OSStatus

extension CMSampleBuffer {
    /// Marks the data as not ready, and asks for them at once; ``makeDataReady()`` asks again if that fails.
    ///
    /// - Returns: the callback's status; 0 without a callback, for data that are told to be ready later.
    func waitForData(
        _ callback: CMSampleBufferMakeDataReadyCallback?, _ refcon: UnsafeMutableRawPointer?
    ) -> OSStatus {
        let source = callback.map { callback in DataSource { callback($0, refcon) } }
        state.withLock { ($0.isReady, $0.dataSource) = (false, source) }
        return askForData() ?? 0
    }

    /// - Returns: what the callback says; `nil` if there is none to ask.
    private func askForData() -> OSStatus? {
        guard let source = state.withLock({ $0.dataSource }) else { return nil }
        let status = source.makeReady(self)
        if status == 0 { state.withLock { ($0.isReady, $0.dataSource) = (true, nil) } }
        return status
    }

    /// Has the data brought that are not there yet, by the callback with which the buffer was made.
    ///
    /// - Throws: `kCMSampleBufferError_BufferNotReady` when there is no callback, or it fails.
    public func makeDataReady() throws {
        guard isReady || askForData() == 0 else { throw NSError(coreMedia: kCMSampleBufferError_BufferNotReady) }
    }

    /// A buffer for one of the samples, with its time, size and attachments, and the same data.
    private func sample(_ index: Int) throws -> CMSampleBuffer {
        guard numSamples != 1 else { return try CMSampleBuffer(copying: self) }
        guard !sizes.isEmpty, let data = dataBuffer else {
            throw NSError(coreMedia: kCMSampleBufferError_CannotSubdivide)
        }
        let start = sizes.count == 1 ? sizes[0] * index : sizes[..<index].reduce(0, +)
        let size = sampleSize(at: index)
        let bytes = try data.dataBytes()
        guard start + size <= bytes.count else { throw NSError(coreMedia: kCMSampleBufferError_InvalidSampleData) }
        let timings = try self.timings.isEmpty ? [] : [sampleTimingInfo(at: index)]
        let part = bytes[(bytes.startIndex + start)..<(bytes.startIndex + start + size)]
        let sample = CMSampleBuffer(
            dataBuffer: CMBlockBuffer(copying: Data(part)), formatDescription: formatDescription, numSamples: 1,
            timings: timings, sizes: [size])
        CMPropagateAttachments(self, destination: sample)
        let known = CMSampleBufferGetSampleAttachmentsArray(self, createIfNecessary: false) as? [[String: Any]]
        for (key, value) in known?[index] ?? [:] { sample.changeSampleAttachment(value, forKey: key, at: 0) }
        return sample
    }

    fileprivate func forEachSample(_ body: (CMSampleBuffer, CMItemCount) -> OSStatus) -> OSStatus {
        for index in 0..<numSamples {
            do {
                let status = body(try sample(index), index)
                if status != 0 { return status }
            } catch {
                return OSStatus((error as NSError).code)
            }
        }
        return 0
    }
}

/// As ``CMSampleBuffer/makeDataReady()``.
///
/// - Returns: `kCMSampleBufferError_BufferNotReady` when there is no callback, or it fails.
@discardableResult
public func CMSampleBufferMakeDataReady(_ sbuf: CMSampleBuffer) -> OSStatus {
    do {
        try sbuf.makeDataReady()
        return 0
    } catch {
        return OSStatus((error as NSError).code)
    }
}

/// Calls a block with each sample as a buffer of its own, until it returns an error. Linux: their data are copies.
///
/// - Returns: what the block returned; `kCMSampleBufferError_CannotSubdivide` for several samples of unknown sizes.
@discardableResult
public func CMSampleBufferCallBlockForEachSample(
    _ sbuf: CMSampleBuffer, _ handler: (CMSampleBuffer, CMItemCount) -> OSStatus
) -> OSStatus {
    sbuf.forEachSample(handler)
}

/// As ``CMSampleBufferCallBlockForEachSample(_:_:)``, for a function that is given `refcon`, too.
@discardableResult
public func CMSampleBufferCallForEachSample(
    _ sbuf: CMSampleBuffer, callback: (CMSampleBuffer, CMItemCount, UnsafeMutableRawPointer?) -> OSStatus,
    refcon: UnsafeMutableRawPointer?
) -> OSStatus {
    sbuf.forEachSample { callback($0, $1, refcon) }
}
