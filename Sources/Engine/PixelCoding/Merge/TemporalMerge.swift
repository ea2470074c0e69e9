import CaptureEngine
import CoreVideo
import Locking

/// Merges several frames, taken in quick succession, into one picture: it shows one of them, with less noise.
///
/// | step | how |
/// | --- | --- |
/// | alignment | each frame against the reference, to a quarter of a pixel, which corrects the shake of a hand |
/// | noise | measured for each brightness, from the differences between the frames and from the reference alone |
/// | weights | for each block of 8 by 8 pixels of each frame, by how far it differs from the reference beyond noise |
/// | sum | the reference and the weighted differences, without those of single pixels that noise cannot explain |
///
/// Where something moves only the reference counts, so nothing appears twice. Frames with a different brightness do no
/// harm, but do not help either.
///
/// Any thread; uses all processors. Besides the result, a 12-megapixel merge needs 2.5 MB for each frame.
package enum TemporalMerge {
    /// Formats that can be merged: bi-planar 4:2:0 in 8 and 10 bits.
    package static let pixelFormats: [OSType] = [
        kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
        kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
    ]

    /// Whether two frames have the same size and one of ``pixelFormats``.
    package static func canMerge(_ frame: CVPixelBuffer, with other: CVPixelBuffer) -> Bool {
        let format = CVPixelBufferGetPixelFormatType(frame)
        return pixelFormats.contains(format) && format == CVPixelBufferGetPixelFormatType(other)
            && frame.pixelSize == other.pixelSize
    }

    /// - Parameters:
    ///   - frames: of one size and one of ``pixelFormats``. They are only read. More than eight gain little.
    ///   - reference: the index of the frame that the result shows and whose attachments it gets.
    /// - Returns: a new buffer, or the reference frame itself if there is nothing to merge: it is the only frame, or
    ///   smaller than a few blocks.
    /// - Throws: ``CaptureError`` `formatUnsupported` for unsupported or differing pixel formats or sizes,
    ///   `deviceFailed` without memory.
    package static func merge(_ frames: [CVPixelBuffer], reference: Int) throws(CaptureError) -> CVPixelBuffer {
        guard frames.indices.contains(reference) else {
            throw CaptureError(.formatUnsupported, "There is no frame \(reference) of \(frames.count) to merge into")
        }
        let base = try MergePicture(frames[reference])
        var others: [MergePicture] = []
        for (index, frame) in frames.enumerated() where index != reference {
            let picture = try MergePicture(frame)
            guard picture.hasLayout(of: base) else {
                throw CaptureError(.formatUnsupported, "Frames of different sizes or formats cannot be merged")
            }
            others.append(picture)
        }
        guard !others.isEmpty, base.blockColumns > 0, base.blockRows > 0 else { return frames[reference] }
        let result = try MergeBuffers.make(like: frames[reference])
        try merge(others, into: base, to: MergePicture(result))
        CVBufferPropagateAttachments(frames[reference], result)
        return result
    }

    private static func merge(_ others: [MergePicture], into reference: MergePicture, to result: MergePicture) {
        let aligner = FrameAligner(reference)
        let brightness = BlockBrightness(reference)
        let comparisons = Parallel.map(others) { other in
            BlockComparison(of: AlignedPicture(other, shift: aligner.shift(of: other)), with: reference)
        }
        let noise = NoiseCurve(comparisons, brightness, reference)
        Parallel.forEach(comparisons.count) { comparisons[$0].weigh(brightness, noise) }
        BlockComparison.normalize(comparisons)
        let sum = MergeSum(
            reference: reference, comparisons: comparisons, brightness: brightness, noise: noise, result: result)
        let bandCount = min(16, reference.blockRows)
        Parallel.forEach(bandCount) { band in
            let rows = reference.blockRows
            sum.make(blockRows: rows * band / bandCount..<rows * (band + 1) / bandCount)
        }
    }
}

/// Memory for results: slots whose pages are mapped, as long as few are in use.
private enum MergeBuffers {
    private struct Kept {
        var width: Int
        var height: Int
        var pixelFormat: OSType
        var pool: CVPixelBufferPool
    }

    /// One for a photo being encoded, one for a photo being merged.
    private static let keptCount = 2
    private static let kept = Mutex<Kept?>(nil)

    static func make(like frame: CVPixelBuffer) throws(CaptureError) -> CVPixelBuffer {
        let (width, height) = (CVPixelBufferGetWidth(frame), CVPixelBufferGetHeight(frame))
        let format = CVPixelBufferGetPixelFormatType(frame)
        do {
            let pool = try kept.withLock { kept throws(CVError) in
                if let same = kept, same.width == width, same.height == height, same.pixelFormat == format {
                    return same.pool
                }
                let pool = try CVPixelBufferPool.make(
                    width: width, height: height, pixelFormat: format, capacity: keptCount, initialCount: 0)
                kept = Kept(width: width, height: height, pixelFormat: format, pool: pool)
                return pool
            }
            if let buffer = pool.makeBuffer() { return buffer }
        } catch {
            throw CaptureError(.deviceFailed, "There is no memory for a merged frame", cause: error)
        }
        var made: CVPixelBuffer?
        CVPixelBufferCreate(kCFAllocatorDefault, width, height, format, nil, &made)
        guard let made else { throw CaptureError(.deviceFailed, "There is no memory for a merged frame") }
        return made
    }
}
