import GtkSupport
import Testing
import UIKit

@testable import SwiftUI

/// The escape key closes what is in front.
@Suite @MainActor struct EscapeTests {
    private func escape(_ shown: Shown) -> Bool {
        let isTaken = shown.graph.press(GtkSupport.KeyPress(character: nil, name: "Escape", modifiers: []))
        shown.update()
        shown.advance(by: 1)
        return isTaken
    }

    @Test func aMenuCloses() {
        let shown = Shown.root(Menu("More") { Button("Flip") {} })
        #expect(!escape(shown))
        #expect(shown.press("More"))
        shown.advance(by: 1)
        #expect(shown.texts.contains("Flip"))
        #expect(escape(shown) && !shown.texts.contains("Flip"))
        #expect(!escape(shown))
    }

    @Test func aHeldKeyAndOneWithOthersCloseNothing() {
        let shown = Shown.root(Menu("More") { Button("Flip") {} })
        #expect(shown.press("More"))
        shown.advance(by: 1)
        for press in [
            GtkSupport.KeyPress(character: nil, name: "Escape", modifiers: [], phase: .repeat),
            GtkSupport.KeyPress(character: nil, name: "Escape", modifiers: [.control]),
        ] {
            #expect(!shown.graph.press(press))
        }
        #expect(shown.texts.contains("Flip"))
    }

    @Test func aPickersMenuClosesAndKeepsTheChoice() {
        let handle = Held<Int, AnyView>.Handle()
        let shown = Shown.root(
            Held(1, handle) { mode in
                AnyView(
                    Picker("Quality", selection: mode) {
                        Text(verbatim: "Speed").tag(0)
                        Text(verbatim: "Balanced").tag(1)
                    }
                    .pickerStyle(.menu))
            })
        #expect(shown.press("Balanced"))
        shown.advance(by: 1)
        #expect(shown.texts.contains("Speed"))
        #expect(escape(shown) && !shown.texts.contains("Speed") && handle.value == 1)
    }

    @Test func theInnermostCloses() {
        let handle = Held<Bool, AnyView>.Handle()
        let shown = Shown.root(
            Held(true, handle) { isShown in
                AnyView(
                    Text(verbatim: "root").sheet(isPresented: isShown) { Menu("More") { Button("Flip") {} } })
            })
        shown.update()
        shown.advance(by: 1)
        #expect(shown.press("More"))
        shown.advance(by: 1)
        #expect(escape(shown) && handle.value && !shown.texts.contains("Flip"))
        #expect(escape(shown) && !handle.value)
    }

    @Test func whatIsKeptStays() {
        let handle = Held<Bool, AnyView>.Handle()
        let shown = Shown.root(
            Held(true, handle) { isShown in
                AnyView(
                    Text(verbatim: "root").sheet(isPresented: isShown) {
                        Text(verbatim: "sheet").interactiveDismissDisabled()
                    })
            })
        shown.update()
        shown.advance(by: 1)
        #expect(!escape(shown) && handle.value)
    }

    @Test func anAlertsCancelButtonIsPressed() {
        var pressed: [String] = []
        let handle = Held<Bool, AnyView>.Handle()
        let shown = Shown.root(
            Held(true, handle) { isShown in
                AnyView(
                    Text(verbatim: "root").alert("Sure?", isPresented: isShown) {
                        Button("Delete") { pressed.append("delete") }
                        Button("Keep", role: .cancel) { pressed.append("keep") }
                    })
            })
        shown.update()
        shown.advance(by: 1)
        #expect(escape(shown))
        #expect(pressed == ["keep"] && !handle.value)
    }

    @Test func anAlertWithoutOneWaitsForAChoice() {
        let handle = Held<Bool, AnyView>.Handle()
        let shown = Shown.root(
            Held(true, handle) { isShown in
                AnyView(Text(verbatim: "root").alert("Sure?", isPresented: isShown) { Button("Delete") {} })
            })
        shown.update()
        shown.advance(by: 1)
        #expect(!escape(shown) && handle.value)
    }

    @Test func aViewTakesTheKeyFirst() {
        var taken = 0
        let handle = Held<Bool, AnyView>.Handle()
        let shown = Shown.root(
            Held(true, handle) { isShown in
                AnyView(
                    Text(verbatim: "root").sheet(isPresented: isShown) {
                        Text(verbatim: "sheet").onKeyPress(.escape) {
                            taken += 1
                            return .handled
                        }
                    })
            })
        shown.update()
        shown.advance(by: 1)
        #expect(escape(shown) && taken == 1 && handle.value)
    }
}
