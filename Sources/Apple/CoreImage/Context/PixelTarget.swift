internal import CFilters
import CoreVideo
import Foundation

/// How finished pixels are stored in rows of memory.
enum PixelTarget: Sendable {
    case rgba8, bgra8, argb8, abgr8, rgb8, bgr8, gray8, red8, words, halves, floats

    init?(_ format: OSType) {
        switch format {
        case kCVPixelFormatType_32BGRA: self = .bgra8
        case kCVPixelFormatType_32RGBA: self = .rgba8
        case kCVPixelFormatType_32ARGB: self = .argb8
        case kCVPixelFormatType_32ABGR: self = .abgr8
        case kCVPixelFormatType_24RGB: self = .rgb8
        case kCVPixelFormatType_24BGR: self = .bgr8
        case kCVPixelFormatType_OneComponent8: self = .gray8
        case kCVPixelFormatType_64RGBALE: self = .words
        case kCVPixelFormatType_64RGBAHalf: self = .halves
        case kCVPixelFormatType_128RGBAFloat: self = .floats
        default: return nil
        }
    }

    private var bytes: filters_bytes? {
        switch self {
        case .rgba8: filters_bytes(size: 4, red: 0, green: 1, blue: 2, alpha: 3)
        case .bgra8: filters_bytes(size: 4, red: 2, green: 1, blue: 0, alpha: 3)
        case .argb8: filters_bytes(size: 4, red: 1, green: 2, blue: 3, alpha: 0)
        case .abgr8: filters_bytes(size: 4, red: 3, green: 2, blue: 1, alpha: 0)
        case .rgb8: filters_bytes(size: 3, red: 0, green: 1, blue: 2, alpha: -1)
        case .bgr8: filters_bytes(size: 3, red: 2, green: 1, blue: 0, alpha: -1)
        case .gray8, .red8: filters_bytes(size: 1, red: 0, green: 0, blue: 0, alpha: -1)
        case .words, .halves, .floats: nil
        }
    }

    var bytesPerPixel: Int {
        switch self {
        case .words, .halves: 8
        case .floats: 16
        default: Int(bytes?.size ?? 4)
        }
    }

    /// The last operations before pixels are stored.
    var operations: [PointOperation] {
        guard case .gray8 = self else { return [] }
        let gray = ColorMatrix.luminance + [0]
        return [.matrix(ColorMatrix(gray + gray + gray))]
    }

    func store(_ run: Run, _ count: Int, at target: UnsafeMutableRawPointer) {
        let (base, plane, length) = (run.base, run.plane, Int32(count))
        switch self {
        case .words: filters_store_words(base, plane, length, target.assumingMemoryBound(to: UInt16.self))
        case .halves: filters_store_halves(base, plane, length, target.assumingMemoryBound(to: UInt16.self))
        case .floats: filters_store_floats(base, plane, length, target.assumingMemoryBound(to: Float.self))
        default:
            guard var bytes else { return }
            filters_store_bytes(base, plane, length, &bytes, target.assumingMemoryBound(to: UInt8.self))
        }
    }

    /// Computes a region and stores it, its upper row first.
    func render(
        _ recipe: any Recipe, _ region: PixelRect, to memory: UnsafeMutableRawPointer, bytesPerRow: Int,
        _ rendering: Rendering
    ) {
        let rows = PointRecipe(recipe, operations).rows(in: region, rendering)
        nonisolated(unsafe) let memory = memory  // each tile has its own part of it
        Tiles.forEach(in: region) { tile, scratch in
            scratch.withRun { run in
                for y in tile.y..<tile.maxY {
                    rows.read(tile.x, y, tile.width, into: run, scratch)
                    let line = memory + (region.maxY - 1 - y) * bytesPerRow
                    store(run, tile.width, at: line + (tile.x - region.x) * bytesPerPixel)
                }
            }
        }
    }
}

/// How finished pixels are stored as luma and chroma, 4:2:0, in two planes.
struct YCbCrTarget {
    private let isWide: Bool
    private let factors: filters_to_ycbcr

    init?(_ buffer: CVPixelBuffer) {
        let layout: (isFull: Bool, bits: Int)
        switch CVPixelBufferGetPixelFormatType(buffer) {
        case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: layout = (false, 8)
        case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: layout = (true, 8)
        case kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: layout = (false, 10)
        case kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: layout = (true, 10)
        default: return nil
        }
        isWide = layout.bits > 8
        factors = YCbCrFactors(buffer, isFull: layout.isFull, bits: layout.bits).toSamples
    }

    /// - Parameter firstRow: where the region's top comes to: an even row.
    func render(
        _ recipe: any Recipe, _ region: PixelRect, to planes: [CVPixelBuffer.Plane], firstRow: Int,
        _ rendering: Rendering
    ) {
        let rows = recipe.rows(in: region, rendering)
        nonisolated(unsafe) let planes = planes  // each tile has its own part of it
        Tiles.forEach(in: region) { tile, scratch in
            scratch.withRun { upper in
                scratch.withRun { lower in
                    for top in stride(from: tile.maxY - 1, through: tile.y, by: -2) {
                        rows.read(tile.x, top, tile.width, into: upper, scratch)
                        let hasLower = top > tile.y
                        if hasLower { rows.read(tile.x, top - 1, tile.width, into: lower, scratch) }
                        let (x, row) = (tile.x - region.x, firstRow + region.maxY - 1 - top)
                        storeLuma(upper, tile.width, planes[0], x, row)
                        if hasLower { storeLuma(lower, tile.width, planes[0], x, row + 1) }
                        storeChroma(upper, hasLower ? lower : upper, tile.width, planes[1], x, row / 2)
                    }
                }
            }
        }
    }

    private func storeLuma(_ run: Run, _ count: Int, _ plane: CVPixelBuffer.Plane, _ x: Int, _ row: Int) {
        var factors = factors
        let line = plane.base + row * plane.bytesPerRow
        if isWide {
            filters_store_luma_16(
                run.base, run.plane, Int32(count), &factors, line.assumingMemoryBound(to: UInt16.self) + x)
        } else {
            filters_store_luma_8(
                run.base, run.plane, Int32(count), &factors, line.assumingMemoryBound(to: UInt8.self) + x)
        }
    }

    private func storeChroma(
        _ upper: Run, _ lower: Run, _ count: Int, _ plane: CVPixelBuffer.Plane, _ x: Int, _ row: Int
    ) {
        var factors = factors
        let line = plane.base + row * plane.bytesPerRow
        if isWide {
            filters_store_chroma_16(
                upper.base, lower.base, upper.plane, Int32(count), &factors,
                line.assumingMemoryBound(to: UInt16.self) + x)
        } else {
            filters_store_chroma_8(
                upper.base, lower.base, upper.plane, Int32(count), &factors,
                line.assumingMemoryBound(to: UInt8.self) + x)
        }
    }
}
