import Foundation

/// Draws pictures and paths into memory. Source: Apple, CGContext.
///
/// As on Apple's systems the origin is the lower left corner and the first row in memory is the uppermost, so that a
/// picture drawn into the whole context stands upright. Linux: no text, and colors are assumed to be in the context's
/// color space.
///
/// One thread at a time may use a context.
public final class CGContext: _CFObject {
    struct GraphicsState {
        var transform = CGAffineTransform.identity
        var fill = SIMD4<Float>(0, 0, 0, 255)
        var stroke = SIMD4<Float>(0, 0, 0, 255)
        var line = StrokeStyle()
        /// Where something can be drawn; `nil` for everywhere.
        var clip: Coverage?
        var alpha: Float = 1
        var blend = CGBlendMode.normal
        var interpolation = CGInterpolationQuality.default
        /// Whether a pixel at an edge is covered in part; otherwise by half of its area.
        var isAntialiased = true
        var shadow: Shadow?
    }

    public let width: Int
    public let height: Int
    public let bytesPerRow: Int
    public let bitmapInfo: CGBitmapInfo
    public let colorSpace: CGColorSpace?
    /// The first row.
    public let data: UnsafeMutableRawPointer?
    private let ownsData: Bool
    private let layout: BitmapLayout
    var state = GraphicsState()
    /// The path under construction, in pixels.
    let path = CGMutablePath()
    private var saved: [GraphicsState] = []
    private var allowsAntialiasing = true

    /// A context over the caller's memory, or over its own, filled with zeroes.
    ///
    /// - Parameters:
    ///   - data: `height` rows of `bytesPerRow` bytes, valid as long as the context; `nil` for its own memory.
    ///   - width: in pixels.
    ///   - height: in pixels.
    ///   - bitsPerComponent: 8.
    ///   - bytesPerRow: with `data` `nil`, 0 stands for as many as the pixels need.
    ///   - space: of gray, or of red, green and blue.
    ///   - bitmapInfo: a ``CGBitmapInfo``: four bytes for red, green and blue, with premultiplied alpha or without
    ///     alpha; one byte for gray without alpha.
    /// - Returns: `nil` for other layouts, and if the rows are too short.
    public init?(
        data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
        space: CGColorSpace, bitmapInfo: UInt32
    ) {
        let info = CGBitmapInfo(rawValue: bitmapInfo)
        let components = space.numberOfComponents
        let bitsPerPixel = components == 1 ? 8 : 32
        guard let layout = BitmapLayout(components: components, bitsPerPixel: bitsPerPixel, info: info),
            bitsPerComponent == 8, width > 0, height > 0
        else { return nil }
        if case .straight = layout.alpha { return nil }
        let shortest = width.multipliedReportingOverflow(by: layout.bytesPerPixel)
        let rowLength = bytesPerRow == 0 && data == nil ? shortest.partialValue : bytesPerRow
        let size = rowLength.multipliedReportingOverflow(by: height)
        guard !shortest.overflow, !size.overflow, rowLength >= shortest.partialValue,
            let memory = data ?? calloc(size.partialValue, 1)
        else { return nil }
        self.data = memory
        ownsData = data == nil
        self.width = width
        self.height = height
        self.bytesPerRow = rowLength
        self.bitmapInfo = info
        self.layout = layout
        colorSpace = space
    }

    deinit {
        if ownsData { free(data) }
    }

    public var bitsPerComponent: Int { 8 }
    public var bitsPerPixel: Int { 8 * layout.bytesPerPixel }
    public var alphaInfo: CGImageAlphaInfo {
        CGImageAlphaInfo(rawValue: bitmapInfo.intersection(.alphaInfoMask).rawValue) ?? .none
    }

    /// A copy of what is drawn.
    public func makeImage() -> CGImage? {
        guard let data, let colorSpace,
            let provider = CGDataProvider(
                data: Data(bytes: data, count: bytesPerRow * (height - 1) + width * layout.bytesPerPixel))
        else { return nil }
        return CGImage(
            width: width, height: height, bitsPerComponent: 8, bitsPerPixel: bitsPerPixel, bytesPerRow: bytesPerRow,
            space: colorSpace, bitmapInfo: bitmapInfo, provider: provider, decode: nil, shouldInterpolate: true,
            intent: .defaultIntent)
    }

    // MARK: State

    /// Saves the transform, colors, lines, clip, alpha, blend mode, interpolation and shadow.
    public func saveGState() { saved.append(state) }

    /// Restores the state that was saved last.
    public func restoreGState() {
        if let last = saved.popLast() { state = last }
    }

    /// From the program's coordinates to pixels, y up.
    public var ctm: CGAffineTransform { state.transform }

    public func concatenate(_ transform: CGAffineTransform) {
        state.transform = transform.concatenating(state.transform)
    }

    public func translateBy(x: CGFloat, y: CGFloat) { concatenate(CGAffineTransform(translationX: x, y: y)) }

    public func scaleBy(x: CGFloat, y: CGFloat) { concatenate(CGAffineTransform(scaleX: x, y: y)) }

    /// - Parameter angle: in radians, counterclockwise.
    public func rotate(by angle: CGFloat) { concatenate(CGAffineTransform(rotationAngle: angle)) }

    public var interpolationQuality: CGInterpolationQuality {
        get { state.interpolation }
        set { state.interpolation = newValue }
    }

    /// Whether edges of paths are smooth; `true` by default.
    public func setShouldAntialias(_ shouldAntialias: Bool) { state.isAntialiased = shouldAntialias }

    /// Whether ``setShouldAntialias(_:)`` counts; `true` by default.
    public func setAllowsAntialiasing(_ allowsAntialiasing: Bool) { self.allowsAntialiasing = allowsAntialiasing }

    /// The opacity of what is drawn: 0 to 1.
    public func setAlpha(_ alpha: CGFloat) { state.alpha = Float(max(0, min(1, alpha))) }

    /// How fills, lines and pictures are put together with what is there, as far as they reach.
    public func setBlendMode(_ mode: CGBlendMode) { state.blend = mode }

    /// Components from 0 to 1, not multiplied by alpha; values outside are clamped.
    public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        state.fill = Self.premultiplied(SIMD4(red, green, blue, alpha))
    }

    /// Components from 0 to 1, as with red, green and blue.
    public func setFillColor(gray: CGFloat, alpha: CGFloat) {
        setFillColor(red: gray, green: gray, blue: gray, alpha: alpha)
    }

    static func premultiplied(_ rgba: SIMD4<Double>) -> SIMD4<Float> {
        let color = SIMD4<Float>(rgba).clamped(lowerBound: .zero, upperBound: .one)
        return SIMD4(color.x, color.y, color.z, 1) * (255 * color.w)
    }

    // MARK: Drawing

    /// Fills each pixel whose center is inside with the fill color.
    public func fill(_ rect: CGRect) { withShadow { $0.fillWithoutShadow(rect) } }

    private func fillWithoutShadow(_ rect: CGRect) {
        let (source, blend) = (state.fill * state.alpha, state.blend)
        cover(rect.standardized) { pixel, _, part in
            layout.store(blend.compose(source, layout.load(pixel), part: part), at: pixel)
        }
    }

    /// Fills several rectangles.
    public func fill(_ rects: [CGRect]) { for rect in rects { fill(rect) } }

    /// Makes a rectangle transparent, or black without alpha.
    public func clear(_ rect: CGRect) {
        cover(rect.standardized) { pixel, _, part in layout.store(layout.load(pixel) * (1 - part), at: pixel) }
    }

    /// Draws a picture into a rectangle, upright where y points up.
    public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {
        withShadow { $0.drawWithoutShadow(image, in: rect, byTiling: byTiling) }
    }

    private func drawWithoutShadow(_ image: CGImage, in rect: CGRect, byTiling: Bool) {
        let rect = rect.standardized
        let isSmooth = state.interpolation != .none && image.shouldInterpolate
        let (alpha, blend) = (state.alpha, state.blend)
        image.withPixels { pixels in
            let size = byTiling ? CGSize(width: image.width, height: image.height) : rect.size
            let scale = CGSize(width: CGFloat(image.width) / size.width, height: CGFloat(image.height) / size.height)
            let steps = isSmooth ? ImageSampler.steps(state.transform, scale) : (1, 1)
            let sampler = ImageSampler(
                image, pixels, isSmooth: isSmooth, isTiled: byTiling, columns: steps.0, rows: steps.1)
            let area = byTiling ? rectOfAll : rect
            cover(area) { pixel, place, part in
                let x = (place.x - rect.minX) * scale.width
                let y = CGFloat(image.height) - (place.y - rect.minY) * scale.height
                let source = sampler.color(Float(x), Float(y)) * alpha
                layout.store(blend.compose(source, layout.load(pixel), part: part), at: pixel)
            }
        }
    }

    /// Paints all of the clip.
    ///
    /// - Parameter color: for a place in the program's coordinates; `nil` for nothing.
    func paintAll(_ color: (CGPoint) -> SIMD4<Float>?) {
        let (alpha, blend) = (state.alpha, state.blend)
        cover(rectOfAll) { pixel, place, part in
            guard let source = color(place) else { return }
            layout.store(blend.compose(source * alpha, layout.load(pixel), part: part), at: pixel)
        }
    }

    /// The whole context in the program's coordinates.
    private var rectOfAll: CGRect {
        CGRect(x: 0, y: 0, width: width, height: height).applying(state.transform.inverted())
    }

    /// Paints the pixels, or parts of them, that are covered and in the clip.
    func paint(_ coverage: Coverage, _ color: SIMD4<Float>) {
        guard let data else { return }
        let (source, blend) = (color * state.alpha, state.blend)
        let isSmooth = state.isAntialiased && allowsAntialiasing
        for y in coverage.rows {
            let row = data + (height - 1 - y) * bytesPerRow
            for x in coverage.columns {
                let covered = isSmooth ? coverage[x, y] : coverage[x, y].rounded()
                let part = covered * (state.clip?[x, y] ?? 1)
                guard part > 0 else { continue }
                let pixel = row + x * layout.bytesPerPixel
                layout.store(blend.compose(source, layout.load(pixel), part: part), at: pixel)
            }
        }
    }

    /// Calls `body` with each pixel whose center is in a rectangle, with that center in the program's coordinates, and
    /// with how much of the pixel is in the clip.
    private func cover(_ rect: CGRect, _ body: (UnsafeMutableRawPointer, CGPoint, Float) -> Void) {
        guard let data, rect.width > 0, rect.height > 0, !rect.isInfinite else { return }
        let all = CGRect(x: 0, y: 0, width: width, height: height)
        let box = rect.applying(state.transform).intersection(all)
        let transform = state.transform
        let determinant = transform.a * transform.d - transform.b * transform.c
        guard !box.isNull, determinant != 0,
            [determinant, box.minX, box.maxX, box.minY, box.maxY].allSatisfy(\.isFinite)
        else { return }
        let back = transform.inverted()
        let (columns, rows) = (Int(box.minX)..<Int(box.maxX.rounded(.up)), Int(box.minY)..<Int(box.maxY.rounded(.up)))
        for y in rows {
            let row = data + (height - 1 - y) * bytesPerRow
            for x in columns {
                let place = CGPoint(x: CGFloat(x) + 0.5, y: CGFloat(y) + 0.5).applying(back)
                guard place.x >= rect.minX, place.x < rect.maxX, place.y >= rect.minY, place.y < rect.maxY else {
                    continue
                }
                let part = state.clip?[x, y] ?? 1
                if part > 0 { body(row + x * layout.bytesPerPixel, place, part) }
            }
        }
    }
}

extension CGContext: @unchecked Sendable {}  // As on Apple's systems, the program serializes access.
