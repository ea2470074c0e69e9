import Foundation
import GtkSupport
import QuartzCore
import UIKitCore

/// A picture, or several in turn. Source: Apple, UIImageView.
open class UIImageView: UIView {
    private var drawn: (key: Key, picture: CGImage)?
    private var animationStart: Date?
    private var shownIndex: Int?
    final var symbolMotions = SymbolMotions()

    private struct Key: Equatable {
        let image: ObjectIdentifier
        let tint: SIMD4<Double>
        let scale: CGFloat
        let size: CGSize
        let isMirrored: Bool
    }

    public override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        accessibility.traits = .image
    }

    public convenience init(image: UIImage?) {
        self.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
        self.image = image
    }

    public convenience init(image: UIImage?, highlightedImage: UIImage?) {
        self.init(image: image)
        self.highlightedImage = highlightedImage
    }

    /// Linux: always `nil`, as there are no archives of views.
    public required init?(coder: NSCoder) { nil }

    open var image: UIImage? {
        didSet {
            let oldSize = symbol?.size ?? oldValue?.size
            configureSymbols()
            if (symbol ?? image)?.size != oldSize { invalidateIntrinsicContentSize() }
            if image?.images != nil || oldValue?.images != nil { followImage() }
        }
    }

    open var highlightedImage: UIImage? {
        didSet { configureSymbols() }
    }

    /// How symbols are drawn: their size, weight and colors.
    open var preferredSymbolConfiguration: UIImage.SymbolConfiguration? {
        didSet {
            configureSymbols()
            invalidateIntrinsicContentSize()
        }
    }

    /// The images with the preferred configuration; `nil` without one, and if they are no symbols.
    private var symbol: UIImage?
    private var highlightedSymbol: UIImage?

    private func configureSymbols() {
        symbol = preferredSymbolConfiguration.flatMap { image?.applyingSymbolConfiguration($0) }
        highlightedSymbol = preferredSymbolConfiguration.flatMap { highlightedImage?.applyingSymbolConfiguration($0) }
        setNeedsDisplay()
    }

    open var isHighlighted = false {
        didSet { setNeedsDisplay() }
    }

    /// Shown in turn, once started.
    open var animationImages: [UIImage]?
    /// Of all images; 0 for a thirtieth of a second each.
    open var animationDuration: TimeInterval = 0
    /// 0 for no end.
    open var animationRepeatCount = 0

    open var isAnimating: Bool { animationStart != nil }

    /// An animated image moves by itself while it is in a window.
    private func followImage() {
        if image?.images != nil, windowLink != nil { startAnimating() } else { stopAnimating() }
    }

    open override func didMoveToWindow() {
        super.didMoveToWindow()
        followSymbol()
        if image?.images != nil { followImage() }
    }

    /// The images in turn, and how long all of them take.
    private var sequence: (images: [UIImage], duration: TimeInterval)? {
        if let animationImages, !animationImages.isEmpty {
            return (animationImages, animationDuration > 0 ? animationDuration : Double(animationImages.count) / 30)
        }
        return image?.images.map { ($0, image?.duration ?? 0) }
    }

    open func startAnimating() {
        guard sequence != nil else { return }
        let start = Date()
        animationStart = start
        LayerClock.current.onEachFrame { [weak self] _ in
            guard isOnMainActor else { return false }
            return MainActor.assumeIsolated { self?.showNext(start) ?? false }
        }
    }

    open func stopAnimating() {
        animationStart = nil
        setNeedsDisplay()
    }

    private var animationIndex: Int? {
        guard let animationStart, let (images, duration) = sequence else { return nil }
        let count = images.count
        let index = Int(Date().timeIntervalSince(animationStart) / duration * Double(count))
        return animationRepeatCount > 0 && index >= count * animationRepeatCount ? nil : index % count
    }

    private func showNext(_ start: Date) -> Bool {
        guard animationStart == start else { return false }
        guard let index = animationIndex, windowLink != nil else {
            stopAnimating()
            return false
        }
        if index != shownIndex { setNeedsDisplay() }
        shownIndex = index
        return true
    }

    open override func tintColorDidChange() { setNeedsDisplay() }

    open override var intrinsicContentSize: CGSize { (symbol ?? image)?.size ?? super.intrinsicContentSize }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { (symbol ?? image)?.size ?? .zero }

    private var shownImage: UIImage? {
        if let index = animationIndex { return sequence?.images[index] }
        let usual = symbol ?? image
        return isHighlighted ? highlightedSymbol ?? highlightedImage ?? usual : usual
    }

    override func drawContent(in snapshot: Snapshot) {
        guard let image = shownImage, bounds.width > 0, bounds.height > 0 else { return }
        let place = contentMode.gravity.place(image.size, in: bounds)
        guard let picture = picture(of: image, place.size), let texture = Texture.cached(picture) else { return }
        let pose = pose(at: CACurrentMediaTime())
        guard pose != SymbolPose() else { return snapshot.draw(texture, in: Rect(place)) }
        snapshot.saved {
            snapshot.place(Placement(pose, around: CGPoint(x: place.midX, y: place.midY)))
            snapshot.withOpacity(pose.opacity) { snapshot.draw(texture, in: Rect(place)) }
        }
    }

    /// Upright, in the tint color if it is a template.
    final func picture(of image: UIImage, _ size: CGSize) -> CGImage? {
        let isMirrored = isRightToLeft && (image.isSymbolImage || image.flipsForRightToLeftLayoutDirection)
        if !isMirrored, !image.isTemplate, image.imageOrientation == .up, !image.isResizable,
            let pixels = image.cgImage, !image.isSymbolImage
        {
            return pixels
        }
        let tint = tintColor.resolvedColor(with: traitCollection)
        let scale = CGFloat(presence?.widget.scaleFactor ?? 1)
        let key = Key(
            image: ObjectIdentifier(image), tint: tint.rgba, scale: scale, size: size, isMirrored: isMirrored)
        if let drawn, drawn.key == key { return drawn.picture }
        let shown = isMirrored ? image.mirroredSymbol : image
        guard var picture = shown.picture(color: tint, size: size, scale: scale) else { return nil }
        // A symbol that shows the way has another one as its mirror image.
        if isMirrored, image.flipsForRightToLeftLayoutDirection, shown === image {
            let flipped = UIImage(cgImage: picture, scale: 1, orientation: .upMirrored)
            picture = flipped.picture(color: tint, scale: 1) ?? picture
        }
        drawn = (key, picture)
        return picture
    }
}
