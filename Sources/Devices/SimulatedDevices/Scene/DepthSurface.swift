import CoreVideo

/// The distance of what each pixel shows: floats, in meters.
struct DepthSurface: SceneSurface {
    let width: Int
    let height: Int
    private let base: UnsafeMutableRawPointer
    private let bytesPerRow: Int

    init(_ plane: CVPixelBuffer.Plane) {
        width = plane.width
        height = plane.height
        base = plane.base
        bytesPerRow = plane.bytesPerRow
    }

    func value(of ink: SceneInk) -> SceneValue { SceneValue(number: ink.distance) }

    func fillRun(_ y: Int, from: Int, to: Int, _ value: SceneValue) {
        PatternFill.fill(
            base + y * bytesPerRow + from * 4, count: (to - from) * 4, pattern: value.number.bitPattern, period: 4)
    }

    /// A pixel shows one thing or the other, so distances are not mixed.
    func mix(_ x: Int, _ y: Int, _ value: SceneValue, _ part: Double) {
        if part >= 0.5 { fillRun(y, from: x, to: x + 1, value) }
    }
}

/// How much of each pixel belongs to a person: bytes, 255 for all of it.
struct MatteSurface: SceneSurface {
    let width: Int
    let height: Int
    private let base: UnsafeMutableRawPointer
    private let bytesPerRow: Int

    init(_ plane: CVPixelBuffer.Plane) {
        width = plane.width
        height = plane.height
        base = plane.base
        bytesPerRow = plane.bytesPerRow
    }

    func value(of ink: SceneInk) -> SceneValue { SceneValue(first: ink.isPerson ? 255 : 0) }

    func fillRun(_ y: Int, from: Int, to: Int, _ value: SceneValue) {
        PatternFill.fill(base + y * bytesPerRow + from, count: to - from, pattern: UInt32(value.first), period: 1)
    }

    func mix(_ x: Int, _ y: Int, _ value: SceneValue, _ part: Double) {
        let pixel = base + y * bytesPerRow + x
        let old = Double(pixel.load(as: UInt8.self))
        pixel.storeBytes(of: UInt8(old + (Double(value.first) - old) * part), as: UInt8.self)
    }
}
