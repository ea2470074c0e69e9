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

@Suite struct LayerGeometryTests {
    @Test func pointsGoFromLayerToLayer() {
        let (root, left, right) = (CALayer(), CALayer(), CALayer())
        root.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
        left.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
        right.frame = CGRect(x: 50, y: 0, width: 40, height: 40)
        right.setAffineTransform(CGAffineTransform(scaleX: 2, y: 2))
        root.addSublayer(left)
        root.addSublayer(right)
        // The scaled layer reaches from (30, -20) on, twice as large.
        #expect(left.convert(CGPoint(x: 30, y: 0), to: right) == CGPoint(x: 5, y: 15))
        #expect(left.convert(CGPoint(x: 5, y: 15), from: right) == CGPoint(x: 30, y: 0))
        #expect(right.frame == CGRect(x: 30, y: -20, width: 80, height: 80))
    }

    @Test func boundsThatAreScrolledMoveTheirContents() {
        let (root, child) = (CALayer(), CALayer())
        root.bounds = CGRect(x: 0, y: 50, width: 100, height: 100)
        child.frame = CGRect(x: 0, y: 60, width: 10, height: 10)
        root.addSublayer(child)
        root.position = CGPoint(x: 50, y: 50)
        #expect(child.convert(CGPoint.zero, to: root) == CGPoint(x: 0, y: 60))
        #expect(root.hitTest(CGPoint(x: 5, y: 15)) === child)
    }

    @Test func theFrontLayerIsHit() {
        let (root, back, front) = (CALayer(), CALayer(), CALayer())
        root.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
        for layer in [back, front] {
            layer.frame = root.bounds
            root.addSublayer(layer)
        }
        #expect(root.hitTest(CGPoint(x: 1, y: 1)) === front)
        back.zPosition = 1
        #expect(root.hitTest(CGPoint(x: 1, y: 1)) === back)
        back.isHidden = true
        #expect(root.hitTest(CGPoint(x: 1, y: 1)) === front)
        #expect(root.hitTest(CGPoint(x: 101, y: 1)) == nil)
    }

    @Test func layersAreArrangedOnceWhenAsked() {
        final class Rows: CALayer, @unchecked Sendable {
            nonisolated(unsafe) var count = 0
            override func layoutSublayers() { count += 1 }
        }
        let (root, child) = (Rows(), Rows())
        root.addSublayer(child)
        child.setNeedsLayout()
        child.layoutIfNeeded()
        child.layoutIfNeeded()
        #expect(root.count == 1)
        #expect(child.count == 1)
    }

    @Test func aClassMakesItsLayers() throws {
        final class Dot: CALayer, @unchecked Sendable {
            override func draw(in ctx: CGContext) {
                ctx.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
                ctx.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
            }
        }
        let type: AnyClass = Dot.self
        let layer = try #require((type as? CALayer.Type)?.makeLayer())
        #expect(layer is Dot)
        layer.bounds = CGRect(x: 0, y: 0, width: 2, height: 2)
        layer.setNeedsDisplay()
        layer.displayIfNeeded()
        let picture = try #require(layer.contents as? CGImage)
        // y points down: the upper left pixel is red.
        #expect(picture.dataProvider?.data?.prefix(8) == Data([255, 0, 0, 255, 0, 0, 0, 0]))
    }

    /// With an initializer of its own, and therefore without `init()`.
    private final class Circle: CAShapeLayer, @unchecked Sendable {
        let color: CGColor

        init(color: CGColor) {
            self.color = color
            super.init()
            strokeColor = color
        }

        override init(layer: Any) {
            color = (layer as? Circle)?.color ?? .black
            super.init(layer: layer)
        }

        required init?(coder: NSCoder) {
            color = .black
            super.init(coder: coder)
        }
    }

    @Test func aSubclassHasTheInitializersItWants() throws {
        let layer = Circle(color: .white)
        layer.lineWidth = 3
        let shown = try #require(layer.presentation())
        #expect(shown !== layer && shown.color == .white && shown.strokeColor == .white && shown.lineWidth == 3)
        #expect(Circle(coder: NSKeyedArchiver(requiringSecureCoding: true)) == nil)
    }

    @Test func whatAnOpaqueLayerDrawsHasBlackBehindIt() throws {
        final class Nothing: CALayer, @unchecked Sendable {
            override func draw(in ctx: CGContext) {}
        }
        let layer = Nothing()
        #expect(!layer.isOpaque)
        layer.bounds = CGRect(x: 0, y: 0, width: 1, height: 1)
        for (isOpaque, bytes) in [(false, Data([0, 0, 0, 0])), (true, Data([0, 0, 0, 255]))] {
            layer.isOpaque = isOpaque
            layer.setNeedsDisplay()
            layer.displayIfNeeded()
            let picture = try #require(layer.contents as? CGImage)
            #expect(picture.dataProvider?.data?.prefix(4) == bytes)
        }
        #expect(CALayer(layer: layer).isOpaque)
    }

    @Test func aLayerPrefersTheSizeItHas() {
        let layer = CALayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 20)
        layer.setAffineTransform(CGAffineTransform(scaleX: 2, y: 1))
        #expect(layer.preferredFrameSize() == CGSize(width: 20, height: 20))
    }

    @Test func spaceTransformsUndoThemselves() {
        let transform = CATransform3DRotate(CATransform3DMakeTranslation(1, 2, 3), 0.5, 1, 2, 3)
        let product = CATransform3DConcat(transform, CATransform3DInvert(transform)).rows
        #expect(zip(product, CATransform3DIdentity.rows).allSatisfy { abs($0 - $1) < 1e-9 })
    }

    @Test func aTransformOfSublayersIsAboutTheAnchorPoint() throws {
        let root = CALayer(CGRect(x: 0, y: 0, width: 100, height: 60))
        let child = CALayer(CGRect(x: 60, y: 20, width: 10, height: 20), .red)
        root.addSublayer(child)
        root.sublayerTransform = CATransform3DMakeScale(2, 1, 1)
        // From the middle at 50, 10 to 20 become 20 to 40.
        #expect(root.convert(CGPoint.zero, from: child) == CGPoint(x: 70, y: 20))
        #expect(child.convert(CGPoint(x: 90, y: 40), from: root) == CGPoint(x: 10, y: 20))
        #expect(root.hitTest(CGPoint(x: 85, y: 30)) === child && root.hitTest(CGPoint(x: 65, y: 30)) === root)
        let painted = try PaintedLayer(root)
        #expect(painted[71, 30] == [255, 0, 0, 255] && painted[89, 30] == [255, 0, 0, 255])
        #expect(painted[65, 30] == [0, 0, 0, 0] && painted[91, 30] == [0, 0, 0, 0])
        root.anchorPoint = .zero
        #expect(root.convert(CGPoint.zero, from: child) == CGPoint(x: 120, y: 20))
    }

    /// A mask is where it is, whatever happens to the sublayers.
    @Test func aMaskIsNoSublayer() throws {
        let root = CALayer(CGRect(x: 0, y: 0, width: 40, height: 10), .red)
        root.mask = CALayer(CGRect(x: 0, y: 0, width: 10, height: 10), .white)
        root.sublayerTransform = CATransform3DMakeTranslation(20, 0, 0)
        let painted = try PaintedLayer(root)
        #expect(painted[5, 5] == [255, 0, 0, 255] && painted[25, 5] == [0, 0, 0, 0])
        #expect(root.mask?.convert(CGPoint.zero, to: root) == .zero)
    }

    @Test func aTransformOfSublayersHasParts() throws {
        let layer = CALayer()
        layer.setValue(3, forKeyPath: "sublayerTransform.scale.x")
        #expect(layer.sublayerTransform == CATransform3DMakeScale(3, 1, 1))
        #expect(layer.transform == CATransform3DIdentity)
        #expect(layer.value(forKeyPath: "sublayerTransform.scale.x") as? Double == 3)
        layer.setValue(CATransform3DMakeTranslation(4, 0, 0), forKeyPath: "sublayerTransform")
        #expect(layer.value(forKeyPath: "sublayerTransform.translation.x") as? Double == 4)
    }
}
