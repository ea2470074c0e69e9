import Foundation
import GtkSupport
import QuartzCore
import UIKitCore

/// Draws the text of layers for movies, outside of windows.
enum LayerText: LayerTextPainter {
    static func paint(_ text: CATextLayer.Text, in bounds: CGRect, _ context: CGContext) {
        guard let string = attributed(text), string.length > 0 else { return }
        UIGraphicsPushContext(context)
        defer { UIGraphicsPopContext() }
        context.saveGState()
        defer { context.restoreGState() }
        context.clip(to: bounds)
        if text.isWrapped { return string.draw(in: bounds) }
        let size = string.size()
        let left: CGFloat =
            switch text.alignmentMode {
            case .center: (bounds.width - size.width) / 2
            case .right: bounds.width - size.width
            default: 0
            }
        string.draw(at: CGPoint(x: bounds.minX + left, y: bounds.minY))
    }

    static func size(_ text: CATextLayer.Text, width: CGFloat) -> CGSize {
        guard let string = attributed(text), string.length > 0 else { return .zero }
        let room = CGSize(width: text.isWrapped ? width : 0, height: 0)
        return string.boundingRect(with: room, options: .usesLineFragmentOrigin, context: nil).size
    }

    private static func attributed(_ text: CATextLayer.Text) -> NSAttributedString? {
        let paragraph = NSMutableParagraphStyle()
        paragraph.alignment =
            switch text.alignmentMode {
            case .left: .left
            case .right: .right
            case .center: .center
            case .justified: .justified
            default: .natural
            }
        switch text.string {
        case let string as String:
            let font =
                (text.font as? UIFont)?.withSize(text.fontSize)
                ?? (text.font as? String).flatMap { UIFont(name: $0, size: text.fontSize) }
                ?? .systemFont(ofSize: text.fontSize)
            return NSAttributedString(
                string: string,
                attributes: [
                    .font: font, .paragraphStyle: paragraph,
                    .foregroundColor: text.foregroundColor.map { UIColor(cgColor: $0) } ?? .black,
                ])
        case let string as NSAttributedString:
            // Paragraphs that say nothing themselves are aligned as the layer.
            let copy = NSMutableAttributedString(attributedString: string)
            if string.length > 0, string.attribute(.paragraphStyle, at: 0, effectiveRange: nil) == nil {
                copy.addAttribute(
                    .paragraphStyle, value: paragraph, range: NSRange(location: 0, length: string.length))
            }
            return copy
        default: return nil
        }
    }
}
