import Foundation

extension UIImage {
    /// What fills the parts of a picture that grow. Source: Apple, UIImage.ResizingMode.
    public enum ResizingMode: Int, Sendable {
        /// The part again and again.
        case tile = 0
        /// The part, made larger.
        case stretch = 1
    }

    /// A picture whose corners keep their size; what is between them is repeated.
    public func resizableImage(withCapInsets capInsets: UIEdgeInsets) -> UIImage {
        resizableImage(withCapInsets: capInsets, resizingMode: .tile)
    }

    /// A picture whose corners keep their size.
    ///
    /// - Parameters:
    ///   - capInsets: how far the corners reach, in points.
    ///   - resizingMode: what becomes of the parts between them.
    public func resizableImage(withCapInsets capInsets: UIEdgeInsets, resizingMode: UIImage.ResizingMode) -> UIImage {
        var content = content
        content.caps = Caps(insets: capInsets, mode: resizingMode)
        return UIImage(content)
    }

    /// How far the corners reach that keep their size.
    public var capInsets: UIEdgeInsets { content.caps?.insets ?? .zero }

    /// Of a picture that is not resizable: `tile`.
    public var resizingMode: UIImage.ResizingMode { content.caps?.mode ?? .tile }

    /// Whether it is drawn in parts.
    package var isResizable: Bool { content.caps != nil && !isSymbolImage }

    struct Caps: Equatable {
        let insets: UIEdgeInsets
        let mode: ResizingMode
    }

    /// One of the three parts along an axis, in points.
    private struct Part {
        let from: Range<CGFloat>
        let to: Range<CGFloat>
        let isBetween: Bool
    }

    private static func parts(_ start: CGFloat, _ end: CGFloat, of length: CGFloat, in wanted: CGFloat) -> [Part] {
        let (start, end) = (min(max(0, start), length), min(max(0, end), length - min(max(0, start), length)))
        // Corners that have no room become smaller.
        let factor = start + end > wanted ? wanted / (start + end) : 1
        let (first, last) = (start * factor, wanted - end * factor)
        return [
            Part(from: 0..<start, to: 0..<first, isBetween: false),
            Part(from: start..<(length - end), to: first..<max(first, last), isBetween: true),
            Part(from: (length - end)..<length, to: max(first, last)..<wanted, isBetween: false),
        ]
        .filter { !$0.from.isEmpty && !$0.to.isEmpty }
    }

    /// Draws nine parts into the current context.
    func drawParts(in rect: CGRect, of pixels: CGImage) {
        guard let caps = content.caps, let context = UIGraphicsGetCurrentContext() else { return }
        let columns = Self.parts(caps.insets.left, caps.insets.right, of: size.width, in: rect.width)
        let rows = Self.parts(caps.insets.top, caps.insets.bottom, of: size.height, in: rect.height)
        for row in rows {
            for column in columns {
                let source = CGRect(
                    x: column.from.lowerBound * scale, y: row.from.lowerBound * scale,
                    width: column.from.length * scale, height: row.from.length * scale)
                guard let part = pixels.cropping(to: source) else { continue }
                let place = CGRect(
                    x: rect.minX + column.to.lowerBound, y: rect.minY + row.to.lowerBound, width: column.to.length,
                    height: row.to.length)
                // One pixel again and again is the same as one that is stretched.
                func tiles(_ part: Part) -> Bool {
                    caps.mode == .tile && part.isBetween && part.from.length * scale > 1
                }
                let tile = CGSize(
                    width: tiles(column) ? column.from.length : place.width,
                    height: tiles(row) ? row.from.length : place.height)
                context.saveGState()
                context.clip(to: place)
                let image = UIImage(cgImage: part)
                for y in stride(from: place.minY, to: place.maxY, by: tile.height) {
                    for x in stride(from: place.minX, to: place.maxX, by: tile.width) {
                        image.draw(in: CGRect(origin: CGPoint(x: x, y: y), size: tile))
                    }
                }
                context.restoreGState()
            }
        }
    }
}

extension Range<CGFloat> {
    fileprivate var length: CGFloat { upperBound - lowerBound }
}
