/// How text looks, in layout units.
package nonisolated struct TextStyle: Hashable, Sendable {
    package enum Design: Hashable, Sendable {
        case standard
        case serif
        case monospaced
    }

    package enum Slant: Hashable, Sendable {
        case upright
        case italic
    }

    /// `nil` for the desktop's sans-serif font.
    package var family: String?
    package var design = Design.standard
    package var size: Double
    /// From 100, the lightest, over 400 and 700, bold, to 900.
    package var weight = 400
    package var slant = Slant.upright
    package var hasMonospacedDigits = false
    /// From one line to the next; `nil` for the font's own.
    package var lineHeight: Double?
    /// Added between letters.
    package var tracking = 0.0
    package var isUnderlined = false
    package var isStruckThrough = false
    /// Upwards.
    package var baselineOffset = 0.0
    /// `nil` for the layout's.
    package var color: Color?
    package var background: Color?

    package init(size: Double) { self.size = size }

    /// Fonts, the first that is there.
    var families: String {
        switch design {
        case .standard: family ?? "Inter, Cantarell, sans-serif"
        case .serif: "serif"
        case .monospaced: "monospace"
        }
    }
}

/// Red, green, blue and alpha from 0 to 1, not multiplied by it.
package nonisolated struct Color: Hashable, Sendable {
    package var red, green, blue, alpha: Double

    package init(red: Double, green: Double, blue: Double, alpha: Double) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    package static let black = Color(red: 0, green: 0, blue: 0, alpha: 1)
}

/// A width and a height, in layout units.
package nonisolated struct Size: Hashable, Sendable {
    package var width: Double
    package var height: Double

    package init(width: Double, height: Double) { (self.width, self.height) = (width, height) }
}

/// A rectangle, in layout units from the upper left corner.
package nonisolated struct Rect: Hashable, Sendable {
    package var x, y, width, height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
}
