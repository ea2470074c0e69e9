import GtkSupport
import UIKitCore

extension UIColor {
    /// The color in CSS.
    var look: String {
        let parts = rgba
        let levels = (0..<3).map { String(Int((min(max(parts[$0], 0), 1) * 255).rounded())) }.joined(separator: ",")
        return "rgba(\(levels),\(min(max(parts.w, 0), 1)))"
    }
}

extension UIFont {
    /// The font in CSS.
    var look: String {
        // A name may hold what ends a text in CSS.
        let family = family.map { "font-family: \"\($0.filter { !"\"\\\n".contains($0) })\"; " } ?? ""
        let generic = isMonospaced ? "font-family: monospace; " : ""
        return (family.isEmpty ? generic : family)
            + "font-size: \(pointSize)px; font-weight: \(weight.number); font-style: \(isItalic ? "italic" : "normal");"
    }
}
