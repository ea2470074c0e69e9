import CaptureEngine
import Locking
import PixelCoding
import TurboJPEG
import YUV

/// One compressor with its memory, for a picture or a strip of one.
final class JPEGStripCompressor: @unchecked Sendable {  // each strip has its own
    private var compressor: JPEGCompressor

    init() throws(CaptureError) {
        do {
            compressor = try JPEGCompressor()
        } catch {
            throw CaptureError(.encodeFailed, "The JPEG encoder cannot be set up: \(error)", cause: error)
        }
    }

    func compress(_ content: JPEGContent, _ size: PixelSize, quality: Int) throws(CaptureError) {
        do {
            switch content {
            case .planes(let planes, let subsampling):
                try compressor.compress(
                    planes: planes.map { JPEGPlane(reading: $0.base, bytesPerRow: $0.bytesPerRow) },
                    width: size.width, height: size.height, subsampling: subsampling, quality: quality)
            case .pixels(let pixels):
                try compressor.compress(
                    bgra: pixels.base, bytesPerRow: pixels.bytesPerRow, width: size.width, height: size.height,
                    subsampling: content.subsampling, quality: quality)
            }
        } catch {
            throw CaptureError(.encodeFailed, "The photo cannot be encoded as JPEG: \(error)", cause: error)
        }
    }

    /// The last picture, valid only inside `body`.
    func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try compressor.withBytes(body)
    }

    /// Compresses the strips of a picture on all processors, each with its own compressor.
    static func compress(
        _ content: JPEGContent, _ size: PixelSize, quality: Int, strips: JPEGStrips,
        with compressors: [JPEGStripCompressor]
    ) throws(CaptureError) {
        struct Work: @unchecked Sendable {  // its pixels are only read
            var content: JPEGContent
        }
        let work = Work(content: content)
        let failure = Mutex<CaptureError?>(nil)
        Parallel.forEach(strips.count) { index in
            let top = index * strips.stripHeight
            let strip = PixelSize(width: size.width, height: min(strips.stripHeight, size.height - top))
            do throws(CaptureError) {
                try compressors[index].compress(work.content.from(row: top), strip, quality: quality)
            } catch {
                failure.withLock { $0 = error }
            }
        }
        if let error = failure.withLock({ $0 }) { throw error }
    }

    /// The last pictures of several compressors, in order, valid only inside `body`.
    static func withBytes<Result>(
        of compressors: ArraySlice<JPEGStripCompressor>, after earlier: [UnsafeRawBufferPointer] = [],
        _ body: ([UnsafeRawBufferPointer]) throws(CaptureError) -> Result
    ) throws(CaptureError) -> Result {
        guard let first = compressors.first else { return try body(earlier) }
        return try first.withBytes { (bytes) throws(CaptureError) in
            try withBytes(of: compressors.dropFirst(), after: earlier + [bytes], body)
        }
    }
}
