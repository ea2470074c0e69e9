import Foundation

/// A path whose curves are short lines.
struct FlatPath {
    struct Subpath {
        var points: [CGPoint]
        var isClosed = false
    }

    var subpaths: [Subpath] = []

    /// - Parameter tolerance: how far the lines may be from a curve.
    init(_ elements: [PathElement], tolerance: CGFloat) {
        var start = CGPoint.zero
        for element in elements {
            switch element {
            case .move(let end):
                subpaths.append(Subpath(points: [end]))
                start = end
            case .close:
                if !subpaths.isEmpty { subpaths[subpaths.count - 1].isClosed = true }
            default:
                // After it was closed, a path goes on from where the subpath began.
                if subpaths.last?.isClosed ?? true { subpaths.append(Subpath(points: [start])) }
                append(element, tolerance)
            }
        }
    }

    private init() {}

    private mutating func append(_ element: PathElement, _ tolerance: CGFloat) {
        let last = subpaths.count - 1
        let from = subpaths[last].points[subpaths[last].points.count - 1]
        switch element {
        case .line(let end): subpaths[last].points.append(end)
        case .quad(let end, let control):
            let one = CGPoint(x: from.x + (control.x - from.x) * 2 / 3, y: from.y + (control.y - from.y) * 2 / 3)
            let two = CGPoint(x: end.x + (control.x - end.x) * 2 / 3, y: end.y + (control.y - end.y) * 2 / 3)
            append(.curve(end, control1: one, control2: two), tolerance)
        case .curve(let end, let one, let two):
            let bend = max(
                hypot(from.x - 2 * one.x + two.x, from.y - 2 * one.y + two.y),
                hypot(one.x - 2 * two.x + end.x, one.y - 2 * two.y + end.y))
            let count = max(1, min(200, Int((0.75 * bend / tolerance).squareRoot().rounded(.up))))
            for step in 1...count {
                let t = CGFloat(step) / CGFloat(count)
                let (a, b, c, d) = (
                    (1 - t) * (1 - t) * (1 - t), 3 * (1 - t) * (1 - t) * t, 3 * (1 - t) * t * t, t * t * t
                )
                subpaths[last].points.append(
                    CGPoint(
                        x: a * from.x + b * one.x + c * two.x + d * end.x,
                        y: a * from.y + b * one.y + c * two.y + d * end.y))
            }
        case .move, .close: break
        }
    }

    /// How often the path goes around a point.
    func turns(around point: CGPoint) -> Int {
        var turns = 0
        for subpath in subpaths {
            for (start, end) in zip(subpath.points, subpath.points.dropFirst() + subpath.points.prefix(1)) {
                guard (start.y <= point.y) != (end.y <= point.y) else { continue }
                let x = start.x + (point.y - start.y) / (end.y - start.y) * (end.x - start.x)
                if x > point.x { turns += end.y > start.y ? 1 : -1 }
            }
        }
        return turns
    }

    var elements: [PathElement] {
        subpaths.flatMap { subpath -> [PathElement] in
            guard let first = subpath.points.first else { return [] }
            return [.move(first)] + subpath.points.dropFirst().map { .line($0) } + (subpath.isClosed ? [.close] : [])
        }
    }

    /// The polygons that a pen covers, all with the same direction, so that they add up with the winding rule.
    func stroked(_ style: StrokeStyle) -> FlatPath {
        var pen = Pen(style)
        for subpath in style.dashed(self).subpaths { pen.draw(subpath) }
        var result = FlatPath()
        result.subpaths = pen.polygons.map { Subpath(points: $0, isClosed: true) }
        return result
    }

    /// Only the parts that a pattern of lengths, drawn and left out in turn, leaves.
    func dashed(_ lengths: [CGFloat], phase: CGFloat) -> FlatPath {
        let sum = lengths.reduce(0, +)
        guard sum > 0, lengths.allSatisfy({ $0 >= 0 }) else { return self }
        var result = FlatPath()
        for subpath in subpaths {
            let points = subpath.points + (subpath.isClosed ? subpath.points.prefix(1) : [])
            guard var place = points.first else { continue }
            var (index, left) = (0, phase.truncatingRemainder(dividingBy: sum * 2))
            if left < 0 { left += sum * 2 }
            while left >= lengths[index % lengths.count] {
                left -= lengths[index % lengths.count]
                index += 1
            }
            var rest = lengths[index % lengths.count] - left
            if index % 2 == 0 { result.subpaths.append(Subpath(points: [place])) }
            for end in points.dropFirst() {
                while case let distance = hypot(end.x - place.x, end.y - place.y), distance > rest {
                    place = CGPoint(
                        x: place.x + (end.x - place.x) * rest / distance,
                        y: place.y + (end.y - place.y) * rest / distance)
                    if index % 2 == 0 { result.subpaths[result.subpaths.count - 1].points.append(place) }
                    index += 1
                    rest = lengths[index % lengths.count]
                    if index % 2 == 0 { result.subpaths.append(Subpath(points: [place])) }
                }
                rest -= hypot(end.x - place.x, end.y - place.y)
                place = end
                if index % 2 == 0 { result.subpaths[result.subpaths.count - 1].points.append(place) }
            }
        }
        return result
    }
}

/// How a line is drawn.
struct StrokeStyle {
    var width: CGFloat = 1
    var cap = CGLineCap.butt
    var join = CGLineJoin.miter
    var miterLimit: CGFloat = 10
    var dash: [CGFloat] = []
    var dashPhase: CGFloat = 0

    func dashed(_ path: FlatPath) -> FlatPath { dash.isEmpty ? path : path.dashed(dash, phase: dashPhase) }
}

/// Collects the polygons that a line of some width covers.
private struct Pen {
    private let style: StrokeStyle
    private let radius: CGFloat
    var polygons: [[CGPoint]] = []

    init(_ style: StrokeStyle) {
        self.style = style
        radius = style.width / 2
    }

    mutating func draw(_ subpath: FlatPath.Subpath) {
        var points = subpath.points.reduce(into: [CGPoint]()) { if $0.last != $1 { $0.append($1) } }
        if subpath.isClosed, points.count > 1, points.first == points.last { points.removeLast() }
        guard points.count > 1 else {
            if let point = points.first { dot(point) }
            return
        }
        let ends = subpath.isClosed ? Array(points.dropFirst() + points.prefix(1)) : Array(points.dropFirst())
        for (start, end) in zip(points, ends) { add(side(start, end)) }
        let corners = subpath.isClosed ? points.count : points.count - 2
        for index in 0..<max(0, corners) {
            join(
                points[index], points[(index + 1) % points.count], points[(index + 2) % points.count])
        }
        guard !subpath.isClosed else { return }
        cap(points[0], from: points[1])
        cap(points[points.count - 1], from: points[points.count - 2])
    }

    private func normal(_ start: CGPoint, _ end: CGPoint) -> CGPoint {
        let length = hypot(end.x - start.x, end.y - start.y)
        return CGPoint(x: -(end.y - start.y) / length * radius, y: (end.x - start.x) / length * radius)
    }

    private func side(_ start: CGPoint, _ end: CGPoint) -> [CGPoint] {
        let n = normal(start, end)
        return [
            CGPoint(x: start.x + n.x, y: start.y + n.y), CGPoint(x: end.x + n.x, y: end.y + n.y),
            CGPoint(x: end.x - n.x, y: end.y - n.y), CGPoint(x: start.x - n.x, y: start.y - n.y),
        ]
    }

    private mutating func join(_ before: CGPoint, _ corner: CGPoint, _ after: CGPoint) {
        if style.join == .round { return circle(corner) }
        var (one, two) = (normal(before, corner), normal(corner, after))
        // On the outer side of the turn.
        if one.x * two.y - one.y * two.x > 0 {
            (one, two) = (CGPoint(x: -one.x, y: -one.y), CGPoint(x: -two.x, y: -two.y))
        }
        let outer = [
            CGPoint(x: corner.x + one.x, y: corner.y + one.y), CGPoint(x: corner.x + two.x, y: corner.y + two.y),
        ]
        let sum = CGPoint(x: one.x + two.x, y: one.y + two.y)
        let square = sum.x * sum.x + sum.y * sum.y
        // The tip is as far from the corner as the limit allows: 2r / |sum|, in half widths.
        if style.join == .miter, square > 0, 2 * radius / square.squareRoot() <= style.miterLimit {
            let scale = 2 * radius * radius / square
            let tip = CGPoint(x: corner.x + sum.x * scale, y: corner.y + sum.y * scale)
            return add([corner, outer[0], tip, outer[1]])
        }
        add([corner] + outer)
    }

    private mutating func cap(_ end: CGPoint, from before: CGPoint) {
        switch style.cap {
        case .butt: break
        case .round: circle(end)
        case .square:
            let n = normal(before, end)
            add(side(end, CGPoint(x: end.x + n.y, y: end.y - n.x)))
        }
    }

    private mutating func dot(_ point: CGPoint) {
        switch style.cap {
        case .butt: break
        case .round: circle(point)
        case .square: add(side(CGPoint(x: point.x - radius, y: point.y), CGPoint(x: point.x + radius, y: point.y)))
        }
    }

    private mutating func circle(_ center: CGPoint) {
        let count = max(8, min(64, Int(radius * 4)))
        add(
            (0..<count).map { index in
                let angle = 2 * CGFloat.pi * CGFloat(index) / CGFloat(count)
                return CGPoint(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
            })
    }

    private mutating func add(_ polygon: [CGPoint]) {
        var area: CGFloat = 0
        for (one, two) in zip(polygon, polygon.dropFirst() + polygon.prefix(1)) {
            area += one.x * two.y - one.y * two.x
        }
        polygons.append(area < 0 ? polygon.reversed() : polygon)
    }
}

extension CGPath {
    /// Points on the path, near enough for lines between them.
    package final var flatPoints: [CGPoint] { FlatPath(elements, tolerance: 0.1).subpaths.flatMap(\.outline) }

    /// A part of the path, by its length.
    ///
    /// - Parameters:
    ///   - start: from 0 to 1.
    ///   - end: from 0 to 1.
    package final func part(from start: CGFloat, to end: CGFloat) -> CGPath {
        guard start > 0 || end < 1 else { return self }
        guard start < end else { return CGPath([]) }
        let flat = FlatPath(elements, tolerance: 0.1)
        let lengths = flat.subpaths.map(\.length)
        let all = lengths.reduce(0, +)
        var rest = FlatPath([], tolerance: 0.1)
        var before: CGFloat = 0
        for (subpath, length) in zip(flat.subpaths, lengths) {
            let from = max(0, start * all - before)
            let to = min(length, end * all - before)
            before += length
            guard from < to else { continue }
            // Of its length, the pattern draws one part.
            var alone = FlatPath([], tolerance: 0.1)
            alone.subpaths = [subpath]
            rest.subpaths += alone.dashed([to - from, length * 2 + 1], phase: -from).subpaths.filter {
                $0.points.count > 1
            }
        }
        return CGPath(rest.elements)
    }
}

extension FlatPath.Subpath {
    /// With the first point once more where it is closed.
    fileprivate var outline: [CGPoint] { points + (isClosed ? points.prefix(1) : []) }

    fileprivate var length: CGFloat {
        zip(outline, outline.dropFirst()).reduce(0) { $0 + hypot($1.1.x - $1.0.x, $1.1.y - $1.0.y) }
    }
}
