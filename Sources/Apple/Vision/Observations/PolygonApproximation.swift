/// Lines with fewer points.
///
/// Source: Douglas and Peucker, "Algorithms for the Reduction of the Number of Points", 1973.
enum PolygonApproximation {
    /// A closed line whose points are at most so far from the given ones.
    static func closed(_ points: [SIMD2<Float>], _ distance: Float) -> [SIMD2<Float>] {
        guard points.count > 3 else { return points }
        // A line without an end is cut where its points are farthest from its first one.
        let middle = points.indices.max { length(points[$0] - points[0]) < length(points[$1] - points[0]) } ?? 0
        let first = open(points[...middle], distance)
        let second = open((points[middle...] + [points[0]])[...], distance)
        return Array(first.dropLast() + second.dropLast())
    }

    /// The line from the first point to the last one; both stay.
    private static func open(_ points: ArraySlice<SIMD2<Float>>, _ distance: Float) -> [SIMD2<Float>] {
        var stays = Set([points.startIndex, points.endIndex - 1])
        var waiting = [(points.startIndex, points.endIndex - 1)]
        while let (first, last) = waiting.popLast() {
            guard last > first + 1 else { continue }
            let farthest = ((first + 1)..<last).map { ($0, gap(points[$0], points[first], points[last])) }
                .max { $0.1 < $1.1 }
            guard let farthest, farthest.1 > distance else { continue }
            stays.insert(farthest.0)
            waiting += [(first, farthest.0), (farthest.0, last)]
        }
        return points.indices.filter { stays.contains($0) }.map { points[$0] }
    }

    /// How far a point is from a straight line between two others.
    private static func gap(_ point: SIMD2<Float>, _ from: SIMD2<Float>, _ to: SIMD2<Float>) -> Float {
        let (line, offset) = (to - from, point - from)
        let square = dot(line, line)
        guard square > 0 else { return length(offset) }
        let part = min(max(dot(offset, line) / square, 0), 1)
        return length(offset - part * line)
    }

    private static func dot(_ one: SIMD2<Float>, _ other: SIMD2<Float>) -> Float { (one * other).sum() }

    private static func length(_ vector: SIMD2<Float>) -> Float { dot(vector, vector).squareRoot() }
}
