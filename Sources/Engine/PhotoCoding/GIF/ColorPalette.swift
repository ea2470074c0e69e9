/// The colors by which a picture is described that may have only a few.
///
/// Colors that are few enough are kept exactly. Of more, boxes around them are halved where most pixels differ most (median
/// cut, Heckbert 1982), and the error of each pixel goes to its neighbors (Floyd and Steinberg 1976).
struct ColorPalette {
    typealias Color = SIMD3<Int32>

    private(set) var colors: [Color] = []
    /// The number of a color with so many bits of each component, once it was looked for; -1 before.
    private var known = [Int16](repeating: -1, count: 1 << (3 * bits))
    private var exact: [UInt32: Int16] = [:]

    /// Of each component in the histogram.
    private static let bits = 5

    private struct Bin {
        var count = 0
        var sum = SIMD3<Int64>.zero
        var color: Color { Color(truncatingIfNeeded: sum / SIMD3(repeating: Int64(max(count, 1)))) }
    }

    /// - Parameters:
    ///   - pixels: RGBA; those that are more than half transparent do not count.
    ///   - limit: at most 256.
    init(of pixels: [UInt32], limit: Int) {
        var bins = [Bin](repeating: Bin(), count: 1 << (3 * Self.bits))
        for pixel in pixels where Self.isOpaque(pixel) {
            let color = Self.color(pixel)
            let bin = Self.bin(color)
            bins[bin].count += 1
            bins[bin].sum &+= SIMD3<Int64>(truncatingIfNeeded: color)
            if exact.count <= limit { exact[pixel & 0xFF_FFFF] = 0 }
        }
        if exact.count <= limit {
            for (number, pixel) in exact.keys.sorted().enumerated() {
                exact[pixel] = Int16(number)
                colors.append(Self.color(pixel))
            }
        } else {
            exact = [:]
            colors = Self.medianCut(bins.filter { $0.count > 0 }, limit: limit)
        }
    }

    static func isOpaque(_ pixel: UInt32) -> Bool { pixel >> 24 >= 128 }

    /// The number of each pixel's color; `transparent` for those that are not opaque.
    mutating func numbers(of pixels: [UInt32], width: Int, transparent: UInt8) -> [UInt8] {
        if !exact.isEmpty || colors.isEmpty {
            return pixels.map { Self.isOpaque($0) ? UInt8(exact[$0 & 0xFF_FFFF] ?? 0) : transparent }
        }
        var numbers = [UInt8](repeating: transparent, count: pixels.count)
        // What is left for the pixels of a row, in sixteenths, with one more on each side.
        var (errors, below) = ([Color](repeating: .zero, count: width + 2), [Color](repeating: .zero, count: width + 2))
        for start in stride(from: 0, to: pixels.count, by: width) {
            for x in 0..<width where Self.isOpaque(pixels[start + x]) {
                let wanted = Self.color(pixels[start + x]) &+ (errors[x + 1] &+ 8) / 16
                let color = wanted.clamped(lowerBound: .zero, upperBound: Color(repeating: 255))
                let number = nearest(color)
                numbers[start + x] = UInt8(number)
                let error = color &- colors[number]
                errors[x + 2] &+= error &* 7
                below[x] &+= error &* 3
                below[x + 1] &+= error &* 5
                below[x + 2] &+= error
            }
            swap(&errors, &below)
            for x in below.indices { below[x] = .zero }
        }
        return numbers
    }

    private mutating func nearest(_ color: Color) -> Int {
        let bin = Self.bin(color)
        if known[bin] >= 0 { return Int(known[bin]) }
        var (best, distance) = (0, Int32.max)
        for (number, other) in colors.enumerated() {
            let difference = color &- other
            let square = (difference &* difference).wrappedSum()
            if square < distance { (best, distance) = (number, square) }
        }
        known[bin] = Int16(best)
        return best
    }

    private static func color(_ pixel: UInt32) -> Color {
        Color(Int32(pixel & 0xFF), Int32(pixel >> 8 & 0xFF), Int32(pixel >> 16 & 0xFF))
    }

    private static func bin(_ color: Color) -> Int {
        let high = color &>> Int32(8 - bits)
        return Int(high.x) << (2 * bits) | Int(high.y) << bits | Int(high.z)
    }

    private static func medianCut(_ bins: [Bin], limit: Int) -> [Color] {
        var boxes = [bins]
        var spreads = [spread(bins)]
        while boxes.count < limit {
            let worst = boxes.indices.max { spreads[$0].weight < spreads[$1].weight }
            guard let worst, boxes[worst].count > 1 else { break }
            let axis = spreads[worst].axis
            let sorted = boxes[worst].sorted { $0.color[axis] < $1.color[axis] }
            let half = sorted.reduce(0) { $0 + $1.count } / 2
            var (count, place) = (0, 0)
            while place < sorted.count - 1, count + sorted[place].count <= half || place == 0 {
                count += sorted[place].count
                place += 1
            }
            boxes[worst] = Array(sorted[..<place])
            boxes.append(Array(sorted[place...]))
            spreads[worst] = spread(boxes[worst])
            spreads.append(spread(boxes[boxes.count - 1]))
        }
        return boxes.map { box in
            box.reduce(into: Bin()) { all, bin in
                all.count += bin.count
                all.sum &+= bin.sum
            }.color
        }
    }

    /// The component in which the colors of a box differ most, and how much it is worth to halve it.
    private static func spread(_ box: [Bin]) -> (axis: Int, weight: Int) {
        guard box.count > 1 else { return (0, 0) }
        var (low, high, count) = (Color(repeating: 255), Color.zero, 0)
        for bin in box {
            let color = bin.color
            low = pointwiseMin(low, color)
            high = pointwiseMax(high, color)
            count += bin.count
        }
        let range = high &- low
        let axis = (0..<3).max { range[$0] < range[$1] } ?? 0
        return (axis, Int(range[axis]) * count)
    }
}
