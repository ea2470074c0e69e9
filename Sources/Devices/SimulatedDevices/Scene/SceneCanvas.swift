import Glibc

/// Paints shapes straight into the planes of a bi-planar 4:2:0 picture.
///
/// Everything is made of horizontal runs that the C library fills, so it is quick without optimisation too. The planes
/// must stay valid and unshared while the canvas is in use.
struct SceneCanvas {
    let width: Int
    let height: Int
    let isFullRange: Bool
    private let luma: UnsafeMutableRawPointer
    private let lumaStride: Int
    private let chroma: UnsafeMutableRawPointer
    private let chromaStride: Int

    init(
        luma: UnsafeMutableRawPointer, lumaStride: Int, chroma: UnsafeMutableRawPointer, chromaStride: Int, width: Int,
        height: Int, isFullRange: Bool
    ) {
        self.luma = luma
        self.lumaStride = lumaStride
        self.chroma = chroma
        self.chromaStride = chromaStride
        self.width = width
        self.height = height
        self.isFullRange = isFullRange
    }

    func pixels(_ region: SceneRegion) -> PixelRectangle { region.pixels(inWidth: width, height: height) }

    func fill(_ region: SceneRegion, _ colour: SceneColour) { fill(pixels(region), colour) }

    func fill(_ rectangle: PixelRectangle, _ colour: SceneColour) {
        let value = colour.ycbcr(isFullRange: isFullRange)
        for y in max(rectangle.y, 0)..<min(max(rectangle.y + rectangle.height, 0), height) {
            fillRun(y, from: rectangle.x, to: rectangle.x + rectangle.width, value)
        }
    }

    /// Fills with a colour that changes from top to bottom.
    func fill(_ region: SceneRegion, from top: SceneColour, to bottom: SceneColour) {
        let area = pixels(region)
        for row in 0..<area.height {
            let colour = top.mixed(with: bottom, Double(row) / Double(max(area.height - 1, 1)))
            fillRun(area.y + row, from: area.x, to: area.x + area.width, colour.ycbcr(isFullRange: isFullRange))
        }
    }

    /// Fills the run between two positions of each row; the pixels at its ends are mixed by how much of them is
    /// covered, so that a slanted edge can be measured.
    ///
    /// - Parameter run: from the middle of a row in pixels to left and right end in pixels; `nil` leaves the row.
    func fillRows(
        from top: Double, to bottom: Double, _ colour: SceneColour, _ run: (Double) -> ClosedRange<Double>?
    ) {
        let value = colour.ycbcr(isFullRange: isFullRange)
        for y in max(Int(top), 0)..<min(max(Int(bottom.rounded(.up)), 0), height) {
            guard let ends = run(Double(y) + 0.5) else { continue }
            let left = min(max(ends.lowerBound, 0), Double(width))
            let right = min(max(ends.upperBound, 0), Double(width))
            if right <= left { continue }
            let first = Int(left.rounded(.up))
            let last = Int(right.rounded(.down))
            if first > last {
                mix(first - 1, y, value.y, right - left)
                continue
            }
            fillRun(y, from: first, to: last, value)
            if first > 0 { mix(first - 1, y, value.y, Double(first) - left) }
            if last < width { mix(last, y, value.y, right - Double(last)) }
        }
    }

    func fillEllipse(x: Double, y: Double, radiusX: Double, radiusY: Double, _ colour: SceneColour) {
        fillRows(from: y - radiusY, to: y + radiusY, colour) { row in
            let part = 1 - (row - y) * (row - y) / (radiusY * radiusY)
            if part <= 0 { return nil }
            let half = radiusX * part.squareRoot()
            return (x - half)...(x + half)
        }
    }

    /// Writes a line of text; letters are as high as the region and end where the frame ends.
    func write(_ text: String, in region: SceneRegion, _ colour: SceneColour) {
        let area = pixels(region)
        // As large as the region allows in both directions: frames have different shapes.
        let widest = area.width / max(text.count * SceneFont.advance, 1)
        let dot = max(min(area.height / SceneFont.rows, widest), 1)
        let value = colour.ycbcr(isFullRange: isFullRange)
        for (index, letter) in text.enumerated() {
            let x = area.x + index * SceneFont.advance * dot
            for (row, bits) in SceneFont.glyph(letter).enumerated() {
                for (from, to) in Self.runs(bits) {
                    for y in (area.y + row * dot)..<(area.y + (row + 1) * dot) {
                        fillRun(y, from: x + from * dot, to: x + to * dot, value)
                    }
                }
            }
        }
    }

    /// Fills the pixels `from ..< to` of a row, and the chroma samples under them on even rows.
    func fillRun(_ y: Int, from: Int, to: Int, _ value: YCbCr) {
        let left = max(from, 0)
        let right = min(to, width)
        guard left < right, y >= 0, y < height else { return }
        memset(luma + y * lumaStride + left, Int32(value.y), right - left)
        if y % 2 == 0 {
            fillChroma(chroma + y / 2 * chromaStride, from: (left + 1) / 2, to: (right + 1) / 2, value)
        }
    }

    private func fillChroma(_ row: UnsafeMutableRawPointer, from: Int, to: Int, _ value: YCbCr) {
        guard from < to else { return }
        let start = row + from * 2
        let length = (to - from) * 2
        if value.cb == value.cr {
            memset(start, Int32(value.cb), length)
            return
        }
        start.storeBytes(of: value.cb, as: UInt8.self)
        start.storeBytes(of: value.cr, toByteOffset: 1, as: UInt8.self)
        // The C library fills with single bytes only, so the pair is doubled until the run is full.
        var filled = 2
        while filled < length {
            let count = min(filled, length - filled)
            memcpy(start + filled, start, count)
            filled += count
        }
    }

    private func mix(_ x: Int, _ y: Int, _ value: UInt8, _ part: Double) {
        guard x >= 0, x < width, part > 0 else { return }
        let pixel = luma + y * lumaStride + x
        let old = Double(pixel.load(as: UInt8.self))
        pixel.storeBytes(of: UInt8(old + (Double(value) - old) * min(part, 1)), as: UInt8.self)
    }

    private static func runs(_ bits: UInt8) -> [(Int, Int)] {
        var runs: [(Int, Int)] = []
        var start: Int?
        for column in 0...SceneFont.columns {
            let isSet = column < SceneFont.columns && bits >> (SceneFont.columns - 1 - column) & 1 == 1
            if isSet, start == nil { start = column }
            if !isSet, let from = start {
                runs.append((from, column))
                start = nil
            }
        }
        return runs
    }
}
