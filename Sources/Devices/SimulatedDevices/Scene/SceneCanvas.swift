import Glibc

/// Paints the shapes of the scene as a camera sees them: through its lens, in its exposure, on its kind of memory.
///
/// Everything is made of horizontal runs that the C library fills, so it is fast even in a debug build. The surface
/// must stay valid and unshared while the canvas is in use.
struct SceneCanvas {
    let surface: any SceneSurface
    /// How large the camera shows the scene: 1 is all of it, 2 its middle half, 0.5 twice as much of the world.
    var scale = 1.0
    var tone = SceneTone.neutral
    /// The distance of what is painted, in meters.
    private(set) var distance: Float = 2
    private(set) var isPerson = false

    init(_ surface: any SceneSurface, scale: Double = 1, tone: SceneTone = .neutral) {
        self.surface = surface
        self.scale = scale
        self.tone = tone
    }

    var width: Int { surface.width }
    var height: Int { surface.height }

    /// The canvas for things at a distance.
    func at(_ meters: Float, isPerson: Bool = false) -> SceneCanvas {
        var canvas = self
        canvas.distance = meters
        canvas.isPerson = isPerson
        return canvas
    }

    /// The canvas for what the camera's electronics write over the picture: neither lens nor exposure affects it.
    var overlay: SceneCanvas { SceneCanvas(surface) }

    func pixels(_ region: SceneRegion) -> PixelRectangle {
        region.seen(at: scale).pixels(inWidth: width, height: height)
    }

    /// Where a point of the scene is, in pixels.
    func point(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        let region = SceneRegion(x: x, y: y, width: 0, height: 0).seen(at: scale)
        return (region.x * Double(width), region.y * Double(height))
    }

    func fill(_ region: SceneRegion, _ color: SceneColor) { fill(pixels(region), color) }

    func fill(_ rectangle: PixelRectangle, _ color: SceneColor) {
        let value = value(color)
        for y in rows(from: rectangle.y, to: rectangle.y + rectangle.height) {
            fillRun(y, from: rectangle.x, to: rectangle.x + rectangle.width, value)
        }
    }

    /// Fills with a color that changes from top to bottom.
    func fill(_ region: SceneRegion, from top: SceneColor, to bottom: SceneColor) {
        let area = pixels(region)
        for y in rows(from: area.y, to: area.y + area.height) {
            let color = top.mixed(with: bottom, Double(y - area.y) / Double(max(area.height - 1, 1)))
            fillRun(y, from: area.x, to: area.x + area.width, value(color))
        }
    }

    /// Fills the run between two positions of each row; the pixels at its ends are mixed by how much of them is
    /// covered, so that a slanted edge can be measured.
    ///
    /// - Parameter run: from the middle of a row in pixels to left and right end in pixels; `nil` leaves the row.
    func fillRows(
        from top: Double, to bottom: Double, _ color: SceneColor, _ run: (Double) -> ClosedRange<Double>?
    ) {
        let value = value(color)
        for y in rows(from: Int(top), to: Int(bottom.rounded(.up))) {
            guard let ends = run(Double(y) + 0.5) else { continue }
            let left = min(max(ends.lowerBound, 0), Double(width))
            let right = min(max(ends.upperBound, 0), Double(width))
            if right <= left { continue }
            let first = Int(left.rounded(.up))
            let last = Int(right.rounded(.down))
            if first > last {
                mix(first - 1, y, value, right - left)
                continue
            }
            fillRun(y, from: first, to: last, value)
            if first > 0 { mix(first - 1, y, value, Double(first) - left) }
            if last < width { mix(last, y, value, right - Double(last)) }
        }
    }

    func fillEllipse(x: Double, y: Double, radiusX: Double, radiusY: Double, _ color: SceneColor) {
        fillRows(from: y - radiusY, to: y + radiusY, color) { row in
            let part = 1 - (row - y) * (row - y) / (radiusY * radiusY)
            if part <= 0 { return nil }
            let half = radiusX * part.squareRoot()
            return (x - half)...(x + half)
        }
    }

    /// Writes a line of text; letters are as high as the region, and are cut off at the edge of the frame.
    func write(_ text: String, in region: SceneRegion, _ color: SceneColor) {
        let area = pixels(region)
        // As large as the region allows in both directions: frames have different shapes.
        let widest = area.width / max(text.count * SceneFont.advance, 1)
        let dot = max(min(area.height / SceneFont.rows, widest), 1)
        let value = value(color)
        for (index, letter) in text.enumerated() {
            let x = area.x + index * SceneFont.advance * dot
            for (row, bits) in SceneFont.glyph(letter).enumerated() {
                for (from, to) in Self.runs(bits) {
                    for y in rows(from: area.y + row * dot, to: area.y + (row + 1) * dot) {
                        fillRun(y, from: x + from * dot, to: x + to * dot, value)
                    }
                }
            }
        }
    }

    private func value(_ color: SceneColor) -> SceneValue {
        surface.value(
            of: SceneInk(color: tone.applied(to: color, at: distance), distance: distance, isPerson: isPerson))
    }

    /// The rows of these that are in the frame.
    private func rows(from top: Int, to bottom: Int) -> Range<Int> {
        let first = min(max(top, 0), height)
        return first..<max(min(bottom, height), first)
    }

    private func fillRun(_ y: Int, from: Int, to: Int, _ value: SceneValue) {
        let left = max(from, 0)
        let right = min(to, width)
        if left < right { surface.fillRun(y, from: left, to: right, value) }
    }

    private func mix(_ x: Int, _ y: Int, _ value: SceneValue, _ part: Double) {
        guard (0..<width).contains(x), part > 0 else { return }
        surface.mix(x, y, value, min(part, 1))
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
