import Foundation

/// How much of each pixel a path covers: 0 to 1, with smooth edges.
struct Coverage {
    let columns: Range<Int>
    let rows: Range<Int>
    private var values: [Float]

    private static let steps = 4

    /// All pixels that there are, with their parts from the lowest row on.
    init(_ values: [Float], columns width: Int) {
        (columns, rows, self.values) = (0..<width, 0..<(values.count / width), values)
    }

    /// - Parameter size: the pixels that there are.
    init(_ path: FlatPath, _ rule: CGPathFillRule, columns width: Int, rows height: Int) {
        let box = CGRect(around: path.subpaths.flatMap(\.points))
        let all = CGRect(x: 0, y: 0, width: width, height: height)
        let part = box.isNull ? .null : box.insetBy(dx: -1, dy: -1).integral.intersection(all)
        guard !part.isNull, !part.isEmpty else {
            (columns, rows, values) = (0..<0, 0..<0, [])
            return
        }
        columns = Int(part.minX)..<Int(part.maxX)
        rows = Int(part.minY)..<Int(part.maxY)
        values = Array(repeating: 0, count: columns.count * rows.count)
        let edges = path.subpaths.flatMap { subpath in
            zip(subpath.points, subpath.points.dropFirst() + subpath.points.prefix(1)).filter { $0.y != $1.y }
        }
        for row in rows {
            let crossing = edges.filter { min($0.y, $1.y) < CGFloat(row + 1) && max($0.y, $1.y) > CGFloat(row) }
            guard !crossing.isEmpty else { continue }
            for step in 0..<Self.steps {
                let y = CGFloat(row) + (CGFloat(step) + 0.5) / CGFloat(Self.steps)
                fill(row, Self.spans(crossing, rule, y))
            }
        }
    }

    private static func spans(
        _ edges: [(CGPoint, CGPoint)], _ rule: CGPathFillRule, _ y: CGFloat
    ) -> [(CGFloat, CGFloat)] {
        let crossings = edges.compactMap { start, end -> (x: CGFloat, direction: Int)? in
            guard (start.y <= y) != (end.y <= y) else { return nil }
            return (start.x + (y - start.y) / (end.y - start.y) * (end.x - start.x), end.y > start.y ? 1 : -1)
        }.sorted { $0.x < $1.x }
        var (turns, spans, start) = (0, [(CGFloat, CGFloat)](), CGFloat.zero)
        func isInside(_ turns: Int) -> Bool { rule == .winding ? turns != 0 : turns % 2 != 0 }
        for crossing in crossings {
            let wasInside = isInside(turns)
            turns += crossing.direction
            if !wasInside, isInside(turns) { start = crossing.x }
            if wasInside, !isInside(turns) { spans.append((start, crossing.x)) }
        }
        return spans
    }

    private mutating func fill(_ row: Int, _ spans: [(CGFloat, CGFloat)]) {
        let offset = (row - rows.lowerBound) * columns.count - columns.lowerBound
        for (start, end) in spans {
            let left = max(start, CGFloat(columns.lowerBound))
            let right = min(end, CGFloat(columns.upperBound))
            guard left < right else { continue }
            for column in Int(left)..<Int(right.rounded(.up)) {
                let part = min(right, CGFloat(column + 1)) - max(left, CGFloat(column))
                values[offset + column] += Float(part) / Float(Self.steps)
            }
        }
    }

    subscript(_ column: Int, _ row: Int) -> Float {
        guard columns.contains(column), rows.contains(row) else { return 0 }
        return min(1, values[(row - rows.lowerBound) * columns.count + column - columns.lowerBound])
    }

    /// Only what `other` covers, too.
    func intersected(with other: Coverage?) -> Coverage {
        guard let other else { return self }
        var result = self
        for row in rows {
            for column in columns {
                let index = (row - rows.lowerBound) * columns.count + column - columns.lowerBound
                result.values[index] *= other[column, row]
            }
        }
        return result
    }
}
