import CoreVideo

/// A sensor's mosaic: rows of red and green, and of green and blue, 16 bits a pixel.
struct MosaicSurface: SceneSurface {
    let width: Int
    let height: Int
    private let base: UnsafeMutableRawPointer
    private let bytesPerRow: Int
    private let levels: SensorLevels

    init(_ plane: CVPixelBuffer.Plane, levels: SensorLevels) {
        width = plane.width
        height = plane.height
        base = plane.base
        bytesPerRow = plane.bytesPerRow
        self.levels = levels
    }

    /// The ink's color as light, with BT.709's primaries, as in the camera's neutral picture.
    func value(of ink: SceneInk) -> SceneValue {
        func level(_ code: Double, _ response: Double) -> UInt16 {
            levels.code(SceneTransfer.light(code / 255) * response)
        }
        return SceneValue(
            first: level(ink.color.red, levels.response.red), second: level(ink.color.green, levels.response.green),
            third: level(ink.color.blue, levels.response.blue))
    }

    func fillRun(_ y: Int, from: Int, to: Int, _ value: SceneValue) {
        let (even, odd) = samples(y, value)
        let (first, second) = from % 2 == 0 ? (even, odd) : (odd, even)
        PatternFill.fill(
            base + y * bytesPerRow + from * 2, count: (to - from) * 2, pattern: UInt32(first) | UInt32(second) << 16,
            period: 4)
    }

    func mix(_ x: Int, _ y: Int, _ value: SceneValue, _ part: Double) {
        let (even, odd) = samples(y, value)
        let pixel = base + y * bytesPerRow + x * 2
        let old = Double(pixel.load(as: UInt16.self))
        let new = Double(x % 2 == 0 ? even : odd)
        pixel.storeBytes(of: UInt16(old + (new - old) * part), as: UInt16.self)
    }

    /// What even and odd columns of a row hold.
    private func samples(_ y: Int, _ value: SceneValue) -> (UInt16, UInt16) {
        y % 2 == 0 ? (value.first, value.second) : (value.second, value.third)
    }
}
