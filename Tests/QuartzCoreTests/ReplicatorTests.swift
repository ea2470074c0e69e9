import Foundation
import QuartzCore
import Testing

@Suite struct ReplicatorTests {
    /// Copies of a red square at the left, each 20 points to the right of the one before.
    private func row(_ count: Int) -> (replicator: CAReplicatorLayer, square: CALayer) {
        let replicator = CAReplicatorLayer()
        replicator.frame = CGRect(x: 0, y: 0, width: 100, height: 20)
        replicator.instanceCount = count
        replicator.instanceTransform = CATransform3DMakeTranslation(20, 0, 0)
        let square = CALayer(CGRect(x: 0, y: 0, width: 10, height: 20), .red)
        replicator.addSublayer(square)
        return (replicator, square)
    }

    @Test func sublayersAreDrawnAsOftenAsThereAreInstances() throws {
        let (replicator, _) = row(3)
        let painted = try PaintedLayer(replicator)
        #expect((0..<5).map { painted[20 * $0 + 5, 10][0] } == [255, 255, 255, 0, 0])
        #expect((0..<5).allSatisfy { painted[20 * $0 + 15, 10] == [0, 0, 0, 0] })
        replicator.instanceCount = 0
        #expect(try PaintedLayer(replicator)[5, 10] == [0, 0, 0, 0])
        #expect(CAReplicatorLayer().instanceCount == 1)
    }

    /// From the left to the right, and back.
    @Test func instancesTurnAboutTheMiddle() throws {
        let (replicator, _) = row(2)
        replicator.instanceTransform = CATransform3DMakeRotation(.pi, 0, 0, 1)
        let painted = try PaintedLayer(replicator)
        #expect(painted[5, 10] == [255, 0, 0, 255] && painted[95, 10] == [255, 0, 0, 255])
        #expect(painted[50, 10] == [0, 0, 0, 0])
        // The layer's own place does not matter.
        replicator.anchorPoint = .zero
        replicator.frame = CGRect(x: 7, y: 0, width: 100, height: 20)
        #expect(try PaintedLayer(replicator)[95, 10] == [255, 0, 0, 255])
    }

    @Test func colorsAreMultipliedMoreForEachInstance() throws {
        let (replicator, square) = row(4)
        square.backgroundColor = CGColor(red: 1, green: 0.8, blue: 0, alpha: 1)
        replicator.instanceColor = CGColor(red: 1, green: 0.5, blue: 1, alpha: 1)
        replicator.instanceRedOffset = -0.25
        replicator.instanceAlphaOffset = -0.5
        let painted = try PaintedLayer(replicator)
        func isNear(_ x: Int, _ color: [Int]) -> Bool {
            zip(painted[x, 10], color).allSatisfy { abs(Int($0) - $1) <= 1 }
        }
        #expect(isNear(5, [255, 102, 0, 255]), "\(painted[5, 10])")
        // Multiplied by an alpha of a half: 0.75 and 0.4.
        #expect(isNear(25, [96, 51, 0, 128]), "\(painted[25, 10])")
        #expect(painted[45, 10] == [0, 0, 0, 0] && painted[65, 10] == [0, 0, 0, 0])
        replicator.instanceAlphaOffset = 0
        replicator.instanceGreenOffset = 0.25
        replicator.instanceBlueOffset = -1
        square.backgroundColor = CGColor(red: 1, green: 0.8, blue: 0.4, alpha: 1)
        let other = try PaintedLayer(replicator)
        #expect(zip(other[25, 10], [191, 153, 0, 255]).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(other[25, 10])")
    }

    @Test func eachInstanceIsLaterThanTheOneBefore() throws {
        let clock = LayerClock(standingAt: 100)
        let (replicator, square) = row(3)
        func advance(by seconds: CFTimeInterval) throws -> [UInt8] {
            clock.advance(by: seconds)
            let painted = try PaintedLayer(replicator, at: clock.now)
            return (0..<3).map { painted[20 * $0 + 5, 10][3] }
        }
        replicator.instanceDelay = 1
        square.opacity = 0
        let show = CABasicAnimation(keyPath: "opacity")
        (show.fromValue, show.toValue, show.duration) = (1, 1, 1)
        LayerClock.$current.withValue(clock) { square.add(show, forKey: nil) }
        #expect(try advance(by: 0.5) == [255, 0, 0])
        // In a layer whose time runs twice as fast, a delay is half as long.
        square.removeAllAnimations()
        replicator.speed = 2
        show.isRemovedOnCompletion = false
        LayerClock.$current.withValue(clock) { square.add(show, forKey: nil) }
        #expect(try advance(by: 0.75) == [0, 255, 0])
        // The copies still move when the animation of the first one is over.
        #expect(clock.hasWork)
        #expect(try advance(by: 0.5) == [0, 0, 255])
        #expect(clock.hasWork)
        #expect(try advance(by: 0.5) == [0, 0, 0])
        #expect(!clock.hasWork)
    }

    @Test func whatIsInstancedMovesByItsParts() throws {
        let (replicator, _) = row(2)
        replicator.setValue(40, forKeyPath: "instanceTransform.translation.x")
        #expect(replicator.instanceTransform == CATransform3DMakeTranslation(40, 0, 0))
        let clock = LayerClock(standingAt: 100)
        try LayerClock.$current.withValue(clock) {
            let grow = CABasicAnimation(keyPath: "instanceCount")
            (grow.fromValue, grow.toValue, grow.duration) = (1, 5, 2)
            replicator.add(grow, forKey: nil)
            clock.advance(by: 1)
            let shown = try #require(replicator.presentation())
            #expect(shown.instanceCount == 3 && shown.instanceTransform == replicator.instanceTransform)
        }
    }
}
