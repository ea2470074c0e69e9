import GtkSupport
import UIKit

extension TextLayout {
    convenience init(_ text: StyledText) {
        let alignment: Alignment =
            switch text.alignment {
            case .leading: .left
            case .center: .center
            case .trailing: .right
            }
        let truncation: Truncation =
            switch text.truncation {
            case .head: .start
            case .middle: .middle
            case .tail: .end
            }
        self.init(
            text.runs.map { Run($0.string, $0.textStyle) }, alignment: alignment,
            lineLimit: text.lineLimit ?? 0, truncation: truncation, lineSpacing: text.lineSpacing)
    }
}

extension StyledText.Run {
    fileprivate var textStyle: TextStyle {
        var style = TextStyle(font.uiFont)
        style.tracking = Double(tracking)
        return style
    }
}

/// Texts, measured with the platform's fonts.
struct PlatformText: TextMeasuring {
    private func layout(_ text: StyledText, _ width: CGFloat?) -> TextLayout {
        let layout = TextLayout(text)
        layout.fit(width: width.map(Double.init), height: nil)
        return layout
    }

    func size(_ text: StyledText, width: CGFloat?) -> CGSize {
        let size = layout(text, width).size
        // Whole points, or the text would not fit.
        return CGSize(width: (size.width - 0.001).rounded(.up), height: (size.height - 0.001).rounded(.up))
    }

    func firstBaseline(_ text: StyledText, width: CGFloat?) -> CGFloat { layout(text, width).firstBaseline }
    func lastBaseline(_ text: StyledText, width: CGFloat?) -> CGFloat { layout(text, width).lastBaseline }
}

extension StyledText {
    var attributed: NSAttributedString {
        let string = NSMutableAttributedString(string: "")
        for run in runs {
            let part = NSMutableAttributedString(string: run.string)
            let whole = NSRange(location: 0, length: part.length)
            func set(_ name: String, _ value: Any) {
                part.addAttribute(NSAttributedString.Key(rawValue: name), value: value, range: whole)
            }
            set("NSFont", run.font.uiFont)
            set("NSColor", run.color.uiColor)
            if let background = run.background { set("NSBackgroundColor", background.uiColor) }
            if run.tracking != 0 { set("NSKern", run.tracking) }
            if run.isUnderlined { set("NSUnderline", 1) }
            if run.isStruckThrough { set("NSStrikethrough", 1) }
            string.append(part)
        }
        return string
    }
}

extension UILabel {
    /// Shows a text, smaller if it may shrink and does not fit.
    func show(_ text: StyledText) {
        attributedText = text.attributed
        numberOfLines = text.lineLimit ?? 0
        adjustsFontSizeToFitWidth = text.minimumScale < 1
        minimumScaleFactor = text.minimumScale
        textAlignment = text.alignment == .center ? .center : text.alignment == .leading ? .left : .right
        switch text.truncation {
        case .head: lineBreakMode = .byTruncatingHead
        case .middle: lineBreakMode = .byTruncatingMiddle
        case .tail: lineBreakMode = .byTruncatingTail
        }
    }
}

extension Color.Resolved {
    var uiColor: UIColor {
        UIColor(red: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(opacity))
    }
}
