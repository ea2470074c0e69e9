import Testing
import UIKitCore

@Suite struct UIFontTests {
    @Test(
        arguments: [
            (.largeTitle, 34), (.title1, 28), (.title2, 22), (.title3, 20), (.headline, 17), (.body, 17),
            (.callout, 16), (.subheadline, 15), (.footnote, 13), (.caption1, 12), (.caption2, 11),
        ] as [(UIFont.TextStyle, CGFloat)])
    func textStylesHaveTheSizesOfIOS(style: UIFont.TextStyle, size: CGFloat) {
        let font = UIFont.preferredFont(forTextStyle: style)
        #expect(font.pointSize == size)
        #expect(font.fontDescriptor.symbolicTraits.contains(.traitBold) == (style == .headline))
    }

    @Test func textGrowsWithTheCategory() {
        let large = UITraitCollection(preferredContentSizeCategory: .accessibilityExtraExtraExtraLarge)
        #expect(UIFont.preferredFont(forTextStyle: .body, compatibleWith: large).pointSize == 53)
        let font = UIFontMetrics(forTextStyle: .body).scaledFont(for: .systemFont(ofSize: 34), compatibleWith: large)
        #expect(font.pointSize == 106)
        #expect(UIFontMetrics.default.scaledValue(for: 10) == 10)
    }

    @Test func aLineIsAsHighAsOnIOS() {
        #expect(abs(UIFont.systemFont(ofSize: 17).lineHeight - 20.29) < 0.01)
    }

    @Test func aDescriptorChangesOneTrait() throws {
        let font = UIFont.systemFont(ofSize: 20, weight: .bold)
        let italic = try #require(font.fontDescriptor.withSymbolicTraits([.traitBold, .traitItalic]))
        let both = UIFont(descriptor: italic, size: 0)
        #expect(both.isItalic && both.weight == .bold && both.pointSize == 20)
        #expect(UIFont.monospacedDigitSystemFont(ofSize: 12, weight: .medium).hasMonospacedDigits)
        #expect(UIFont.monospacedSystemFont(ofSize: 12, weight: .regular).isMonospaced)
        #expect(UIFont(name: "Avenir-Heavy", size: 12)?.weight == .heavy)
        #expect(UIFont.boldSystemFont(ofSize: 12) == .systemFont(ofSize: 12, weight: .bold))
    }
}
