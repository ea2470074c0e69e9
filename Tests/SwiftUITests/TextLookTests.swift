import Foundation
import Testing
import UIKitCore

@testable import SwiftUI

/// The size of text, what is between letters, and symbols in variants.
@MainActor struct TextLookTests {
    private func font(_ view: some View) -> Font? {
        let shown = Shown(view)
        return withExtendedLifetime(shown) {
            shown.drawn.compactMap { ($0.leaf as? Text)?.styled($0.environment).runs.first?.font }.first
        }
    }

    @Test func textFollowsTheSizeThatAPersonWants() throws {
        let text = Text(verbatim: "text")
        #expect(font(text)?.size == 17)
        #expect(font(text.dynamicTypeSize(.accessibility5))?.size == 53)
        #expect(font(text.font(.caption2).dynamicTypeSize(.xSmall))?.size == 11)
        #expect(font(text.font(.system(.largeTitle)).dynamicTypeSize(.xxxLarge))?.size == 40)
        // A size in points stays.
        #expect(font(text.font(.system(size: 20)).dynamicTypeSize(.accessibility1))?.size == 20)
        #expect(font(text.font(.custom("Sans", fixedSize: 20)).dynamicTypeSize(.accessibility1))?.size == 20)
        let own = try #require(font(text.font(.custom("Sans", size: 34)).dynamicTypeSize(.accessibility1)))
        #expect(own.size == 56)
    }

    @Test(
        arguments: [
            (.accessibility3, .xxxLarge), (.medium, .medium), (.xSmall, .small),
        ] as [(DynamicTypeSize, DynamicTypeSize)])
    func theSizeIsKeptWithinARange(wanted: DynamicTypeSize, shown: DynamicTypeSize) {
        struct Reader: View {
            @Environment(\.dynamicTypeSize) var size
            var body: some View { Text(verbatim: "\(size)") }
        }
        let range = DynamicTypeSize.small...DynamicTypeSize.xxxLarge
        #expect(Shown(Reader().dynamicTypeSize(range).dynamicTypeSize(wanted)).texts == ["\(shown)"])
        #expect(Shown(Reader().dynamicTypeSize(...DynamicTypeSize.large).dynamicTypeSize(.xLarge)).texts == ["large"])
    }

    @Test func sizesAreThoseOfUIKit() {
        #expect(DynamicTypeSize(.extraExtraLarge) == .xxLarge && DynamicTypeSize(.unspecified) == nil)
        #expect(DynamicTypeSize.accessibility1.isAccessibilitySize && !DynamicTypeSize.xxxLarge.isAccessibilitySize)
        #expect(DynamicTypeSize.xSmall < .large)
    }

    @Test func aMetricGrowsWithText() {
        struct Sized: View {
            @ScaledMetric(relativeTo: .largeTitle) var side = 34.0
            @ScaledMetric var gap: CGFloat = 17
            var body: some View { Text(verbatim: "\(side) \(gap)") }
        }
        #expect(Shown(Sized()).texts == ["34.0 17.0"])
        #expect(Shown(Sized().dynamicTypeSize(.accessibility5)).texts == ["60.0 53.0"])
    }

    @Test func pointsBetweenLettersMakeATextWider() {
        let text = Text(verbatim: "four")
        #expect(Shown(text).size.width == 32)
        #expect(Shown(text.tracking(3)).size.width == 44 && Shown(text.kerning(3)).size.width == 44)
        #expect(Shown(VStack { text }.tracking(2)).size.width == 40)
        #expect(Shown(text.kerning(3).tracking(1)).size.width == 36)
        #expect(Shown(VStack { text.kerning(3) }.tracking(1)).size.width == 36)
        // The inner one counts.
        #expect(Shown(VStack { text.tracking(1) }.tracking(2)).size.width == 36)
    }

    @Test func onTheScreenPointsBetweenLettersMakeATextWider() {
        func width(_ text: Text) -> CGFloat { PlatformText().size(text.styled(EnvironmentValues()), width: nil).width }
        let text = Text(verbatim: "letters")
        #expect(abs(width(text.tracking(10)) - width(text) - 70) < 11)
        let shown = text.tracking(10).styled(EnvironmentValues()).attributed
        #expect(shown.attribute(NSAttributedString.Key(rawValue: "NSKern"), at: 0, effectiveRange: nil) != nil)
    }

    @Test func anAttributedStringKeepsItsAttributes() throws {
        var string = AttributedString("red plain link")
        let red = try #require(string.range(of: "red"))
        string[red].foregroundColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
        string[red].font = Font.title.italic()
        string[red].backgroundColor = Color.yellow
        string[red].underlineStyle = Text.LineStyle.single
        string[red].kern = 3
        let link = try #require(string.range(of: "link"))
        string[link].link = URL(string: "https://example.org")
        string[link].font = UIFont.boldSystemFont(ofSize: 30)
        string[link].strikethroughStyle = NSUnderlineStyle.double
        let environment = EnvironmentValues()
        let shown = Text(string).styled(environment)
        #expect(shown.runs.map(\.string) == ["red", " plain ", "link"])
        let first = shown.runs[0]
        #expect(first.color.uiColor == UIColor(red: 1, green: 0, blue: 0, alpha: 1))
        #expect(first.font == Font.title.italic() && first.isUnderlined && !first.isStruckThrough)
        #expect(first.tracking == 3 && first.background == Color.yellow.resolve(in: environment))
        #expect(shown.runs[1] == Text(verbatim: " plain ").styled(environment).runs[0])
        let last = shown.runs[2]
        #expect(last.font.uiFont == .boldSystemFont(ofSize: 30) && last.isStruckThrough && !last.isUnderlined)
        #expect(last.color == Color.accentColor.resolve(in: environment))
        let attributes = shown.attributed.attributes(at: 0, effectiveRange: nil)
        #expect(attributes[.backgroundColor] as? UIColor == first.background?.uiColor)
        // What SwiftUI says goes before what UIKit says.
        string.foregroundColor = Color.green
        #expect(Text(string).styled(environment).runs[0].color == Color.green.resolve(in: environment))
        #expect(Text(AttributedString("")).styled(environment).runs.map(\.string) == [""])
    }

    @Test func symbolsHaveVariants() {
        #expect(SymbolVariants.fill.name("heart") == "heart.fill")
        #expect(SymbolVariants.fill.name("heart.fill") == "heart.fill")
        #expect(SymbolVariants.slash.fill.name("video") == "video.slash.fill")
        // What there is not is left out.
        #expect(SymbolVariants.rectangle.fill.name("heart") == "heart.fill")
        #expect(SymbolVariants.none.name("heart") == "heart")
        #expect(SymbolVariants.circle.fill.contains(.fill) && !SymbolVariants.circle.contains(.fill))
    }

    @Test func variantsFromAboveAddUp() {
        struct Reader: View {
            @Environment(\.symbolVariants) var variants
            var body: some View { Text(verbatim: variants.name("video")) }
        }
        #expect(Shown(Reader().symbolVariant(.fill).symbolVariant(.slash)).texts == ["video.slash.fill"])
        #expect(Shown(Reader().symbolVariant(.none).symbolVariant(.fill)).texts == ["video"])
    }

    @Test func aSymbolIsShownInItsVariant() throws {
        var environment = EnvironmentValues()
        let plain = try #require(Image(systemName: "heart").uiImage(environment)?.pngData())
        environment.symbolVariants = .fill
        let filled = try #require(Image(systemName: "heart").uiImage(environment)?.pngData())
        environment.symbolVariants = .none
        #expect(plain != filled && filled == Image(systemName: "heart.fill").uiImage(environment)?.pngData())
    }
}
