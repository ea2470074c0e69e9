import Foundation
import MissingGraphics
import Testing

@Suite struct PathTests {
    @Test func anEllipseStaysInItsRectangleAndContainsItsMiddle() {
        let rect = CGRect(x: 10, y: 20, width: 40, height: 20)
        let path = CGPath(ellipseIn: rect, transform: nil)
        #expect(path.contains(CGPoint(x: 30, y: 30)))
        #expect(!path.contains(CGPoint(x: 11, y: 21)))
        // Flattened curves reach their ends exactly: the quarters end on the rectangle's sides.
        let box = path.boundingBoxOfPath
        #expect(abs(box.minX - 10) < 1e-9 && abs(box.maxX - 50) < 1e-9)
        #expect(abs(box.minY - 20) < 1e-9 && abs(box.maxY - 40) < 1e-9)
    }

    @Test func theBoxOfControlPointsIsLargerThanThatOfTheCurve() {
        let path = CGMutablePath()
        path.move(to: .zero)
        path.addQuadCurve(to: CGPoint(x: 10, y: 0), control: CGPoint(x: 5, y: 10))
        #expect(path.boundingBox == CGRect(x: 0, y: 0, width: 10, height: 10))
        #expect(abs(path.boundingBoxOfPath.maxY - 5) < 0.05)
    }

    @Test func rulesDifferWherePathsGoAroundTwice() {
        let path = CGMutablePath()
        path.addRect(CGRect(x: 0, y: 0, width: 30, height: 30))
        path.addRect(CGRect(x: 10, y: 10, width: 10, height: 10))
        let middle = CGPoint(x: 15, y: 15)
        #expect(path.contains(middle))
        #expect(!path.contains(middle, using: .evenOdd))
        #expect(path.contains(CGPoint(x: 5, y: 5), using: .evenOdd))
    }

    @Test(arguments: [(false, CGFloat(1)), (true, CGFloat(-1))])
    func anArcGoesTheWayItIsTold(_ clockwise: Bool, _ y: CGFloat) {
        let path = CGMutablePath()
        path.addArc(center: .zero, radius: 1, startAngle: 0, endAngle: .pi, clockwise: clockwise)
        let box = path.boundingBoxOfPath
        #expect(abs((y > 0 ? box.maxY : box.minY) - y) < 1e-9)
        #expect(abs(y > 0 ? box.minY : box.maxY) < 1e-9)
        #expect(abs(path.currentPoint.x + 1) < 1e-9)
    }

    @Test func aCornerBetweenTangentsIsRound() {
        let path = CGMutablePath()
        path.move(to: .zero)
        path.addArc(tangent1End: CGPoint(x: 10, y: 0), tangent2End: CGPoint(x: 10, y: 10), radius: 4)
        #expect(abs(path.currentPoint.x - 10) < 1e-9 && abs(path.currentPoint.y - 4) < 1e-9)
        #expect(path.boundingBoxOfPath.maxX < 10 + 1e-9)
    }

    @Test func blocksSeeEachElement() {
        let path = CGPath(rect: CGRect(x: 1, y: 2, width: 3, height: 4), transform: nil)
        var types: [CGPathElementType] = []
        var first: CGPoint?
        path.applyWithBlock { element in
            types.append(element.pointee.type)
            if first == nil { first = element.pointee.points[0] }
        }
        #expect(types == [.moveToPoint, .addLineToPoint, .addLineToPoint, .addLineToPoint, .closeSubpath])
        #expect(first == CGPoint(x: 1, y: 2))
    }

    @Test func theOutlineOfALineIsAsWideAsThePen() {
        let path = CGMutablePath()
        path.addLines(between: [CGPoint(x: 0, y: 0), CGPoint(x: 10, y: 0)])
        func box(_ cap: CGLineCap) -> CGRect {
            path.copy(strokingWithWidth: 4, lineCap: cap, lineJoin: .miter, miterLimit: 10).boundingBoxOfPath
        }
        #expect(box(.butt) == CGRect(x: 0, y: -2, width: 10, height: 4))
        #expect(box(.square) == CGRect(x: -2, y: -2, width: 14, height: 4))
    }

    @Test func sharpCornersAreCutAtTheMiterLimit() {
        let path = CGMutablePath()
        path.addLines(between: [CGPoint(x: 0, y: 0), CGPoint(x: 10, y: 0), CGPoint(x: 10, y: 10)])
        func corner(_ limit: CGFloat) -> Bool {
            path.copy(strokingWithWidth: 2, lineCap: .butt, lineJoin: .miter, miterLimit: limit)
                .contains(CGPoint(x: 10.9, y: -0.9))
        }
        #expect(corner(10))
        #expect(!corner(1))
    }
}

@Suite struct PathDrawingTests {
    /// The red of each pixel, the uppermost row first, of what `body` draws in red on black.
    private func drawn(_ size: Int, _ body: (CGContext) -> Void) throws -> [[UInt8]] {
        let context = try #require(
            CGContext(
                data: nil, width: size, height: size, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        context.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
        context.setStrokeColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
        body(context)
        let data = try #require(context.data)
        return (0..<size).map { y in
            (0..<size).map { x in data.load(fromByteOffset: y * context.bytesPerRow + 4 * x, as: UInt8.self) }
        }
    }

    @Test func aFilledPathCoversItsPixelsAndHalvesOfThem() throws {
        let rows = try drawn(4) { context in
            context.addRect(CGRect(x: 0.5, y: 0, width: 2, height: 2))
            context.fillPath()
        }
        #expect(rows == [[0, 0, 0, 0], [0, 0, 0, 0], [128, 255, 128, 0], [128, 255, 128, 0]])
    }

    @Test func aLineHasItsWidthAndDashes() throws {
        let rows = try drawn(4) { context in
            context.setLineWidth(2)
            context.setLineDash(phase: 0, lengths: [1, 1])
            context.strokeLineSegments(between: [CGPoint(x: 0, y: 1), CGPoint(x: 4, y: 1)])
        }
        #expect(rows == [[0, 0, 0, 0], [0, 0, 0, 0], [255, 0, 255, 0], [255, 0, 255, 0]])
    }

    @Test func nothingIsDrawnOutsideOfTheClip() throws {
        let rows = try drawn(2) { context in
            context.saveGState()
            context.clip(to: CGRect(x: 0, y: 0, width: 1, height: 2))
            context.clip(to: CGRect(x: 0, y: 0, width: 2, height: 1))
            context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
            context.restoreGState()
            context.fill(CGRect(x: 1, y: 1, width: 1, height: 1))
        }
        #expect(rows == [[0, 255], [255, 0]])
    }
}
