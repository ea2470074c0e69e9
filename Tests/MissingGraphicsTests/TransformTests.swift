import Foundation
import MissingGraphics
import Testing

@Suite struct TransformTests {
    private func near(_ left: CGPoint, _ right: CGPoint) -> Bool {
        abs(left.x - right.x) < 1e-12 && abs(left.y - right.y) < 1e-12
    }

    @Test func concatenationAppliesTheLeftMapFirst() {
        let turn = CGAffineTransform(rotationAngle: .pi / 2)
        let move = CGAffineTransform(translationX: 10, y: 0)
        #expect(near(CGPoint(x: 1, y: 0).applying(turn.concatenating(move)), CGPoint(x: 10, y: 1)))
        #expect(near(CGPoint(x: 1, y: 0).applying(move.concatenating(turn)), CGPoint(x: 0, y: 11)))
    }

    @Test func modifiersApplyBeforeTheMapItself() {
        let map = CGAffineTransform(translationX: 10, y: 20).scaledBy(x: 2, y: 3)
        #expect(CGPoint(x: 1, y: 1).applying(map) == CGPoint(x: 12, y: 23))
    }

    @Test func aVectorHasTwoLengths() throws {
        #expect(CGVector(dx: 3, dy: 4) == CGVector(dx: 3.0, dy: 4.0) && CGVector.zero == CGVector())
        let stored = try JSONEncoder().encode(CGVector(dx: 1.5, dy: -2))
        #expect(try JSONDecoder().decode(CGVector.self, from: stored).dy == -2)
    }

    @Test func inverseUndoesTheMap() {
        let map = CGAffineTransform(rotationAngle: 0.3).translatedBy(x: 4, y: -2).scaledBy(x: 2, y: -1)
        let point = CGPoint(x: 3, y: 8)
        #expect(near(point.applying(map).applying(map.inverted()), point))
    }

    @Test func mapWithoutInverseStaysAsItIs() {
        let flat = CGAffineTransform(scaleX: 0, y: 1)
        #expect(flat.inverted() == flat)
    }

    @Test func rectangleBecomesTheOneAroundIt() {
        let rect = CGRect(x: 0, y: 0, width: 4, height: 2).applying(
            CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0))
        #expect(rect == CGRect(x: -2, y: 0, width: 2, height: 4))
    }

    @Test func imageRefusesTooFewBytes() {
        #expect(CGImage(width: 2, height: 2, bytesPerRow: 8, rgba: Data(count: 15)) == nil)
        #expect(CGImage(width: 2, height: 2, bytesPerRow: 7, rgba: Data(count: 64)) == nil)
        let image = CGImage(width: 2, height: 2, bytesPerRow: 12, rgba: Data(count: 20))
        #expect(image?.dataProvider?.data?.count == 20)
    }
}
