import Foundation
import GtkSupport

/// How far something has come. Source: Apple, UIProgressView. Linux: GTK's progress bar.
open class UIProgressView: UIView {
    /// Source: Apple, UIProgressView.Style.
    public enum Style: Int, Sendable {
        case `default` = 0
        case bar = 1
    }

    private final weak var content: ProgressBar?
    private final let looks = Looks()
    private final var observing: (any DispatchSourceTimer)?
    /// Linux: all look alike.
    open var progressViewStyle: Style

    public init(progressViewStyle style: UIProgressView.Style) {
        progressViewStyle = style
        super.init(frame: CGRect(x: 0, y: 0, width: 100, height: 4))
    }

    public override convenience init(frame: CGRect) {
        self.init(progressViewStyle: .default)
        self.frame = frame
    }

    public required init?(coder: NSCoder) { nil }

    /// From 0 to 1.
    open var progress: Float = 0 {
        didSet {
            progress = min(max(progress, 0), 1)
            content?.fraction = Double(progress)
        }
    }

    open func setProgress(_ progress: Float, animated: Bool) { self.progress = progress }

    /// The part that is done; `nil` is the desktop's accent color.
    open var progressTintColor: UIColor? { didSet { showLooks() } }
    open var trackTintColor: UIColor? { didSet { showLooks() } }

    private func showLooks() {
        var rules: [String: String] = [:]
        rules[" > trough > progress"] = progressTintColor.map { "background: \($0.look);" }
        rules[" > trough"] = trackTintColor.map { "background: \($0.look);" }
        looks.apply(rules, to: content)
    }

    /// The work whose progress is shown. Linux: read ten times a second until it is finished, because `Progress` does not tell
    /// of its changes.
    open var observedProgress: Progress? {
        didSet {
            observing?.cancel()
            observing = nil
            guard let observedProgress else { return }
            follow(observedProgress)
            guard !observedProgress.isFinished else { return }
            let timer = DispatchSource.makeTimerSource(queue: .main)
            timer.schedule(deadline: .now() + 0.1, repeating: 0.1)
            timer.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.readProgress() } }
            timer.resume()
            observing = timer
        }
    }

    private func readProgress() {
        guard let observedProgress else { return }
        follow(observedProgress)
        guard observedProgress.isFinished else { return }
        observing?.cancel()
        observing = nil
    }

    private func follow(_ observed: Progress) {
        let fraction = Float(observed.fractionCompleted)
        if fraction != progress { progress = fraction }
    }

    isolated deinit { observing?.cancel() }

    package override func makeContent() -> Widget? {
        let content = ProgressBar(fraction: Double(progress))
        if let accessibilityLabel { content.setAccessibleLabel(accessibilityLabel) }
        self.content = content
        showLooks()
        return content
    }

    open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: 4) }
}

/// Says that something goes on. Source: Apple, UIActivityIndicatorView. Linux: GTK's spinner.
open class UIActivityIndicatorView: UIView {
    /// Source: Apple, UIActivityIndicatorView.Style.
    public enum Style: Int, Sendable {
        case medium = 100
        case large = 101

        /// The names before iOS 13. Linux: sizes; the color is the view's.
        public static let white = Style.medium
        public static let gray = Style.medium
        public static let whiteLarge = Style.large
    }

    private final weak var content: Spinner?
    open private(set) var isAnimating = false
    open var style: Style { didSet { invalidateIntrinsicContentSize() } }
    /// `nil`, the default, is the theme's color.
    open var color: UIColor! { didSet { content?.color = levels } }
    open var hidesWhenStopped = true { didSet { isHidden = hidesWhenStopped && !isAnimating } }

    public init(style: UIActivityIndicatorView.Style) {
        self.style = style
        super.init(frame: .zero)
        frame.size = intrinsicContentSize
        isHidden = true
    }

    public override convenience init(frame: CGRect) {
        self.init(style: .medium)
        self.frame = frame
    }

    public required init?(coder: NSCoder) { nil }

    open func startAnimating() { setAnimating(true) }

    open func stopAnimating() { setAnimating(false) }

    private var levels: SIMD4<Double>? {
        var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
        guard let color, color.getRed(&red, green: &green, blue: &blue, alpha: &alpha) else { return nil }
        return SIMD4(red, green, blue, alpha)
    }

    private func setAnimating(_ animates: Bool) {
        isAnimating = animates
        content?.isTurning = animates
        isHidden = hidesWhenStopped && !animates
    }

    package override func makeContent() -> Widget? {
        let content = Spinner(isTurning: isAnimating)
        content.color = levels
        self.content = content
        return content
    }

    open override var intrinsicContentSize: CGSize {
        let side: CGFloat = style == .large ? 37 : 20
        return CGSize(width: side, height: side)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }
}
