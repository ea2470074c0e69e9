import Testing

@testable import GtkSupport

@Suite struct TranslationsTests {
    @Test func placeholdersAreFilledInOrder() {
        #expect(filled("%d MB left", 12) == "12 MB left")
        #expect(filled("%s: %d of %d", "Photos", 1, 20) == "Photos: 1 of 20")
    }

    @Test func otherPercentSignsStay() {
        #expect(filled("100 % sure", 7) == "100 % sure")
        #expect(filled("%d and %d", 1) == "1 and %d")
        #expect(filled("%") == "%")
    }

    @Test func untranslatedTextIsUnchanged() {
        #expect(gettext("a text that nobody has translated") == "a text that nobody has translated")
        #expect(ngettext("%d photo", "%d photos", 1) == "1 photo")
        #expect(ngettext("%d photo", "%d photos", 3) == "3 photos")
    }
}
