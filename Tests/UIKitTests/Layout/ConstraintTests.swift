import Testing
import UIKit

/// A view with content of a given size.
final class Content: UIView {
    var own: CGSize { didSet { invalidateIntrinsicContentSize() } }

    init(_ width: CGFloat, _ height: CGFloat) {
        own = CGSize(width: width, height: height)
        super.init(frame: .zero)
        translatesAutoresizingMaskIntoConstraints = false
    }

    required init?(coder: NSCoder) { nil }

    override var intrinsicContentSize: CGSize { own }
}

@MainActor @Suite struct ConstraintTests {
    private let root = UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 600))

    private func view(in parent: UIView? = nil) -> UIView {
        let view = UIView(frame: .zero)
        view.translatesAutoresizingMaskIntoConstraints = false
        (parent ?? root).addSubview(view)
        return view
    }

    private func content(_ width: CGFloat, _ height: CGFloat) -> Content {
        let view = Content(width, height)
        root.addSubview(view)
        return view
    }

    private func activate(_ constraints: NSLayoutConstraint...) {
        NSLayoutConstraint.activate(constraints)
        root.layoutIfNeeded()
    }

    @Test func edgesWithConstants() {
        let a = view()
        activate(
            a.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 10),
            a.trailingAnchor.constraint(equalTo: root.trailingAnchor, constant: -20),
            a.topAnchor.constraint(equalTo: root.topAnchor, constant: 30),
            a.bottomAnchor.constraint(equalTo: root.bottomAnchor, constant: -40))
        #expect(a.frame == CGRect(x: 10, y: 30, width: 270, height: 530))
        root.frame.size = CGSize(width: 200, height: 100)
        root.layoutIfNeeded()
        #expect(a.frame == CGRect(x: 10, y: 30, width: 170, height: 30))
    }

    @Test func theGuidesOfBarsArePartsOfTheView() throws {
        let controller = UIViewController()
        controller.view.frame = CGRect(x: 0, y: 0, width: 300, height: 600)
        controller.additionalSafeAreaInsets = UIEdgeInsets(top: 50, left: 0, bottom: 30, right: 0)
        let (a, b) = (view(in: controller.view), view(in: controller.view))
        let (top, bottom) = (controller.topLayoutGuide, controller.bottomLayoutGuide)
        NSLayoutConstraint.activate([
            a.topAnchor.constraint(equalTo: top.bottomAnchor), a.heightAnchor.constraint(equalTo: top.heightAnchor),
            a.leadingAnchor.constraint(equalTo: controller.view.leadingAnchor),
            a.widthAnchor.constraint(equalToConstant: 40),
        ])
        controller.view.addConstraints(
            NSLayoutConstraint.constraints(
                withVisualFormat: "V:[b(20)]-1-[bottom]", views: ["b": b, "bottom": bottom]))
        controller.view.layoutIfNeeded()
        #expect(a.frame == CGRect(x: 0, y: 50, width: 40, height: 50))
        #expect(b.frame.maxY == 569 && b.frame.height == 20)
        #expect(top.length == 50 && bottom.length == 30)
        #expect(controller.view.layoutGuides.isEmpty && controller.topLayoutGuide === top)
        controller.additionalSafeAreaInsets.top = 80
        controller.view.layoutIfNeeded()
        #expect(a.frame.minY == 80 && a.frame.height == 80)
    }

    @Test func whatIsAboveTheKeyboardIsAboveTheLowerEdge() {
        let controller = UIViewController()
        controller.view.frame = CGRect(x: 0, y: 0, width: 300, height: 600)
        controller.additionalSafeAreaInsets = UIEdgeInsets(top: 0, left: 0, bottom: 30, right: 0)
        let a = view(in: controller.view)
        NSLayoutConstraint.activate([
            a.bottomAnchor.constraint(equalTo: controller.view.keyboardLayoutGuide.topAnchor),
            a.heightAnchor.constraint(equalToConstant: 20), a.widthAnchor.constraint(equalToConstant: 40),
            a.leadingAnchor.constraint(equalTo: controller.view.leadingAnchor),
        ])
        controller.view.layoutIfNeeded()
        #expect(a.frame == CGRect(x: 0, y: 550, width: 40, height: 20))
        #expect(controller.view.keyboardLayoutGuide.layoutFrame == CGRect(x: 0, y: 570, width: 300, height: 30))
    }

    @Test func centerAndSize() {
        let a = view()
        activate(
            a.centerXAnchor.constraint(equalTo: root.centerXAnchor),
            a.centerYAnchor.constraint(equalTo: root.centerYAnchor, constant: 50),
            a.widthAnchor.constraint(equalToConstant: 100),
            a.heightAnchor.constraint(equalTo: a.widthAnchor, multiplier: 0.5))
        #expect(a.frame == CGRect(x: 100, y: 325, width: 100, height: 50))
    }

    @Test func aConstantCanChange() {
        let a = view()
        let left = a.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 5)
        activate(
            left, a.topAnchor.constraint(equalTo: root.topAnchor), a.widthAnchor.constraint(equalToConstant: 10),
            a.heightAnchor.constraint(equalToConstant: 10))
        left.constant = 77
        root.layoutIfNeeded()
        #expect(a.frame == CGRect(x: 77, y: 0, width: 10, height: 10))
    }

    @Test func anInactiveConstraintHasNoEffect() {
        let a = view()
        let (narrow, wide) = (
            a.widthAnchor.constraint(equalToConstant: 50), a.widthAnchor.constraint(equalToConstant: 150)
        )
        activate(
            a.leadingAnchor.constraint(equalTo: root.leadingAnchor), a.topAnchor.constraint(equalTo: root.topAnchor),
            a.heightAnchor.constraint(equalToConstant: 10), narrow)
        #expect(a.frame.width == 50)
        narrow.isActive = false
        activate(wide)
        #expect(a.frame.width == 150 && a.constraints.contains(wide) && !narrow.isActive)
    }

    @Test func contentGivesTheSize() {
        let a = content(80, 20)
        activate(
            a.leadingAnchor.constraint(equalTo: root.leadingAnchor), a.topAnchor.constraint(equalTo: root.topAnchor))
        #expect(a.frame == CGRect(x: 0, y: 0, width: 80, height: 20))
        a.own = CGSize(width: 90, height: 25)
        root.layoutIfNeeded()
        #expect(a.frame.size == CGSize(width: 90, height: 25))
    }

    @Test func theViewThatHugsLessIsStretched() {
        let (a, b) = (content(50, 20), content(60, 20))
        b.setContentHuggingPriority(UILayoutPriority(249), for: .horizontal)
        activate(
            a.leadingAnchor.constraint(equalTo: root.leadingAnchor),
            b.leadingAnchor.constraint(equalTo: a.trailingAnchor, constant: 8),
            b.trailingAnchor.constraint(equalTo: root.trailingAnchor),
            a.topAnchor.constraint(equalTo: root.topAnchor), b.topAnchor.constraint(equalTo: root.topAnchor))
        #expect(a.frame == CGRect(x: 0, y: 0, width: 50, height: 20))
        #expect(b.frame == CGRect(x: 58, y: 0, width: 242, height: 20))
    }

    @Test func theViewThatResistsLessIsCompressed() {
        let (a, b) = (content(200, 20), content(200, 20))
        a.setContentCompressionResistancePriority(.defaultLow, for: .horizontal)
        activate(
            a.leadingAnchor.constraint(equalTo: root.leadingAnchor),
            b.leadingAnchor.constraint(equalTo: a.trailingAnchor),
            b.trailingAnchor.constraint(equalTo: root.trailingAnchor))
        #expect(a.frame.width == 100 && b.frame.width == 200)
    }

    @Test func aHigherPriorityWins() {
        let a = view()
        let (low, high) = (
            a.widthAnchor.constraint(equalToConstant: 10), a.widthAnchor.constraint(equalToConstant: 20)
        )
        low.priority = .defaultLow
        high.priority = .defaultHigh
        activate(a.leadingAnchor.constraint(equalTo: root.leadingAnchor), low, high)
        #expect(a.frame.width == 20)
        high.priority = UILayoutPriority(100)
        root.layoutIfNeeded()
        #expect(a.frame.width == 10)
    }

    @Test func limitsHold() {
        let a = view()
        let wide = a.widthAnchor.constraint(equalTo: root.widthAnchor)
        wide.priority = .defaultHigh
        activate(
            a.centerXAnchor.constraint(equalTo: root.centerXAnchor), wide,
            a.widthAnchor.constraint(lessThanOrEqualToConstant: 120),
            a.heightAnchor.constraint(greaterThanOrEqualToConstant: 44))
        #expect(a.frame.width == 120 && a.frame.minX == 90 && a.frame.height == 44)
    }

    @Test func aPlaceInProportionCountsFromTheCommonView() {
        let box = UIView(frame: CGRect(x: 50, y: 60, width: 200, height: 100))
        root.addSubview(box)
        let a = view(in: box)
        activate(
            NSLayoutConstraint(
                item: a, attribute: .centerX, relatedBy: .equal, toItem: box, attribute: .centerX, multiplier: 0.5,
                constant: 0), a.centerYAnchor.constraint(equalTo: box.centerYAnchor),
            a.widthAnchor.constraint(equalToConstant: 20), a.heightAnchor.constraint(equalToConstant: 20))
        #expect(a.frame == CGRect(x: 40, y: 40, width: 20, height: 20))
    }

    @Test func viewsInDifferentParentsCanBeAligned() {
        let (left, right) = (
            UIView(frame: CGRect(x: 10, y: 100, width: 100, height: 100)),
            UIView(frame: CGRect(x: 150, y: 40, width: 100, height: 300))
        )
        root.addSubview(left)
        root.addSubview(right)
        let (a, b) = (view(in: left), view(in: right))
        activate(
            a.topAnchor.constraint(equalTo: left.topAnchor, constant: 5), b.topAnchor.constraint(equalTo: a.topAnchor),
            b.heightAnchor.constraint(equalToConstant: 7))
        #expect(a.frame.minY == 5 && b.frame.minY == 65 && b.frame.height == 7)
    }

    @Test func aFixedFrameMoves() {
        let box = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        root.addSubview(box)
        let a = view()
        activate(a.leadingAnchor.constraint(equalTo: box.trailingAnchor, constant: 4))
        #expect(a.frame.minX == 104)
        box.frame.origin.x = 30
        root.setNeedsLayout()
        root.layoutIfNeeded()
        #expect(a.frame.minX == 134)
    }

    @Test func marginsAndGuides() {
        root.layoutMargins = UIEdgeInsets(top: 1, left: 16, bottom: 3, right: 20)
        let (a, gap) = (view(), UILayoutGuide())
        root.addLayoutGuide(gap)
        activate(
            a.leadingAnchor.constraint(equalTo: root.layoutMarginsGuide.leadingAnchor),
            a.topAnchor.constraint(equalTo: root.layoutMarginsGuide.topAnchor),
            gap.leadingAnchor.constraint(equalTo: a.trailingAnchor),
            gap.trailingAnchor.constraint(equalTo: root.layoutMarginsGuide.trailingAnchor),
            gap.widthAnchor.constraint(equalTo: a.widthAnchor), gap.topAnchor.constraint(equalTo: root.topAnchor),
            gap.heightAnchor.constraint(equalToConstant: 9))
        #expect(a.frame.minX == 16 && a.frame.minY == 1 && a.frame.width == 132)
        #expect(gap.layoutFrame == CGRect(x: 148, y: 0, width: 132, height: 9))
    }

    @Test func aRemovedViewTakesItsConstraintsAlong() {
        let (a, b) = (content(50, 20), content(60, 20))
        activate(
            a.leadingAnchor.constraint(equalTo: root.leadingAnchor),
            b.leadingAnchor.constraint(equalTo: a.trailingAnchor))
        #expect(root.constraints.count == 2)
        a.removeFromSuperview()
        root.layoutIfNeeded()
        #expect(root.constraints.isEmpty)
    }

    @Test func aContradictionIsLeftOut() {
        let a = view()
        activate(
            a.leadingAnchor.constraint(equalTo: root.leadingAnchor), a.widthAnchor.constraint(equalToConstant: 10),
            a.widthAnchor.constraint(equalToConstant: 20))
        #expect(a.frame.width == 10)
    }

    @Test func ambiguityIsReported() {
        let (a, b) = (view(), view())
        activate(
            a.leadingAnchor.constraint(equalTo: root.leadingAnchor), a.topAnchor.constraint(equalTo: root.topAnchor),
            a.widthAnchor.constraint(equalToConstant: 1), a.heightAnchor.constraint(equalToConstant: 1),
            b.topAnchor.constraint(equalTo: root.topAnchor))
        #expect(!a.hasAmbiguousLayout && b.hasAmbiguousLayout)
    }

    @Test func theFittingSizeFollowsFromTheInside() {
        let box = view()
        let inner = Content(100, 40)
        box.addSubview(inner)
        NSLayoutConstraint.activate([
            inner.leadingAnchor.constraint(equalTo: box.leadingAnchor, constant: 10),
            inner.trailingAnchor.constraint(equalTo: box.trailingAnchor, constant: -10),
            inner.topAnchor.constraint(equalTo: box.topAnchor, constant: 5),
            inner.bottomAnchor.constraint(equalTo: box.bottomAnchor, constant: -5),
        ])
        #expect(box.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize) == CGSize(width: 120, height: 50))
        let wide = box.systemLayoutSizeFitting(
            CGSize(width: 200, height: 0), withHorizontalFittingPriority: .required,
            verticalFittingPriority: .fittingSizeLevel)
        #expect(wide == CGSize(width: 200, height: 50))
    }

    @Test func labelsOfTwoSizesStandOnOneLine() {
        let (small, large) = (UILabel(frame: .zero), UILabel(frame: .zero))
        large.font = .systemFont(ofSize: 34)
        for label in [small, large] {
            label.text = "x"
            label.translatesAutoresizingMaskIntoConstraints = false
            root.addSubview(label)
        }
        activate(
            large.topAnchor.constraint(equalTo: root.topAnchor),
            small.firstBaselineAnchor.constraint(equalTo: large.firstBaselineAnchor))
        // The ascenders differ by 0.95239 times 17 points.
        #expect(small.frame.minY == 16)
    }

    @Test func aLabelIsAsHighAsItsLines() {
        let label = UILabel(frame: .zero)
        label.numberOfLines = 0
        label.text = "Several words that do not fit into one line of this width"
        label.translatesAutoresizingMaskIntoConstraints = false
        root.addSubview(label)
        activate(
            label.leadingAnchor.constraint(equalTo: root.leadingAnchor),
            label.widthAnchor.constraint(equalToConstant: 100),
            label.topAnchor.constraint(equalTo: root.topAnchor))
        let height = label.sizeThatFits(CGSize(width: 100, height: 1000)).height
        #expect(height > 2 * UIFont.systemFont(ofSize: 17).pointSize)
        #expect(abs(label.frame.height - height) <= 0.5)
    }

    @Test func theCommonViewHoldsTheConstraint() {
        let box = view()
        let (a, b) = (view(in: box), view(in: box))
        let between = a.leadingAnchor.constraint(equalTo: b.leadingAnchor)
        let own = a.widthAnchor.constraint(equalToConstant: 3)
        activate(between, own)
        #expect(box.constraints == [between] && a.constraints == [own] && root.constraints.isEmpty)
    }
}

@MainActor @Suite struct UIStackViewTests {
    private let root = UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 200))

    /// A stack that fills the root.
    private func stack(_ views: [UIView], _ setUp: (UIStackView) -> Void = { _ in }) -> UIStackView {
        let stack = UIStackView(arrangedSubviews: views)
        stack.translatesAutoresizingMaskIntoConstraints = false
        setUp(stack)
        root.addSubview(stack)
        NSLayoutConstraint.activate([
            stack.leadingAnchor.constraint(equalTo: root.leadingAnchor),
            stack.trailingAnchor.constraint(equalTo: root.trailingAnchor),
            stack.topAnchor.constraint(equalTo: root.topAnchor),
            stack.bottomAnchor.constraint(equalTo: root.bottomAnchor),
        ])
        root.layoutIfNeeded()
        return stack
    }

    private func xs(_ views: [UIView]) -> [[CGFloat]] { views.map { [$0.frame.minX, $0.frame.width] } }

    @Test func fillStretchesTheOneThatHugsLeast() {
        let views = [Content(50, 10), Content(60, 10), Content(70, 10)]
        views[1].setContentHuggingPriority(UILayoutPriority(200), for: .horizontal)
        _ = stack(views) { $0.spacing = 10 }
        #expect(xs(views) == [[0, 50], [60, 160], [230, 70]])
        #expect(views.allSatisfy { $0.frame.height == 200 })
    }

    @Test func fillEqually() {
        let views = [Content(50, 10), Content(60, 10), Content(70, 10)]
        _ = stack(views) {
            $0.distribution = .fillEqually
            $0.spacing = 15
        }
        #expect(xs(views) == [[0, 90], [105, 90], [210, 90]])
    }

    @Test func fillProportionally() {
        let views = [Content(10, 10), Content(20, 10), Content(30, 10)]
        _ = stack(views) { $0.distribution = .fillProportionally }
        #expect(xs(views) == [[0, 50], [50, 100], [150, 150]])
    }

    @Test func equalSpacing() {
        let views = [Content(50, 10), Content(60, 10), Content(70, 10)]
        _ = stack(views) { $0.distribution = .equalSpacing }
        #expect(xs(views) == [[0, 50], [110, 60], [230, 70]])
    }

    @Test func equalCentering() {
        let views = [Content(20, 10), Content(60, 10), Content(40, 10)]
        _ = stack(views) { $0.distribution = .equalCentering }
        // Centers at 10, 145 and 280.
        #expect(xs(views) == [[0, 20], [115, 60], [260, 40]])
    }

    @Test(
        arguments: [(.leading, 0, 30), (.center, 85, 30), (.trailing, 170, 30), (.fill, 0, 200)]
            as [(UIStackView.Alignment, CGFloat, CGFloat)])
    func alignment(alignment: UIStackView.Alignment, y: CGFloat, height: CGFloat) {
        let view = Content(50, 30)
        _ = stack([view]) { $0.alignment = alignment }
        #expect(view.frame.minY == y && view.frame.height == height)
    }

    @Test func aColumn() {
        let views = [Content(50, 30), Content(80, 40)]
        views[1].setContentHuggingPriority(UILayoutPriority(100), for: .vertical)
        _ = stack(views) {
            $0.axis = .vertical
            $0.alignment = .leading
            $0.spacing = 8
        }
        #expect(views[0].frame == CGRect(x: 0, y: 0, width: 50, height: 30))
        #expect(views[1].frame == CGRect(x: 0, y: 38, width: 80, height: 162))
    }

    @Test func aHiddenViewTakesNoRoom() {
        let views = [Content(50, 10), Content(60, 10), Content(70, 10)]
        let stack = stack(views) {
            $0.distribution = .fillEqually
            $0.spacing = 20
        }
        views[1].isHidden = true
        stack.setNeedsLayout()
        root.setNeedsLayout()
        root.layoutIfNeeded()
        #expect(xs([views[0], views[2]]) == [[0, 140], [160, 140]])
        views[1].isHidden = false
        root.setNeedsLayout()
        root.layoutIfNeeded()
        #expect(xs(views).map { $0[0] }.map { $0.rounded() } == [0, 107, 213])
    }

    @Test func itsSizeFollowsFromItsViews() {
        let stack = UIStackView(arrangedSubviews: [Content(50, 10), Content(60, 40)])
        stack.spacing = 8
        stack.alignment = .center
        #expect(stack.systemLayoutSizeFitting(.zero) == CGSize(width: 118, height: 40))
        stack.setCustomSpacing(20, after: stack.arrangedSubviews[0])
        #expect(stack.systemLayoutSizeFitting(.zero).width == 130)
        stack.axis = .vertical
        #expect(stack.systemLayoutSizeFitting(.zero) == CGSize(width: 60, height: 70))
    }

    @Test func marginsKeepViewsFromTheEdges() {
        let view = Content(50, 10)
        _ = stack([view]) {
            $0.isLayoutMarginsRelativeArrangement = true
            $0.layoutMargins = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        }
        #expect(view.frame == CGRect(x: 2, y: 1, width: 294, height: 196))
    }

    @Test func stacksInStacks() {
        let row = UIStackView(arrangedSubviews: [Content(40, 20), Content(40, 30)])
        row.spacing = 5
        let column = UIStackView(arrangedSubviews: [row, Content(10, 10)])
        column.axis = .vertical
        #expect(column.systemLayoutSizeFitting(.zero) == CGSize(width: 85, height: 40))
    }
}
