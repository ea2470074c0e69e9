internal import CFilters
import CoreVideo
import Foundation

/// The samples of a pixel buffer, as codes; ``operations`` make light of them.
struct BufferRecipe: Recipe {
    let buffer: CVPixelBuffer
    let operations: [PointOperation]
    private let samples: any Rows

    /// - Parameter colorSpace: what the samples mean; `nil` for what the buffer's attachments say.
    /// - Returns: `nil` for a pixel format that cannot be read here.
    init?(_ buffer: CVPixelBuffer, colorSpace: CGColorSpace?) {
        self.buffer = buffer
        guard let reader = SampleReader(CVPixelBufferGetPixelFormatType(buffer), buffer) else { return nil }
        samples = BufferRows(buffer: buffer, reader: reader)
        let encoding = colorSpace.map(ColorEncoding.init) ?? ColorEncoding(buffer, isLinear: reader.isLinear)
        operations = encoding.toLight
    }

    var extent: CGRect {
        CGRect(x: 0, y: 0, width: CVPixelBufferGetWidth(buffer), height: CVPixelBufferGetHeight(buffer))
    }

    func rows(in region: PixelRect, _ rendering: Rendering) -> any Rows { samples }

    /// The picture in light.
    var light: any Recipe { operations.isEmpty ? self : PointRecipe(self, operations) }
}

private struct BufferRows: Rows {
    let buffer: CVPixelBuffer
    let reader: SampleReader

    func read(_ x: Int, _ y: Int, _ count: Int, into run: Run, _ scratch: Scratch) {
        let whole = PixelRect(x: 0, y: 0, width: buffer.width, height: buffer.height)
        read(x, y, count, into: run, within: whole) { x, count, run in
            buffer.withPlanes { reader.read($0, x, buffer.height - 1 - y, count, into: run) }
        }
    }
}

/// How the samples of a pixel format lie in memory.
private enum SampleReader: Sendable {
    case yCbCr(YCbCrReader)
    case bytes(filters_bytes)
    case halves
    case floats
    case oneFloat

    init?(_ format: OSType, _ buffer: CVPixelBuffer) {
        switch format {
        case kCVPixelFormatType_32BGRA: self = .bytes(.init(size: 4, red: 2, green: 1, blue: 0, alpha: 3))
        case kCVPixelFormatType_32RGBA: self = .bytes(.init(size: 4, red: 0, green: 1, blue: 2, alpha: 3))
        case kCVPixelFormatType_32ARGB: self = .bytes(.init(size: 4, red: 1, green: 2, blue: 3, alpha: 0))
        case kCVPixelFormatType_32ABGR: self = .bytes(.init(size: 4, red: 3, green: 2, blue: 1, alpha: 0))
        case kCVPixelFormatType_24RGB: self = .bytes(.init(size: 3, red: 0, green: 1, blue: 2, alpha: -1))
        case kCVPixelFormatType_24BGR: self = .bytes(.init(size: 3, red: 2, green: 1, blue: 0, alpha: -1))
        case kCVPixelFormatType_OneComponent8: self = .bytes(.init(size: 1, red: 0, green: 0, blue: 0, alpha: -1))
        case kCVPixelFormatType_64RGBAHalf: self = .halves
        case kCVPixelFormatType_128RGBAFloat: self = .floats
        case kCVPixelFormatType_OneComponent32Float, kCVPixelFormatType_DisparityFloat32,
            kCVPixelFormatType_DepthFloat32:
            self = .oneFloat
        default:
            guard let reader = YCbCrReader(format, buffer) else { return nil }
            self = .yCbCr(reader)
        }
    }

    /// Whether the samples are proportional to light.
    var isLinear: Bool {
        switch self {
        case .halves, .floats, .oneFloat: true
        case .yCbCr, .bytes: false
        }
    }

    func read(_ planes: [CVPixelBuffer.Plane], _ x: Int, _ row: Int, _ count: Int, into run: Run) {
        let line = UnsafeRawPointer(planes[0].base) + row * planes[0].bytesPerRow
        let (base, plane, length) = (run.base, run.plane, Int32(count))
        switch self {
        case .yCbCr(let reader): reader.read(planes, x, row, count, into: run)
        case .bytes(var layout):
            let start = line.assumingMemoryBound(to: UInt8.self) + x * Int(layout.size)
            filters_load_bytes(start, &layout, length, base, plane)
        case .halves: filters_load_halves(line.assumingMemoryBound(to: UInt16.self) + 4 * x, length, base, plane)
        case .floats: filters_load_floats(line.assumingMemoryBound(to: Float.self) + 4 * x, length, base, plane)
        case .oneFloat:
            let start = line.assumingMemoryBound(to: Float.self) + x
            for index in 0..<3 { run.component(index).update(from: start, count: count) }
            filters_fill(run.component(3), 1, length)
        }
    }
}

/// Reads a format with luma and chroma.
private struct YCbCrReader: Sendable {
    private let isWide: Bool
    private let chromaShift: Int
    private let lineShift: Int
    private let lumaStep: Int
    private let chromaStep: Int
    /// Where the first samples are: plane, and samples from the row's start.
    private let luma: (plane: Int, offset: Int)
    private let cb: (plane: Int, offset: Int)
    private let cr: (plane: Int, offset: Int)
    private let colors: filters_ycbcr

    init?(_ format: OSType, _ buffer: CVPixelBuffer) {
        let layout: (bits: Int, isFull: Bool, chromaShift: Int, lineShift: Int)
        switch format {
        case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8Planar:
            layout = (8, false, 1, 1)
        case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_420YpCbCr8PlanarFullRange:
            layout = (8, true, 1, 1)
        case kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr8,
            kCVPixelFormatType_422YpCbCr8_yuvs:
            layout = (8, false, 1, 0)
        case kCVPixelFormatType_422YpCbCr8BiPlanarFullRange, kCVPixelFormatType_422YpCbCr8FullRange:
            layout = (8, true, 1, 0)
        case kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange: layout = (8, false, 0, 0)
        case kCVPixelFormatType_444YpCbCr8BiPlanarFullRange: layout = (8, true, 0, 0)
        case kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: layout = (10, false, 1, 1)
        case kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: layout = (10, true, 1, 1)
        case kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange: layout = (10, false, 1, 0)
        case kCVPixelFormatType_422YpCbCr10BiPlanarFullRange: layout = (10, true, 1, 0)
        case kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange: layout = (10, false, 0, 0)
        case kCVPixelFormatType_444YpCbCr10BiPlanarFullRange: layout = (10, true, 0, 0)
        default: return nil
        }
        isWide = layout.bits > 8
        (chromaShift, lineShift) = (layout.chromaShift, layout.lineShift)
        switch format {
        case kCVPixelFormatType_422YpCbCr8:
            (lumaStep, chromaStep, luma, cb, cr) = (2, 4, (0, 1), (0, 0), (0, 2))
        case kCVPixelFormatType_422YpCbCr8_yuvs, kCVPixelFormatType_422YpCbCr8FullRange:
            (lumaStep, chromaStep, luma, cb, cr) = (2, 4, (0, 0), (0, 1), (0, 3))
        case kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_420YpCbCr8PlanarFullRange:
            (lumaStep, chromaStep, luma, cb, cr) = (1, 1, (0, 0), (1, 0), (2, 0))
        default: (lumaStep, chromaStep, luma, cb, cr) = (1, 2, (0, 0), (1, 0), (1, 1))
        }
        colors = YCbCrFactors(buffer, isFull: layout.isFull, bits: layout.bits).toCodes
    }

    func read(_ planes: [CVPixelBuffer.Plane], _ x: Int, _ row: Int, _ count: Int, into run: Run) {
        var colors = colors
        func line(_ place: (plane: Int, offset: Int), _ row: Int) -> UnsafeRawPointer {
            UnsafeRawPointer(planes[place.plane].base) + row * planes[place.plane].bytesPerRow
        }
        let (y, u, v) = (line(luma, row), line(cb, row >> lineShift), line(cr, row >> lineShift))
        let (length, start) = (Int32(count), Int32(x))
        if isWide {
            filters_load_ycbcr_16(
                y.assumingMemoryBound(to: UInt16.self) + luma.offset,
                u.assumingMemoryBound(to: UInt16.self) + cb.offset,
                v.assumingMemoryBound(to: UInt16.self) + cr.offset, Int32(lumaStep), Int32(chromaStep),
                Int32(chromaShift), start, length, &colors, run.base, run.plane)
        } else {
            filters_load_ycbcr_8(
                y.assumingMemoryBound(to: UInt8.self) + luma.offset, u.assumingMemoryBound(to: UInt8.self) + cb.offset,
                v.assumingMemoryBound(to: UInt8.self) + cr.offset, Int32(lumaStep), Int32(chromaStep),
                Int32(chromaShift), start, length, &colors, run.base, run.plane)
        }
    }
}
