import Testing

@testable import UIKitCore

/// The direction of the program's language, and of symbols in it.
@Suite struct LayoutDirectionTests {
    @Test(arguments: [
        (["LANG": "ar_EG.UTF-8"], true), (["LANG": "he_IL.UTF-8"], true), (["LANG": "fa"], true),
        (["LANG": "de_DE.UTF-8"], false), ([:], false),
        // The more specific variable counts.
        (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "ar_EG.UTF-8"], true),
        (["LANG": "ar_EG.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"], false),
        (["LC_MESSAGES": "ar_EG.UTF-8", "LC_ALL": "de_DE.UTF-8"], false),
        (["LANG": "de_DE.UTF-8", "LANGUAGE": "ar:de"], true),
        (["LANG": "ar_EG.UTF-8", "LANGUAGE": "de:ar"], false), (["LANG": "ar_EG.UTF-8", "LANGUAGE": ""], true),
        // LANGUAGE is ignored if the locale has no language.
        (["LANG": "C", "LANGUAGE": "ar"], false), (["LANG": "C.UTF-8", "LANGUAGE": "ar"], true),
        // The script decides.
        (["LANG": "sd_PK.UTF-8"], true), (["LANG": "sd_IN.UTF-8@devanagari"], false),
    ])
    func theDirectionIsThatOfTheLanguage(_ environment: [String: String], _ isRightToLeft: Bool) {
        #expect(ProcessLanguage(environment).isRightToLeft == isRightToLeft)
    }

    @Test func whatShowsTheWayHasAMirrorImage() {
        #expect(UIImage.mirroredSymbolName("chevron.backward.circle.fill") == "chevron.forward.circle.fill")
        #expect(UIImage.mirroredSymbolName("arrow.uturn.forward") == "arrow.uturn.backward")
        #expect(UIImage.mirroredSymbolName("chevron.left") == "chevron.left")
        #expect(UIImage.mirroredSymbolName("forward.fill") == "forward.fill")
        let symbol = UIImage(
            systemName: "arrow.forward", withConfiguration: UIImage.SymbolConfiguration(pointSize: 30, weight: .bold))
        let image = symbol?.withTintColor(.red, renderingMode: .alwaysOriginal)
        let mirrored = image?.mirroredSymbol
        #expect(mirrored?.symbolName == "arrow.backward")
        #expect(mirrored?.symbolConfiguration == image?.symbolConfiguration)
        #expect(mirrored?.renderingMode == .alwaysOriginal)
        #expect(mirrored?.mirroredSymbol == image)
    }

    @Test func eachMirrorImageIsDrawn() {
        for name in SymbolTable.entries.keys { #expect(UIImage.hasSymbol(UIImage.mirroredSymbolName(name)), "\(name)") }
    }
}
