import GtkSupport
import Testing

/// Widths are compared with each other, because fonts differ from machine to machine.
@MainActor @Suite struct TextLayoutTests {
    private func layout(
        _ text: String, size: Double = 17, lineLimit: Int = 0, lineHeight: Double? = nil, weight: Int = 400,
        tabular: Bool = false
    ) -> TextLayout {
        var style = TextStyle(size: size)
        (style.lineHeight, style.weight, style.hasMonospacedDigits) = (lineHeight, weight, tabular)
        return TextLayout([TextLayout.Run(text, style)], lineLimit: lineLimit)
    }

    @Test func textGrowsWithItsFont() {
        let (small, large) = (layout("Camera").size, layout("Camera", size: 34).size)
        #expect(small.width > 0 && small.height > 0)
        // Fonts scale; hinting may round a little.
        #expect(abs(large.width / small.width - 2) < 0.05)
        #expect(layout("Camera", weight: 800).size.width > small.width)
    }

    @Test func linesBreakAtWordsAndEndAtTheLimit() {
        let text = "one two three four five six"
        let one = layout(text)
        #expect(one.lineCount == 1)
        let width = one.size.width / 2.5
        let wrapped = layout(text)
        wrapped.fit(width: width, height: nil)
        #expect(wrapped.lineCount >= 3)
        #expect(wrapped.size.width <= width + 0.01)
        #expect(!wrapped.isTruncated)
        let limited = layout(text, lineLimit: 2)
        limited.fit(width: width, height: nil)
        #expect(limited.lineCount == 2)
        #expect(limited.isTruncated)
    }

    @Test func aLineIsAsHighAsItsStyleSays() {
        let one = layout("Camera", lineHeight: 30)
        #expect(one.size.height == 30)
        let two = layout("Camera\nPhone", lineHeight: 30)
        #expect(two.size.height == 60)
        #expect(two.lastBaseline - two.firstBaseline == 30)
    }

    @Test func tabularDigitsAreEquallyWide() {
        #expect(layout("1111", tabular: true).size.width == layout("0000", tabular: true).size.width)
    }
}
