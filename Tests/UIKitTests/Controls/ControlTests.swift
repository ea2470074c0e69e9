import Testing

@testable import UIKit

@MainActor @Suite struct ControlTests {
    /// Counts the events of a control.
    private func counter(_ control: UIControl, _ events: UIControl.Event) -> () -> Int {
        final class Count { var value = 0 }
        let count = Count()
        control.addAction(UIAction { _ in count.value += 1 }, for: events)
        return { count.value }
    }

    @Test func anActionIsDoneForItsControl() {
        var senders: [Any] = []
        let action = UIAction(title: "Take") { senders.append($0.sender as Any) }
        let button = UIButton(type: .system, primaryAction: action)
        #expect(button.currentTitle == "Take")
        button.sendActions(for: .primaryActionTriggered)
        #expect(senders.count == 1 && senders[0] as? UIButton === button && action.sender == nil)
        button.removeAction(action, for: .primaryActionTriggered)
        button.sendActions(for: .primaryActionTriggered)
        #expect(senders.count == 1)
    }

    @Test func actionsWithOneIdentifierReplaceEachOther() {
        let button = UIButton(type: .custom)
        var done = ""
        let id = UIAction.Identifier("shoot")
        button.addAction(UIAction(identifier: id) { _ in done += "a" }, for: .touchUpInside)
        button.addAction(UIAction(identifier: id) { _ in done += "b" }, for: .touchUpInside)
        button.sendActions(for: .touchUpInside)
        #expect(done == "b")
    }

    @Test func aButtonsImageCanStayAsItIs() throws {
        let button = UIButton(type: .custom)
        button.setImage(UIImage(systemName: "camera"), for: .normal)
        let (image, title) = (try #require(button.imageView), try #require(button.titleLabel))
        button.isHighlighted = true
        // Layers keep opacities as `Float`.
        #expect(abs(image.alpha - 0.4) < 0.001)
        button.adjustsImageWhenHighlighted = false
        #expect(image.alpha == 1 && abs(title.alpha - 0.4) < 0.001)
        button.isEnabled = false
        #expect(image.alpha < 0.4)
        button.adjustsImageWhenDisabled = false
        #expect(image.alpha == 1)
    }

    @Test func aButtonLooksLikeItsState() {
        let button = UIButton(type: .custom)
        button.setTitle("Start", for: .normal)
        button.setTitle("Stop", for: .selected)
        button.setTitleColor(.red, for: .selected)
        #expect(button.currentTitle == "Start" && button.currentTitleColor == .white)
        button.isSelected = true
        #expect(button.currentTitle == "Stop" && button.currentTitleColor == .red)
        button.isEnabled = false
        // What is not set for a state is the normal one's.
        #expect(button.currentTitle == "Start")
        #expect(button.accessibilityLabel == "Start")
    }

    @Test func aSymbolIsAsLargeAsItsStatesConfiguration() throws {
        let button = UIButton(type: .custom)
        button.setImage(UIImage(systemName: "camera"), for: .normal)
        button.setPreferredSymbolConfiguration(UIImage.SymbolConfiguration(pointSize: 20), forImageIn: .normal)
        button.setPreferredSymbolConfiguration(UIImage.SymbolConfiguration(pointSize: 40), forImageIn: .selected)
        let size = try #require(button.imageView?.image).size
        button.isSelected = true
        let large = try #require(button.imageView?.image).size
        #expect(abs(large.width - 2 * size.width) <= 1 && large.width > size.width)
        button.isSelected = false
        #expect(button.imageView?.image?.size == size)
    }

    @Test func aButtonIsAsLargeAsItsContents() {
        let image = UIGraphicsImageRenderer(size: CGSize(width: 30, height: 20)).image { _ in }
        let button = UIButton(type: .custom)
        button.setImage(image, for: .normal)
        #expect(button.intrinsicContentSize == image.size)
        button.contentEdgeInsets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        #expect(button.intrinsicContentSize == CGSize(width: image.size.width + 6, height: image.size.height + 4))
        button.frame = CGRect(x: 0, y: 0, width: 106, height: 104)
        button.contentHorizontalAlignment = .left
        button.layoutIfNeeded()
        #expect(button.imageView?.frame.origin == CGPoint(x: 2, y: 1 + (100 - image.size.height) / 2))
    }

    @Test func aConfigurationWithoutATitleShowsThatOfTheState() {
        let button = UIButton(configuration: .filled())
        button.setTitle("Record", for: .normal)
        button.setImage(UIImage(systemName: "circle"), for: .normal)
        button.sizeToFit()
        #expect(button.titleLabel?.text == "Record" && button.accessibilityLabel == "Record")
        #expect(button.imageView?.image != nil && button.bounds.width > 40)
        button.configuration?.title = "Stop"
        #expect(button.titleLabel?.text == "Stop")
    }

    @Test func aConfigurationReplacesTheLooks() {
        var look = UIButton.Configuration.filled()
        look.title = "Go"
        look.cornerStyle = .capsule
        let button = UIButton(configuration: look)
        button.frame = CGRect(x: 0, y: 0, width: 100, height: 40)
        button.layoutIfNeeded()
        #expect(button.titleLabel?.text == "Go")
        #expect(button.layer.cornerRadius == 20)
        button.configurationUpdateHandler = { $0.configuration?.title = $0.isEnabled ? "On" : "Off" }
        button.isEnabled = false
        #expect(button.titleLabel?.text == "Off")
    }

    @Test func aSliderStaysBetweenItsLimits() {
        let slider = UISlider(frame: .zero)
        let events = counter(slider, .valueChanged)
        slider.maximumValue = 10
        slider.value = 20
        #expect(slider.value == 10)
        slider.minimumValue = 4
        slider.value = 1
        #expect(slider.value == 4 && events() == 0)
        slider.moved(to: 7)
        #expect(slider.value == 7 && events() == 1)
    }

    @Test func aSwitchTellsOnlyWhatAPersonDid() {
        let control = UISwitch(frame: .zero)
        let events = counter(control, .valueChanged)
        control.isOn = true
        #expect(events() == 0)
        control.toggled(to: false)
        #expect(!control.isOn && events() == 1)
    }

    @Test func aSegmentIsChosenByItsButton() {
        let control = UISegmentedControl(items: ["Photo", "Video", "Slo-mo"])
        let events = counter(control, .valueChanged)
        control.frame = CGRect(x: 0, y: 0, width: 300, height: 32)
        control.layoutIfNeeded()
        #expect(control.selectedSegmentIndex == UISegmentedControl.noSegment)
        control.selectedSegmentIndex = 0
        #expect(events() == 0)
        let buttons = control.subviews.compactMap { $0 as? UIButton }
        #expect(buttons.map(\.frame.minX) == [0, 100, 200])
        buttons[1].sendActions(for: [.touchUpInside, .primaryActionTriggered])
        #expect(control.selectedSegmentIndex == 1 && events() == 1)
        buttons[1].sendActions(for: .primaryActionTriggered)
        #expect(events() == 1)
        control.insertSegment(withTitle: "Pano", at: 0, animated: false)
        #expect(control.selectedSegmentIndex == 2 && control.titleForSegment(at: 0) == "Pano")
        control.removeSegment(at: 2, animated: false)
        #expect(control.selectedSegmentIndex == UISegmentedControl.noSegment && control.numberOfSegments == 3)
    }

    @Test func aSegmentRunsItsAction() {
        final class Runs { var titles: [String] = [] }
        let runs = Runs()
        let actions = ["Photo", "Video"].map { title in
            UIAction(title: title, identifier: UIAction.Identifier(title)) { runs.titles.append($0.title) }
        }
        let control = UISegmentedControl(frame: .zero, actions: actions)
        let events = counter(control, .valueChanged)
        let buttons = control.subviews.compactMap { $0 as? UIButton }
        buttons[1].sendActions(for: .primaryActionTriggered)
        #expect(runs.titles == ["Video"] && events() == 1 && control.selectedSegmentIndex == 1)
        control.selectedSegmentIndex = 0
        #expect(runs.titles == ["Video"])

        let disabled = UIAction(title: "Photo", identifier: actions[0].identifier, attributes: .disabled) { _ in }
        control.insertSegment(action: disabled, at: 0, animated: false)
        #expect(control.numberOfSegments == 2 && !control.isEnabledForSegment(at: 0))
        control.insertSegment(action: actions[0], at: 1, animated: false)
        #expect(control.titleForSegment(at: 0) == "Video" && control.titleForSegment(at: 1) == "Photo")
        #expect(control.segmentIndex(identifiedBy: actions[0].identifier) == 1)
        #expect(control.actionForSegment(at: 1) === actions[0])
        control.removeSegment(at: 1, animated: false)
        #expect(control.segmentIndex(identifiedBy: actions[0].identifier) == NSNotFound)
    }

    @Test func aStepperCountsWithinItsLimits() {
        let stepper = UIStepper(frame: .zero)
        let events = counter(stepper, .valueChanged)
        stepper.maximumValue = 1
        let buttons = stepper.subviews.compactMap { $0 as? UIButton }
        #expect(!buttons[0].isEnabled && buttons[1].isEnabled)
        for _ in 0..<2 { buttons[1].sendActions(for: .primaryActionTriggered) }
        #expect(stepper.value == 1 && events() == 1 && !buttons[1].isEnabled)
        stepper.wraps = true
        buttons[1].sendActions(for: .primaryActionTriggered)
        #expect(stepper.value == 0 && events() == 2)
    }

    @Test func aTextFieldTellsOfItsEditing() {
        final class Delegate: UITextFieldDelegate {
            var told: [String] = []
            func textFieldDidBeginEditing(_ textField: UITextField) { told.append("begin") }
            func textFieldDidEndEditing(_ textField: UITextField) { told.append("end") }
            func textFieldShouldReturn(_ textField: UITextField) -> Bool {
                told.append("return")
                return textField.hasText
            }
        }
        let (field, delegate) = (UITextField(frame: .zero), Delegate())
        field.delegate = delegate
        let (edits, ends) = (counter(field, .editingChanged), counter(field, .editingDidEndOnExit))
        #expect(field.text == "" && field.becomeFirstResponder() && field.isEditing)
        field.returned()
        #expect(ends() == 0)
        field.edited(to: "Ada")
        field.returned()
        field.resignFirstResponder()
        #expect(delegate.told == ["begin", "return", "return", "end"])
        #expect(field.text == "Ada" && edits() == 1 && ends() == 1)
    }

    @Test func progressIsAFraction() {
        let progress = UIProgressView(progressViewStyle: .default)
        progress.progress = 3
        #expect(progress.progress == 1)
        progress.progressViewStyle = .bar
        #expect(progress.progressViewStyle == .bar)
        let indicator = UIActivityIndicatorView(style: .large)
        #expect(indicator.isHidden)
        indicator.startAnimating()
        #expect(indicator.isAnimating && !indicator.isHidden && indicator.intrinsicContentSize.width == 37)
    }

    @Test(.timeLimit(.minutes(3))) func anObservedProgressIsShown() async throws {
        let (view, work) = (UIProgressView(progressViewStyle: .default), Progress(totalUnitCount: 4))
        work.completedUnitCount = 1
        view.observedProgress = work
        #expect(view.progress == 0.25)
        work.completedUnitCount = 2
        while view.progress != 0.5 { try await Task.sleep(for: .milliseconds(10)) }
        work.completedUnitCount = 4
        while view.progress != 1 { try await Task.sleep(for: .milliseconds(10)) }
        view.observedProgress = nil
        #expect(view.progress == 1)
    }
}

@MainActor @Suite struct UIScrollViewTests {
    private final class Delegate: UIScrollViewDelegate {
        var scrolls = 0
        var told: [String] = []
        let content = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 400))

        func scrollViewDidScroll(_ scrollView: UIScrollView) { scrolls += 1 }
        func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { told.append("rest") }
        func viewForZooming(in scrollView: UIScrollView) -> UIView? { content }
    }

    private let delegate = Delegate()
    private let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))

    init() {
        scroll.delegate = delegate
        scroll.addSubview(delegate.content)
        scroll.contentSize = delegate.content.frame.size
    }

    @Test func theOffsetMovesTheBounds() {
        scroll.contentOffset = CGPoint(x: 10, y: 50)
        #expect(scroll.bounds.origin == CGPoint(x: 10, y: 50) && delegate.scrolls == 1)
        #expect(delegate.content.convert(CGPoint(x: 10, y: 50), to: scroll.superview) != .zero)
    }

    @Test func theWheelStopsAtTheEnd() {
        let down = UIEvent(scroll: CGPoint(x: 0, y: 250), at: .zero, time: 0)
        #expect(scroll.scrolled(down) && scroll.contentOffset.y == 250)
        #expect(scroll.scrolled(down) && scroll.contentOffset.y == 300)
        // The view around gets what is left.
        #expect(!scroll.scrolled(down))
        scroll.contentInset.bottom = 20
        #expect(scroll.scrolled(down) && scroll.contentOffset.y == 320)
    }

    @Test func theSafeAreaBelongsToTheInsets() {
        let around = UIView(frame: scroll.frame)
        around.addSubview(scroll)
        around.additionalSafeArea = UIEdgeInsets(top: 44, left: 0, bottom: 20, right: 0)
        #expect(scroll.adjustedContentInset == UIEdgeInsets(top: 44, left: 0, bottom: 20, right: 0))
        // What was at the top still is.
        #expect(scroll.contentOffset == CGPoint(x: 0, y: -44))
        scroll.contentInset.top = 6
        #expect(scroll.contentOffset.y == -50)
        scroll.contentInsetAdjustmentBehavior = .never
        #expect(scroll.adjustedContentInset == UIEdgeInsets(top: 6, left: 0, bottom: 0, right: 0))
        scroll.contentInsetAdjustmentBehavior = .automatic
        scroll.contentSize.height = 10
        #expect(scroll.adjustedContentInset.top == 6)
    }

    @Test func anotherViewsWheelIsItsClosures() {
        let view = UIView()
        let event = UIEvent(scroll: CGPoint(x: 0, y: 60), at: .zero, time: 0)
        #expect(!view.scrolled(event))
        view.onScroll = { $0.scroll.y == 60 }
        #expect(view.scrolled(event))
    }

    @Test func aPartIsMadeVisible() {
        scroll.scrollRectToVisible(CGRect(x: 0, y: 150, width: 10, height: 20), animated: false)
        #expect(scroll.contentOffset == CGPoint(x: 0, y: 70))
        scroll.scrollRectToVisible(CGRect(x: 0, y: 100, width: 10, height: 20), animated: false)
        #expect(scroll.contentOffset == CGPoint(x: 0, y: 70))
    }

    @Test func smallerContentMovesBack() {
        scroll.contentOffset = CGPoint(x: 100, y: 300)
        scroll.contentSize = CGSize(width: 150, height: 50)
        #expect(scroll.contentOffset == CGPoint(x: 50, y: 0))
    }

    @Test func zoomingKeepsTheMiddle() {
        scroll.maximumZoomScale = 3
        scroll.contentOffset = CGPoint(x: 50, y: 50)
        scroll.zoomScale = 2
        #expect(scroll.zoomScale == 2 && scroll.contentSize == CGSize(width: 400, height: 800))
        #expect(scroll.contentOffset == CGPoint(x: 150, y: 150))
        scroll.zoomScale = 10
        #expect(scroll.zoomScale == 3)
        scroll.zoomScale = 0.1
        #expect(scroll.zoomScale == 1)
    }

    @Test func aPartIsZoomedToFit() {
        scroll.maximumZoomScale = 3
        scroll.zoom(to: CGRect(x: 100, y: 100, width: 50, height: 50), animated: false)
        #expect(scroll.zoomScale == 2 && scroll.contentOffset == CGPoint(x: 200, y: 200))
        // No larger than allowed, with the part in the middle.
        scroll.zoom(to: CGRect(x: 100, y: 100, width: 10, height: 10), animated: false)
        #expect(scroll.zoomScale == 3 && scroll.contentOffset == CGPoint(x: 265, y: 265))
        scroll.zoom(to: .zero, animated: false)
        #expect(scroll.zoomScale == 3)
    }

    @Test func constraintsInsideMakeTheContentSize() {
        let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let content = Content(80, 500)
        scroll.addSubview(content)
        NSLayoutConstraint.activate([
            content.leadingAnchor.constraint(equalTo: scroll.leadingAnchor, constant: 10),
            content.trailingAnchor.constraint(equalTo: scroll.trailingAnchor, constant: -10),
            content.topAnchor.constraint(equalTo: scroll.topAnchor),
            content.bottomAnchor.constraint(equalTo: scroll.bottomAnchor),
        ])
        scroll.layoutIfNeeded()
        #expect(scroll.contentSize == CGSize(width: 100, height: 500))
        scroll.contentOffset.y = 200
        scroll.setNeedsLayout()
        scroll.layoutIfNeeded()
        #expect(content.frame == CGRect(x: 10, y: 0, width: 80, height: 500) && scroll.contentOffset.y == 200)
    }
}
