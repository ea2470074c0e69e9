import Foundation
import GtkSupport
import QuartzCore
import UIKitCore

/// A picture, or several in turn. Source: Apple, UIImageView.
open class UIImageView: UIView {
    private var drawn: (key: Key, picture: CGImage)?
    private var animationStart: Date?

    private struct Key: Equatable {
        let image: ObjectIdentifier
        let tint: SIMD4<Double>
        let scale: CGFloat
        let size: CGSize
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
            setNeedsDisplay()
            if image?.size != oldValue?.size { invalidateIntrinsicContentSize() }
        }
    }

    open var highlightedImage: UIImage? {
        didSet { setNeedsDisplay() }
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

    open func startAnimating() {
        guard let animationImages, !animationImages.isEmpty else { return }
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
        guard let animationStart, let animationImages, !animationImages.isEmpty else { return nil }
        let count = animationImages.count
        let duration = animationDuration > 0 ? animationDuration : Double(count) / 30
        let index = Int(Date().timeIntervalSince(animationStart) / duration * Double(count))
        return animationRepeatCount > 0 && index >= count * animationRepeatCount ? nil : index % count
    }

    private func showNext(_ start: Date) -> Bool {
        guard animationStart == start else { return false }
        guard animationIndex != nil, windowLink != nil else {
            stopAnimating()
            return false
        }
        setNeedsDisplay()
        return true
    }

    open override func tintColorDidChange() { setNeedsDisplay() }

    open override var intrinsicContentSize: CGSize { image?.size ?? super.intrinsicContentSize }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { image?.size ?? .zero }

    private var shownImage: UIImage? {
        if let index = animationIndex { return animationImages?[index] }
        return isHighlighted ? highlightedImage ?? image : image
    }

    override func drawContent(in snapshot: Snapshot) {
        guard let image = shownImage, bounds.width > 0, bounds.height > 0 else { return }
        let place = contentMode.gravity.place(image.size, in: bounds)
        guard let picture = picture(of: image, place.size), let texture = Texture.cached(picture) else { return }
        snapshot.draw(texture, in: Rect(place))
    }

    /// Upright, in the tint color if it is a template.
    private func picture(of image: UIImage, _ size: CGSize) -> CGImage? {
        if !image.isTemplate, image.imageOrientation == .up, let pixels = image.cgImage, !image.isSymbolImage {
            return pixels
        }
        let tint = tintColor.resolvedColor(with: traitCollection)
        let scale = CGFloat(presence?.widget.scaleFactor ?? 1)
        let key = Key(image: ObjectIdentifier(image), tint: tint.rgba, scale: scale, size: size)
        if let drawn, drawn.key == key { return drawn.picture }
        guard let picture = image.picture(color: tint, size: size, scale: scale) else { return nil }
        drawn = (key, picture)
        return picture
    }
}
