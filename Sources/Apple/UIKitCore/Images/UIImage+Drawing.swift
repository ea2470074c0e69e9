import Foundation

extension UIImage {
    /// Draws into the current context, in its own size.
    public func draw(at point: CGPoint) { draw(in: CGRect(origin: point, size: size)) }

    /// Draws into the current context. A template is drawn in its tint color, else in black.
    public func draw(in rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.saveGState()
        defer { context.restoreGState() }
        if let symbol = content.symbol {
            let pixels = max(abs(context.ctm.d), abs(context.ctm.b))
            let picture = symbol.picture(scale: pixels, color: content.tint ?? .black, size: rect.size)
            context.translateBy(x: rect.minX, y: rect.maxY)
            context.scaleBy(x: 1, y: -1)
            if let picture { context.draw(picture, in: CGRect(origin: .zero, size: rect.size)) }
            return
        }
        if isResizable, rect.size != size {
            guard let pixels = content.tint.flatMap({ upright?.painted($0) }) ?? upright else { return }
            return drawParts(in: rect, of: pixels)
        }
        guard let pixels = content.tint.flatMap({ content.pixels?.painted($0) }) ?? content.pixels else { return }
        // The context's y points down, a picture's rows are upright where y points up.
        context.translateBy(x: rect.minX, y: rect.maxY)
        context.scaleBy(x: 1, y: -1)
        context.concatenate(imageOrientation.transform(rect.size))
        let isSideways = imageOrientation.isSideways
        let size = isSideways ? CGSize(width: rect.height, height: rect.width) : rect.size
        context.draw(pixels, in: CGRect(origin: .zero, size: size))
    }

    /// Draws into the current context, put together with what is there.
    ///
    /// - `alpha`: 0 to 1.
    public func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.saveGState()
        context.setAlpha(alpha)
        context.setBlendMode(blendMode)
        draw(in: rect)
        context.restoreGState()
    }

    /// - `alpha`: 0 to 1.
    public func draw(at point: CGPoint, blendMode: CGBlendMode, alpha: CGFloat) {
        draw(in: CGRect(origin: point, size: size), blendMode: blendMode, alpha: alpha)
    }

    /// The pixels, turned upright.
    var upright: CGImage? {
        guard imageOrientation != .up, content.symbol == nil else { return stored }
        return UIGraphicsImageRenderer(size: size, format: UIGraphicsImageRendererFormat(scale: scale)).image { _ in
            draw(at: .zero)
        }.content.pixels
    }

    // MARK: Other sizes

    /// The picture in another size, upright, or `nil` without pixels.
    public func preparingThumbnail(of size: CGSize) -> UIImage? {
        guard self.size != .zero, size.width >= 1, size.height >= 1 else { return nil }
        let format = UIGraphicsImageRendererFormat(scale: scale)
        return UIGraphicsImageRenderer(size: size, format: format).image { _ in
            draw(in: CGRect(origin: .zero, size: size))
        }
    }

    /// - `completionHandler`: called on another queue.
    @preconcurrency public func prepareThumbnail(
        of size: CGSize, completionHandler: @escaping @Sendable (UIImage?) -> Void
    ) {
        DispatchQueue.global(qos: .userInitiated).async { completionHandler(self.preparingThumbnail(of: size)) }
    }

    public func byPreparingThumbnail(ofSize size: CGSize) async -> UIImage? {
        await withCheckedContinuation { continuation in
            prepareThumbnail(of: size) { continuation.resume(returning: $0) }
        }
    }

    /// Linux: the image itself, as its pixels are decoded already.
    public func preparingForDisplay() -> UIImage? { size == .zero ? nil : self }

    /// - Parameter completionHandler: called on another queue.
    @preconcurrency public func prepareForDisplay(completionHandler: @escaping @Sendable (UIImage?) -> Void) {
        DispatchQueue.global(qos: .userInitiated).async { completionHandler(self.preparingForDisplay()) }
    }

    public func byPreparingForDisplay() async -> UIImage? { preparingForDisplay() }
}

extension UIImage.Orientation {
    /// What turns stored pixels upright, where y points up.
    ///
    /// - Parameter size: of the upright picture.
    fileprivate func transform(_ size: CGSize) -> CGAffineTransform {
        var transform = CGAffineTransform.identity
        switch self {
        case .down, .downMirrored:
            transform = transform.translatedBy(x: size.width, y: size.height).rotated(by: .pi)
        case .left, .leftMirrored: transform = transform.translatedBy(x: size.width, y: 0).rotated(by: .pi / 2)
        case .right, .rightMirrored: transform = transform.translatedBy(x: 0, y: size.height).rotated(by: -.pi / 2)
        case .up, .upMirrored: break
        }
        switch self {
        case .upMirrored, .downMirrored: return transform.translatedBy(x: size.width, y: 0).scaledBy(x: -1, y: 1)
        case .leftMirrored, .rightMirrored: return transform.translatedBy(x: size.height, y: 0).scaledBy(x: -1, y: 1)
        default: return transform
        }
    }
}
