import QuartzCore
import Testing

@Suite struct LayerTests {
    @Test func layerFrameFollowsBoundsPositionAndAnchor() {
        let layer = CALayer()
        layer.frame = CGRect(x: 10, y: 20, width: 100, height: 50)
        #expect(layer.bounds == CGRect(x: 0, y: 0, width: 100, height: 50))
        #expect(layer.position == CGPoint(x: 60, y: 45))
        layer.anchorPoint = .zero
        #expect(layer.frame == CGRect(x: 60, y: 45, width: 100, height: 50))
        layer.bounds.size.width = 10
        #expect(layer.frame == CGRect(x: 60, y: 45, width: 10, height: 50))
    }

    @Test func layerIsInOneSuperlayerAtATime() {
        let (left, right, child) = (CALayer(), CALayer(), CALayer())
        left.addSublayer(child)
        right.addSublayer(child)
        #expect(left.sublayers == nil)
        #expect(right.sublayers == [child])
        #expect(child.superlayer === right)
        child.removeFromSuperlayer()
        #expect(right.sublayers == nil)
        #expect(child.superlayer == nil)
    }

    @Test func sublayerGoesWhereItIsInserted() {
        let (parent, back, front) = (CALayer(), CALayer(), CALayer())
        parent.addSublayer(front)
        parent.insertSublayer(back, at: 0)
        #expect(parent.sublayers == [back, front])
    }
}
