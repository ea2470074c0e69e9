import Foundation
import Testing
import UIKit

@testable import SwiftUI

@Suite @MainActor struct SearchTests {
    struct Names: View {
        let text: String
        @Environment(\.isSearching) private var isSearching
        @Environment(\.dismissSearch) private var dismissSearch

        var body: some View {
            VStack {
                Text(verbatim: isSearching ? "searching" : "idle")
                ForEach(["Anna", "Bert"].filter { text.isEmpty || $0.hasPrefix(text) }, id: \.self) {
                    Text(verbatim: $0)
                }
                Button("End") { dismissSearch() }
            }
        }
    }

    @Test func whatIsTypedIsSearchedForAndEnds() throws {
        let handle = Held<String, AnyView>.Handle()
        let shown = Shown.root(
            Held("", handle) { text in AnyView(Names(text: text.wrappedValue).searchable(text: text, prompt: "Names")) }
        )
        let field = try #require(shown.views(UITextField.self).first)
        #expect(field.placeholder == "Names" && shown.texts == ["idle", "Anna", "Bert", "End"])
        field.focusChanged(true)
        shown.update()
        #expect(shown.texts == ["Cancel", "searching", "Anna", "Bert", "End"])
        field.edited(to: "B")
        shown.update()
        #expect(handle.value == "B" && shown.texts == ["Cancel", "searching", "Bert", "End"])
        #expect(shown.press("Clear text") && handle.value == "")
        field.edited(to: "A")
        shown.update()
        #expect(shown.press("End"))
        #expect(handle.value == "" && shown.texts == ["idle", "Anna", "Bert", "End"])
    }

    @Test func theProgramPresentsASearch() throws {
        let handle = Held<Bool, AnyView>.Handle()
        let shown = Shown.root(
            Held(false, handle) { AnyView(Names(text: "").searchable(text: .constant(""), isPresented: $0)) })
        handle.value = true
        shown.update()
        #expect(shown.texts.contains("searching"))
        #expect(shown.press("Cancel") && !handle.value)
        #expect(shown.texts.contains("idle"))
    }

    @Test func theReturnKeySubmitsSearchesApartFromTexts() throws {
        var told: [String] = []
        let shown = Shown.root(
            VStack {
                Text(verbatim: "content").searchable(text: .constant("x"))
                TextField("Name", text: .constant(""))
            }
            .onSubmit(of: .search) { told.append("search") }
            .onSubmit { told.append("text") })
        let fields = shown.views(UITextField.self)
        #expect(fields.map(\.placeholder) == ["Search", "Name"])
        for element in fields { element.returned() }
        #expect(told == ["search", "text"])
    }

    @Test func aScopeKeepsWhatIsSubmitted() throws {
        var told: [String] = []
        let shown = Shown(
            TextField("Name", text: .constant("")).onSubmit { told.append("inner") }.submitScope()
                .onSubmit { told.append("outer") })
        try #require(shown.views(UITextField.self).first).returned()
        #expect(told == ["inner"])
    }

    @Test func aNavigationShowsTheFieldBelowItsTitle() throws {
        let shown = Shown.root(
            NavigationStack { Text(verbatim: "content").navigationTitle("Album") }.searchable(text: .constant("")))
        #expect(shown.views(UITextField.self).count == 1)
        let field = try #require(shown.views(UITextField.self).first)
        let y = field.convert(CGPoint.zero, to: shown.host.surface.view).y
        let (title, content) = (try #require(shown.frame(of: "Album")), try #require(shown.frame(of: "content")))
        #expect(title.maxY <= y && y < content.minY)
    }

    @Test func aSuggestionBecomesTheText() throws {
        let handle = Held<String, AnyView>.Handle()
        let shown = Shown.root(
            Held("", handle) { text in
                AnyView(
                    Text(verbatim: "content").searchable(text: text)
                        .searchSuggestions { Text(verbatim: "Sunset").searchCompletion("sunset") })
            })
        #expect(!shown.texts.contains("Sunset"))
        try #require(shown.views(UITextField.self).first).focusChanged(true)
        shown.update()
        #expect(shown.press("Sunset") && handle.value == "sunset")
    }

    @Test func scopesAreChosenWhileAPersonSearches() throws {
        let handle = Held<Int, AnyView>.Handle()
        let shown = Shown.root(
            Held(1, handle) { scope in
                AnyView(
                    Text(verbatim: "content").searchable(text: .constant(""))
                        .searchScopes(scope) {
                            Text(verbatim: "All").tag(1)
                            Text(verbatim: "Photos").tag(2)
                        })
            })
        try #require(shown.views(UITextField.self).first).focusChanged(true)
        shown.update()
        #expect(shown.press("Photos") && handle.value == 2)
    }

    @Test func fieldsSayWhatIsToBeEntered() throws {
        let shown = Shown(
            TextField("Mail", text: .constant("")).keyboardType(.emailAddress).textContentType(.username)
                .textInputAutocapitalization(.never).autocorrectionDisabled().submitLabel(.send))
        let field = try #require(shown.views(UITextField.self).first)
        #expect(field.keyboardType == .emailAddress && field.textContentType == .username)
        #expect(field.autocapitalizationType == .none && field.autocorrectionType == .no)
        #expect(field.returnKeyType == .send)
    }

    private struct BarReader: View {
        let told: (SearchBar?) -> Void
        @Environment(\.searchBar) private var bar
        var body: some View {
            let _ = told(bar)
            Text(verbatim: "reader")
        }
    }

    @Test func aSearchGoesWithItsView() {
        weak var bar: SearchBar?
        do {
            let shown = Shown(BarReader { bar = $0 }.searchable(text: .constant("")))
            #expect(shown.texts.contains("reader") && bar != nil)
        }
        #expect(bar == nil)
    }
}
