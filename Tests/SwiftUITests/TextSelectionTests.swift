import Foundation
import Testing
import UIKit

@testable import SwiftUI

@Suite(.serialized) @MainActor struct TextSelectionTests {
    private struct Codes: View {
        var body: some View {
            VStack {
                Text(verbatim: "first").frame(height: 50)
                Text(verbatim: "second").frame(height: 50).textSelection(.disabled)
                Button("third") {}
            }
            .textSelection(.enabled)
        }
    }

    private func press(_ shown: Shown, _ text: String) throws {
        let place = try #require(shown.frame(of: text))
        shown.touch(.began, place.midX, place.midY)
        shown.time.now += 0.6
        shown.touch(.ended, place.midX, place.midY)
        shown.update()
    }

    @Test func aLongPressOffersToCopy() throws {
        UIPasteboard.general.string = "old"
        let shown = Shown(PresentationRoot(content: AnyView(Codes()), presentations: Presentations()))
        shown.tap(try #require(shown.frame(of: "first")))
        shown.update()
        #expect(!shown.texts.contains("Copy"))
        // Not where a view around or in it says otherwise.
        try press(shown, "second")
        #expect(!shown.texts.contains("Copy"))
        try press(shown, "first")
        shown.advance(by: 1)
        #expect(shown.texts.contains("Copy") && UIPasteboard.general.string == "old")
        shown.tap(try #require(shown.frame(of: "Copy")))
        shown.advance(by: 1)
        #expect(UIPasteboard.general.string == "first" && !shown.texts.contains("Copy"))
    }
}
