import CoreMedia
import CoreVideo
import Foundation
import Locking

/// Appends pixel buffers to an input, and has a pool of them. Source: Apple, AVAssetWriterInputPixelBufferAdaptor.
open class AVAssetWriterInputPixelBufferAdaptor: NSObject, @unchecked Sendable {  // the pool is in a Mutex
    private let pool = Mutex<CVPixelBufferPool?>(nil)

    /// The input that the buffers are appended to.
    public let assetWriterInput: AVAssetWriterInput
    /// Attributes of the pool's buffers: `kCVPixelBufferPixelFormatTypeKey` and others.
    public let sourcePixelBufferAttributes: [String: Any]?

    /// - Parameters:
    ///   - input: for pictures; writing must not have started.
    ///   - sourcePixelBufferAttributes: `nil` for no pool. The size is that of the input's settings unless it is here.
    public init(assetWriterInput input: AVAssetWriterInput, sourcePixelBufferAttributes: [String: Any]? = nil) {
        let method =
            "*** -[AVAssetWriterInputPixelBufferAdaptor initWithAssetWriterInput:sourcePixelBufferAttributes:]"
        if input.mediaType != .video { raiseException("\(method) The input's media type must be AVMediaTypeVideo") }
        input.state.withLock { $0.writer }?.requireStatus(.unknown, method)
        assetWriterInput = input
        self.sourcePixelBufferAttributes = sourcePixelBufferAttributes
    }

    /// Buffers that fit the input; `nil` before writing starts, and without attributes.
    public var pixelBufferPool: CVPixelBufferPool? {
        guard var attributes = sourcePixelBufferAttributes,
            assetWriterInput.state.withLock({ $0.writing }) != nil
        else { return nil }
        let settings = assetWriterInput.outputSettings ?? [:]
        for (key, value) in [
            (kCVPixelBufferWidthKey, settings[AVVideoWidthKey]), (kCVPixelBufferHeightKey, settings[AVVideoHeightKey]),
            (kCVPixelBufferPixelFormatTypeKey, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange),
        ] where attributes[key as String] == nil {
            attributes[key as String] = value
        }
        return pool.withLock { pool in
            if pool == nil { CVPixelBufferPoolCreate(nil, nil, attributes, &pool) }
            return pool
        }
    }

    /// Appends a picture, which is shown until the next one.
    ///
    /// - Returns: `false` when the writer has failed, or does not write anymore.
    @discardableResult
    public func append(_ pixelBuffer: CVPixelBuffer, withPresentationTime presentationTime: CMTime) -> Bool {
        let method = "*** -[AVAssetWriterInputPixelBufferAdaptor appendPixelBuffer:withPresentationTime:]"
        guard let format = try? CMFormatDescription(imageBuffer: pixelBuffer) else { return false }
        let sample = CMSampleBuffer.frame(pixelBuffer, format: format, presentationTimeStamp: presentationTime)
        return assetWriterInput.append(sample, method, "A pixel buffer")
    }
}
