import Testing
@testable import UIKit

/// Writes down what it is told.
private final class Witness: UIView {
    nonisolated(unsafe) static var words: [String] = []
    var label = ""

    override func willMove(toSuperview newSuperview: UIView?) {
        Self.words.append("\(label) will \(newSuperview == nil ? "leave" : "enter")")
    }
    override func didMoveToSuperview() { Self.words.append("\(label) did \(superview == nil ? "leave" : "enter")") }
    override func willMove(toWindow newWindow: UIWindow?) {
        Self.words.append("\(label) will \(newWindow == nil ? "lose" : "get") window")
    }
    override func didMoveToWindow() { Self.words.append("\(label) did \(window == nil ? "lose" : "get") window") }
    override func layoutSubviews() { Self.words.append("\(label) layout") }
}

@MainActor @Suite(.serialized) struct HierarchyTests {
    private func witness(_ label: String) -> Witness {
        let view = Witness(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        view.label = label
        return view
    }

    @Test func viewsAreToldOfEachMove() {
        Witness.words = []
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let (outer, inner) = (witness("outer"), witness("inner"))
        outer.addSubview(inner)
        #expect(Witness.words == ["inner will enter", "inner did enter"])
        Witness.words = []
        window.addSubview(outer)
        #expect(
            Witness.words == [
                "outer will get window", "inner will get window", "outer will enter", "inner did get window",
                "outer did get window", "outer did enter",
            ])
        #expect(inner.window === window)
        Witness.words = []
        outer.removeFromSuperview()
        #expect(
            Witness.words == [
                "outer will lose window", "inner will lose window", "outer will leave", "inner did lose window",
                "outer did lose window", "outer did leave",
            ])
        #expect(inner.window == nil)
    }

    @Test(.timeLimit(.minutes(1))) func aViewIsFoundByItsTagUnderManyViews() {
        let top = UIView()
        var inner = top
        for _ in 0..<40 {
            let view = UIView()
            inner.addSubview(view)
            inner = view
        }
        inner.tag = 7
        #expect(top.viewWithTag(7) === inner && top.viewWithTag(8) == nil)
    }

    @Test func layersHaveTheOrderOfTheViews() {
        let (outer, one, two, three) = (UIView(), UIView(), UIView(), UIView())
        outer.addSubview(one)
        outer.addSubview(three)
        outer.insertSubview(two, belowSubview: three)
        #expect(outer.subviews == [one, two, three])
        #expect(outer.layer.sublayers == [one.layer, two.layer, three.layer])
        outer.bringSubviewToFront(one)
        #expect(outer.subviews == [two, three, one])
        #expect(outer.layer.sublayers == [two.layer, three.layer, one.layer])
        outer.insertSubview(one, aboveSubview: two)
        #expect(outer.subviews == [two, one, three])
        let other = UIView()
        other.addSubview(one)
        #expect(outer.subviews == [two, three])
        #expect(one.superview === other)
    }

    @Test func layoutRunsOnceFromTheOuterViewInward() {
        let (outer, inner) = (witness("outer"), witness("inner"))
        outer.addSubview(inner)
        Witness.words = []
        inner.setNeedsLayout()
        outer.setNeedsLayout()
        inner.layoutIfNeeded()
        inner.layoutIfNeeded()
        #expect(Witness.words == ["outer layout", "inner layout"])
    }

    @Test func aViewHasALayerOfItsClass() {
        final class Gradient: UIView {
            override class var layerClass: AnyClass { CAGradientLayer.self }
        }
        #expect(Gradient().layer is CAGradientLayer)
        let view = UIView()
        #expect(view.layer.delegate === view)
    }

    @Test func theTintIsTheSuperviews() {
        let (outer, inner) = (UIView(), UIView())
        outer.addSubview(inner)
        outer.tintColor = .systemRed
        #expect(inner.tintColor == .systemRed)
        inner.tintColor = .systemGreen
        #expect(inner.tintColor == .systemGreen)
    }
}

@MainActor @Suite struct GeometryTests {
    @Test func aTransformKeepsCenterAndBounds() {
        let view = UIView(frame: CGRect(x: 10, y: 20, width: 100, height: 50))
        view.transform = CGAffineTransform(scaleX: 2, y: 2)
        #expect(view.center == CGPoint(x: 60, y: 45))
        #expect(view.bounds == CGRect(x: 0, y: 0, width: 100, height: 50))
        #expect(view.frame == CGRect(x: -40, y: -5, width: 200, height: 100))
    }

    @Test func pointsAndRectsGoFromViewToView() {
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
        let (left, right) = (
            UIView(frame: CGRect(x: 10, y: 10, width: 50, height: 50)),
            UIView(frame: CGRect(x: 100, y: 50, width: 50, height: 50))
        )
        window.addSubview(left)
        window.addSubview(right)
        right.bounds.origin = CGPoint(x: 0, y: 5)
        #expect(left.convert(CGPoint(x: 100, y: 50), to: right) == CGPoint(x: 10, y: 15))
        #expect(left.convert(CGPoint(x: 1, y: 2), to: nil) == CGPoint(x: 11, y: 12))
        #expect(
            right.convert(CGRect(x: 0, y: 5, width: 5, height: 5), to: left)
                == CGRect(x: 90, y: 40, width: 5, height: 5))
    }

    @Test func flexiblePartsShareTheDifference() {
        let outer = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let inner = UIView(frame: CGRect(x: 10, y: 80, width: 80, height: 20))
        inner.autoresizingMask = [.flexibleWidth, .flexibleTopMargin]
        outer.addSubview(inner)
        outer.frame.size = CGSize(width: 200, height: 150)
        #expect(inner.frame == CGRect(x: 10, y: 130, width: 180, height: 20))
        inner.autoresizingMask = [.flexibleLeftMargin, .flexibleRightMargin]
        outer.frame.size.width = 300
        // Both margins are as wide as each other.
        #expect(inner.frame.minX == 60)
    }

    @Test func theSafeAreaIsWhatOfItReachesAView() {
        final class Counter: UIView {
            var changes = 0
            override func safeAreaInsetsDidChange() { changes += 1 }
        }
        let outer = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let (top, middle) = (Counter(frame: CGRect(x: 0, y: 0, width: 100, height: 50)), UIView())
        middle.frame = CGRect(x: 0, y: 30, width: 100, height: 70)
        outer.addSubview(top)
        outer.addSubview(middle)
        outer.additionalSafeArea = UIEdgeInsets(top: 44, left: 0, bottom: 20, right: 0)
        #expect(top.safeAreaInsets == UIEdgeInsets(top: 44, left: 0, bottom: 0, right: 0))
        #expect(middle.safeAreaInsets == UIEdgeInsets(top: 14, left: 0, bottom: 20, right: 0))
        #expect(top.layoutMargins.top == 52)
        #expect(top.changes == 1)
        outer.additionalSafeArea = .zero
        #expect(top.changes == 2)
        #expect(top.safeAreaInsets == .zero)
    }

    @Test func touchesFindTheFrontViewThatTakesThem() {
        let outer = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let (back, front) = (UIView(frame: outer.bounds), UIView(frame: outer.bounds))
        outer.addSubview(back)
        outer.addSubview(front)
        let point = CGPoint(x: 50, y: 50)
        #expect(outer.hitTest(point, with: nil) === front)
        front.isUserInteractionEnabled = false
        #expect(outer.hitTest(point, with: nil) === back)
        back.alpha = 0
        #expect(outer.hitTest(point, with: nil) === outer)
        outer.isHidden = true
        #expect(outer.hitTest(point, with: nil) == nil)
    }

    @Test func aLabelIsAsLargeAsItsText() {
        let label = UILabel()
        label.text = "Camera"
        let one = label.intrinsicContentSize
        // The height is the font's, in whole pixels.
        #expect(one.height >= label.font.lineHeight && one.height < label.font.lineHeight + 1)
        label.numberOfLines = 0
        label.text = "Camera Camera Camera"
        let narrow = label.sizeThatFits(CGSize(width: one.width * 1.5, height: 1000))
        #expect(narrow.width <= one.width * 1.5)
        #expect(abs(narrow.height - 3 * label.font.lineHeight) < 1)
    }

    @Test(arguments: [
        (UIView.ContentMode.scaleAspectFit, CGRect(x: 0, y: 25, width: 100, height: 50)),
        (.scaleAspectFill, CGRect(x: -50, y: 0, width: 200, height: 100)),
        (.center, CGRect(x: 40, y: 45, width: 20, height: 10)), (.topRight, CGRect(x: 80, y: 0, width: 20, height: 10)),
        (.scaleToFill, CGRect(x: 0, y: 0, width: 100, height: 100)),
    ])
    func contentsFillAViewAsTheirModeSays(_ mode: UIView.ContentMode, _ place: CGRect) {
        let bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
        #expect(mode.gravity.place(CGSize(width: 20, height: 10), in: bounds) == place)
    }

    @Test func aViewThatDrawsNothingKeepsItsLayersContents() throws {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 8, height: 8))
        let picture = try #require(UIImage(systemName: "photo")?.cgImage)
        view.layer.contents = picture
        view.layer.setNeedsDisplay()
        view.layer.displayIfNeeded()
        #expect(view.layer.contents as? CGImage === picture)
    }

    @Test func aSymbolIsAsLargeAsItsViewPrefers() throws {
        let view = UIImageView(image: UIImage(systemName: "camera"))
        let usual = view.intrinsicContentSize
        view.preferredSymbolConfiguration = UIImage.SymbolConfiguration(pointSize: 60)
        let large = UIImage(systemName: "camera", withConfiguration: UIImage.SymbolConfiguration(pointSize: 60))
        #expect(view.intrinsicContentSize == large?.size && usual.width < view.intrinsicContentSize.width)
        view.image = UIImage(systemName: "photo")
        #expect(view.intrinsicContentSize.width > 40)
        view.preferredSymbolConfiguration = nil
        #expect(view.intrinsicContentSize == view.image?.size)
    }
}
