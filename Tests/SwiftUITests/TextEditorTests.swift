import Testing
import UIKit

@testable import SwiftUI

@Suite @MainActor struct TextEditorTests {
    @Test func anEditorAndItsBindingFollowEachOther() throws {
        let handle = Held<String, AnyView>.Handle()
        let shown = Shown(
            Held("a clip", handle) { text in
                AnyView(
                    TextEditor(text: text).font(.system(size: 30, weight: .bold)).foregroundStyle(Color.red)
                        .multilineTextAlignment(.center).keyboardType(.emailAddress).autocorrectionDisabled())
            })
        let view = try #require(shown.views(UITextView.self).first)
        #expect(view.text == "a clip" && view.font == .systemFont(ofSize: 30, weight: .bold))
        #expect(view.textAlignment == .center && view.keyboardType == .emailAddress && view.autocorrectionType == .no)
        #expect(view.textColor?.cgColor.components?.prefix(3).first.map { $0 > 0.9 } == true)
        // It takes all the room that it is offered.
        #expect(shown.size == CGSize(width: 400, height: 600))
        view.edited(to: "a clip\nof the sea")
        shown.update()
        #expect(handle.value == "a clip\nof the sea")
        handle.value = "new"
        shown.update()
        #expect(view.text == "new" && view.isEditable)
    }

    @Test func aDisabledEditorIsNotEdited() throws {
        let shown = Shown(TextEditor(text: .constant("a")).scrollContentBackground(.hidden).disabled(true))
        let view = try #require(shown.views(UITextView.self).first)
        #expect(!view.isEditable && view.backgroundColor == .clear)
    }

    struct Focusing: View {
        @FocusState var isFocused: Bool
        let told: (FocusState<Bool>.Binding) -> Void
        var body: some View {
            let _ = told($isFocused)
            TextEditor(text: .constant("")).focused($isFocused)
            Text(verbatim: isFocused ? "edited" : "left")
        }
    }

    @Test func theFocusAndItsStateFollowEachOther() async throws {
        var focus: FocusState<Bool>.Binding!
        let shown = Shown(Focusing { focus = $0 })
        let view = try #require(shown.views(UITextView.self).first)
        view.focusChanged(true)
        shown.update()
        #expect(shown.texts == ["edited"])
        focus.wrappedValue = false
        shown.update()
        await withCheckedContinuation { end in DispatchQueue.main.async { end.resume() } }
        shown.update()
        #expect(shown.texts == ["left"] && !view.isFirstResponder)
    }
}
