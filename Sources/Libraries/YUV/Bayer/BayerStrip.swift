internal import CYUV

/// A few rows of a mosaic with the memory to develop them, reused from strip to strip.
///
/// A row's even and odd columns are kept apart. The four direct neighbors of a sample are then in the plane of the
/// other column parity (left, right) and in the rows above and below. So every interpolated value is a mean of these
/// planes at shifted positions, which libyuv computes 32 bytes at a time.
struct BayerStrip {
    /// How many rows are developed at a time; even, so that each strip begins with the pattern's first row.
    static let rows = 8

    private let source: Plane
    private let pattern: BayerPattern
    private let bitsPerSample: Int
    private let size: PixelSize
    /// Samples of one column parity in a row.
    private let half: Int
    private let memory: UnsafeMutableRawPointer
    /// One row of the mosaic as bytes.
    private let narrowed: MutablePlane
    /// The samples; the means of left and right, of above and below, of the four direct neighbors, of the four
    /// diagonal ones.
    private let own: [MutablePlane]
    private let sides: [MutablePlane]
    private let vertical: [MutablePlane]
    private let cross: [MutablePlane]
    private let diagonal: [MutablePlane]
    /// Whole rows of red, green and blue.
    private let colors: [MutablePlane]

    init(_ source: Plane, pattern: BayerPattern, bitsPerSample: Int, size: PixelSize) {
        self.source = source
        self.pattern = pattern
        self.bitsPerSample = bitsPerSample
        self.size = size
        half = size.width / 2
        // One extra row at either end, one extra column at either side.
        let bytesPerRow = (half + 2 + 31) / 32 * 32
        let planeBytes = bytesPerRow * (Self.rows + 2)
        let colorBytes = size.width * Self.rows
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: 10 * planeBytes + 3 * colorBytes + size.width, alignment: 64)
        self.memory = memory
        func pair(_ index: Int) -> [MutablePlane] {
            // Starting after the extra row and column.
            [2 * index, 2 * index + 1].map {
                MutablePlane(memory + $0 * planeBytes, bytesPerRow: bytesPerRow).advanced(rows: 1, bytes: 1)
            }
        }
        own = pair(0)
        sides = pair(1)
        vertical = pair(2)
        cross = pair(3)
        diagonal = pair(4)
        colors = (0..<3).map { MutablePlane(memory + 10 * planeBytes + $0 * colorBytes, bytesPerRow: size.width) }
        narrowed = MutablePlane(memory + 10 * planeBytes + 3 * colorBytes, bytesPerRow: size.width)
    }

    func free() { memory.deallocate() }

    /// Develops up to ``rows`` rows to BGRA, starting at `top`.
    func develop(top: Int, to target: MutablePlane) {
        let count = min(Self.rows, size.height - top)
        for row in -1...count { load(row, of: mirrored(top + row)) }
        interpolate(count)
        for row in 0..<2 { merge(rowParity: row, count: count / 2, to: target) }
    }

    /// The row that replaces one outside the picture: the nearest one with the same colors.
    private func mirrored(_ row: Int) -> Int {
        row < 0 ? 1 : row < size.height ? row : size.height - 2
    }

    /// Splits a row of the mosaic into even and odd columns, with a mirrored sample at either end.
    private func load(_ row: Int, of sourceRow: Int) {
        let line = PixelSize(width: size.width, height: 1)
        var samples = source.advanced(rows: sourceRow)
        if bitsPerSample > 8 {
            PlaneOperations.narrow(samples, depth: bitsPerSample, to: narrowed, size: line)
            samples = narrowed.readOnly
        }
        let (even, odd) = (own[0].advanced(rows: row), own[1].advanced(rows: row))
        PlaneOperations.split(samples, to: even, odd, size: PixelSize(width: half, height: 1))
        odd.bytes[-1] = odd.bytes[0]
        even.bytes[half] = even.bytes[half - 1]
    }

    private func interpolate(_ count: Int) {
        let inner = PixelSize(width: half, height: count)
        let outer = PixelSize(width: half, height: count + 2)
        for parity in 0..<2 {
            // The odd column left of an even one belongs to the previous pair; the even column right of an odd one to
            // the next pair.
            let other = own[1 - parity].advanced(rows: -1).readOnly
            let neighbor = other.advanced(rows: 0, bytes: parity == 0 ? -1 : 1)
            let (own, sides, vertical) = (own[parity], sides[parity], vertical[parity])
            PlaneOperations.average(other, neighbor, to: sides.advanced(rows: -1), size: outer)
            PlaneOperations.average(
                own.advanced(rows: -1).readOnly, own.advanced(rows: 1).readOnly, to: vertical, size: inner)
            PlaneOperations.average(sides.readOnly, vertical.readOnly, to: cross[parity], size: inner)
            PlaneOperations.average(
                sides.advanced(rows: -1).readOnly, sides.advanced(rows: 1).readOnly, to: diagonal[parity],
                size: inner)
        }
    }

    /// Interleaves the rows of one parity.
    private func merge(rowParity: Int, count: Int, to target: MutablePlane) {
        let isRedRow = rowParity == pattern.rowOfRed
        // The column parity of this row's color that is not green.
        let colorColumn = isRedRow ? pattern.columnOfRed : 1 - pattern.columnOfRed
        func plane(atColor: [MutablePlane], atGreen: [MutablePlane], to color: MutablePlane) {
            let columns = (0..<2).map { everySecondRow($0 == colorColumn ? atColor[$0] : atGreen[$0], rowParity) }
            PlaneOperations.merge(
                columns[0].readOnly, columns[1].readOnly, to: everySecondRow(color, rowParity),
                size: PixelSize(width: half, height: count))
        }
        let (red, green, blue) = (colors[0], colors[1], colors[2])
        plane(atColor: own, atGreen: sides, to: isRedRow ? red : blue)
        plane(atColor: cross, atGreen: own, to: green)
        plane(atColor: diagonal, atGreen: vertical, to: isRedRow ? blue : red)
        let (r, g, b) = (
            everySecondRow(red, rowParity), everySecondRow(green, rowParity), everySecondRow(blue, rowParity)
        )
        let pixels = everySecondRow(target, rowParity)
        MergeARGBPlane(
            r.bytes, r.stride, g.bytes, g.stride, b.bytes, b.stride, nil, 0,
            pixels.bytes, pixels.stride, size.columns, Int32(count))
    }

    private func everySecondRow(_ plane: MutablePlane, _ parity: Int) -> MutablePlane {
        MutablePlane(plane.advanced(rows: parity).base, bytesPerRow: 2 * plane.bytesPerRow)
    }
}
