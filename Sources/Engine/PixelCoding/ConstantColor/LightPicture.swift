import CaptureEngine
import CoreVideo

/// A frame, read and written as light, in squares of two by two pixels that share their chroma.
struct LightPicture: Sendable {
    /// The luma of four pixels, as 10-bit codes, and what their chroma adds.
    struct Square {
        var grays: (Float, Float, Float, Float)
        var offsets: LightColor
    }

    let planes: MergePicture
    let curve: LightCurve
    private let coding: ColorCoding

    var columns: Int { planes.chroma.width }
    var rows: Int { planes.chroma.height }

    /// - Throws: ``CaptureError`` `formatUnsupported`.
    init(_ buffer: CVPixelBuffer) throws(CaptureError) {
        planes = try MergePicture(buffer)
        guard let curve = LightCurve.of(buffer) else {
            throw CaptureError(.formatUnsupported, "The light of a picture that was graded for a screen is not known")
        }
        self.curve = curve
        coding = ColorCoding(ColorDescription(buffer), planes.luma.kind)
    }

    /// The same for memory with the same layout.
    init(like other: LightPicture, _ buffer: CVPixelBuffer) throws(CaptureError) {
        planes = try MergePicture(buffer)
        curve = other.curve
        coding = other.coding
    }

    @inline(__always)
    func square(_ x: Int, _ y: Int) -> Square {
        let (left, right) = (2 * x, min(2 * x + 1, planes.luma.width - 1))
        let (top, bottom) = (planes.luma.row(2 * y), planes.luma.row(min(2 * y + 1, planes.luma.height - 1)))
        let chroma = planes.chroma.row(y)
        return Square(
            grays: (
                coding.gray(luma: sample(top, left)), coding.gray(luma: sample(top, right)),
                coding.gray(luma: sample(bottom, left)), coding.gray(luma: sample(bottom, right))
            ),
            offsets: coding.offsets(cb: sample(chroma, 2 * x), cr: sample(chroma, 2 * x + 1)))
    }

    @inline(__always)
    func lights(_ square: Square) -> (LightColor, LightColor, LightColor, LightColor) {
        let (grays, offsets) = (square.grays, square.offsets)
        return (
            curve.light(offsets + grays.0), curve.light(offsets + grays.1), curve.light(offsets + grays.2),
            curve.light(offsets + grays.3)
        )
    }

    /// The light of all four pixels together, and the largest code in them.
    @inline(__always)
    func mean(_ square: Square) -> (light: LightColor, peak: Float) {
        let (grays, offsets) = (square.grays, square.offsets)
        return (
            curve.light(offsets + (grays.0 + grays.1 + grays.2 + grays.3) / 4),
            max(grays.0, grays.1, grays.2, grays.3) + offsets.largest
        )
    }

    /// - Parameter codes: red, green and blue of each of the four pixels.
    @inline(__always)
    func write(_ codes: (LightColor, LightColor, LightColor, LightColor), _ x: Int, _ y: Int) {
        let top = planes.luma.row(2 * y)
        store(coding.luma(codes.0), top, 2 * x)
        let isWide = 2 * x + 1 < planes.luma.width
        if isWide { store(coding.luma(codes.1), top, 2 * x + 1) }
        if 2 * y + 1 < planes.luma.height {
            let bottom = planes.luma.row(2 * y + 1)
            store(coding.luma(codes.2), bottom, 2 * x)
            if isWide { store(coding.luma(codes.3), bottom, 2 * x + 1) }
        }
        let (cb, cr) = coding.chroma((codes.0 + codes.1 + codes.2 + codes.3) * 0.25)
        let chroma = planes.chroma.row(y)
        store(cb, chroma, 2 * x)
        store(cr, chroma, 2 * x + 1)
    }

    @inline(__always)
    private func sample(_ row: UnsafeMutablePointer<UInt8>, _ place: Int) -> Float {
        if planes.luma.kind == .eight { return Float(Int32(row[place]) << 2) }
        let wide = UnsafeRawPointer(row).load(fromByteOffset: 2 * place, as: UInt16.self)
        return Float(Int32(wide >> 6))
    }

    @inline(__always)
    private func store(_ value: Float, _ row: UnsafeMutablePointer<UInt8>, _ place: Int) {
        if planes.luma.kind == .eight {
            row[place] = UInt8(min(max(value / 4 + 0.5, 0), 255))
        } else {
            let wide = UInt16(min(max(value + 0.5, 0), 1023)) << 6
            UnsafeMutableRawPointer(row).storeBytes(of: wide, toByteOffset: 2 * place, as: UInt16.self)
        }
    }
}
