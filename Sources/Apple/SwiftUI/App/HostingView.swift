import QuartzCore
import UIKit

/// The UIView that a tree of views is drawn in. It gives the views its size and its touches.
final class HostingView: UIView {
    let host: ViewHost
    private var touchIDs: [ObjectIdentifier: Int] = [:]
    private var nextTouch = 0
    /// What another program drags over the views.
    var dropSession: DropSession?

    init(_ view: any View, environment: EnvironmentValues = EnvironmentValues()) {
        if UIApplication.isRunning { TextMeasure.current = PlatformText() }
        let clock = AnimationClock(time: CACurrentMediaTime)
        host = ViewHost(view, size: .zero, environment: environment, clock: clock)
        super.init(frame: .zero)
        clock.requestTick = { [weak clock] in
            LayerClock.current.onEachFrame { _ in
                // The clock asks again while something moves.
                MainActor.assumeIsolated { clock?.tick() }
                return false
            }
        }
        isMultipleTouchEnabled = true
        onScroll = { [unowned self] event in host.scroll(by: event.scroll, at: convert(event.scrollPlace, from: nil)) }
        onMenu = { [unowned self] in host.showMenu(at: $0) }
        onKeyPress = { [unowned self] in host.graph.press($0) }
        onKeyRelease = { [unowned self] in _ = host.graph.handle($0) }
        onHover = { [unowned self] in host.hover(at: $0) }
        onDrop = { [unowned self] in takeDrop($0) }
        addSubview(host.surface.view)
    }

    required init?(coder: NSCoder) { nil }

    /// Shows another value of the root.
    func show(_ view: any View) { host.graph.setRoot(view, host.environment) }

    var didEnterWindow: () -> Void = {}

    override func didMoveToWindow() {
        super.didMoveToWindow()
        if window != nil { didEnterWindow() }
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        host.surface.setFrame(bounds)
        var environment = host.environment
        environment.displayScale = max(1, contentScaleFactor)
        environment.colorScheme = traitCollection.userInterfaceStyle == .dark ? .dark : .light
        environment.layoutDirection = LayoutDirection(traitCollection.layoutDirection)
        environment.horizontalSizeClass = bounds.width >= 600 ? .regular : .compact
        environment.verticalSizeClass = bounds.height >= 500 ? .regular : .compact
        environment.accessibilityReduceMotion = UIAccessibility.isReduceMotionEnabled
        environment.accessibilityVoiceOverEnabled = UIAccessibility.isVoiceOverRunning
        let insets = safeAreaInsets
        host.safeAreaInsets = EdgeInsets(
            top: insets.top, leading: insets.left, bottom: insets.bottom, trailing: insets.right)
        host.bounds = bounds
        if !sameValue(environment, host.environment) { host.environment = environment }
        host.graph.update()
    }

    private func send(_ touches: Set<UITouch>, _ phase: TouchInput.Phase) {
        for touch in touches {
            let key = ObjectIdentifier(touch)
            if phase == .began {
                nextTouch += 1
                touchIDs[key] = nextTouch
            }
            guard let id = touchIDs[key] else { continue }
            host.touch(TouchInput(id: id, phase: phase, location: touch.location(in: self), time: touch.timestamp))
            if phase == .ended || phase == .cancelled { touchIDs[key] = nil }
        }
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { send(touches, .began) }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { send(touches, .moved) }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { send(touches, .ended) }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { send(touches, .cancelled) }

    override func sizeThatFits(_ size: CGSize) -> CGSize { host.size(ProposedViewSize(size)) }
}
