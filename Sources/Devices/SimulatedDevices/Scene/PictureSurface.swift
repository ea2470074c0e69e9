import CoreVideo

/// A bi-planar 4:2:0 picture of 8 bits, or of 10 in the high bits of 16.
struct PictureSurface: SceneSurface {
    let width: Int
    let height: Int
    private let encoding: PictureEncoding
    private let luma: UnsafeMutableRawPointer
    private let lumaStride: Int
    private let chroma: UnsafeMutableRawPointer
    private let chromaStride: Int
    /// 1 or 2.
    private let sampleBytes: Int

    /// - Parameter planes: luma and chroma.
    init(_ planes: [CVPixelBuffer.Plane], encoding: PictureEncoding) {
        self.encoding = encoding
        width = planes[0].width
        height = planes[0].height
        luma = planes[0].base
        lumaStride = planes[0].bytesPerRow
        chroma = planes[1].base
        chromaStride = planes[1].bytesPerRow
        sampleBytes = encoding.bits > 8 ? 2 : 1
    }

    func value(of ink: SceneInk) -> SceneValue {
        let code = encoding.code(ink.color)
        return SceneValue(first: code.y, second: code.cb, third: code.cr)
    }

    /// Also the chroma samples under the run, on even rows.
    func fillRun(_ y: Int, from: Int, to: Int, _ value: SceneValue) {
        PatternFill.fill(
            luma + y * lumaStride + from * sampleBytes, count: (to - from) * sampleBytes, pattern: UInt32(value.first),
            period: sampleBytes)
        guard y % 2 == 0 else { return }
        let left = (from + 1) / 2
        let right = (to + 1) / 2
        guard left < right else { return }
        PatternFill.fill(
            chroma + y / 2 * chromaStride + left * 2 * sampleBytes, count: (right - left) * 2 * sampleBytes,
            pattern: UInt32(value.second) | UInt32(value.third) << UInt32(8 * sampleBytes), period: 2 * sampleBytes)
    }

    func mix(_ x: Int, _ y: Int, _ value: SceneValue, _ part: Double) {
        let pixel = luma + y * lumaStride + x * sampleBytes
        if sampleBytes == 1 {
            let old = Double(pixel.load(as: UInt8.self))
            pixel.storeBytes(of: UInt8(old + (Double(value.first) - old) * part), as: UInt8.self)
        } else {
            let old = Double(pixel.load(as: UInt16.self))
            pixel.storeBytes(of: UInt16(old + (Double(value.first) - old) * part) & 0xFFC0, as: UInt16.self)
        }
    }
}
