import GtkSupport
import Testing
import UIKit

@testable import SwiftUI

@Suite @MainActor struct ShortcutTests {
    private typealias Key = GtkSupport.KeyPress

    private func key(_ name: String, _ character: Character? = nil, _ modifiers: Key.Modifiers = []) -> Key {
        Key(character: character, name: name, modifiers: modifiers)
    }

    @Test func keysPressTheirButtons() {
        var pressed: [String] = []
        let shown = Shown(
            VStack {
                Button("Save") { pressed.append("save") }.keyboardShortcut("s")
                Button("All") { pressed.append("all") }.keyboardShortcut("s", modifiers: [.command, .shift])
                Button("Go") { pressed.append("go") }.keyboardShortcut(.defaultAction)
                Button("Stop") { pressed.append("stop") }.keyboardShortcut(.cancelAction)
                Button("Next") { pressed.append("next") }.keyboardShortcut(.rightArrow, modifiers: [])
                Button("Off") { pressed.append("off") }.keyboardShortcut("o").disabled(true)
            })
        let graph = shown.graph
        #expect(graph.press(key("s", "s", .control)) && graph.press(key("s", "s", [.control, .shift])))
        #expect(graph.press(key("Return")) && graph.press(key("Escape")) && graph.press(key("Right")))
        #expect(pressed == ["save", "all", "go", "stop", "next"])
        // Without the control key, with another one, and disabled.
        #expect(!graph.press(key("s", "s")) && !graph.press(key("s", "s", [.control, .alt])))
        #expect(!graph.press(key("o", "o", .control)))
        #expect(pressed.count == 5)
    }

    @Test func aSheetTakesTheKeysOfWhatIsBehindIt() {
        var pressed: [String] = []
        let handle = Held<Bool, AnyView>.Handle()
        let shown = Shown.root(
            Held(false, handle) { isShown in
                AnyView(
                    Button("Outer") { pressed.append("outer") }.keyboardShortcut("k")
                        .sheet(isPresented: isShown) {
                            Button("Inner") { pressed.append("inner") }.keyboardShortcut("i")
                        })
            })
        let (outer, inner) = (key("k", "k", .control), key("i", "i", .control))
        #expect(shown.graph.press(outer) && !shown.graph.press(inner))
        handle.value = true
        shown.update()
        shown.advance(by: 1)
        #expect(!shown.graph.press(outer) && shown.graph.press(inner))
        handle.value = false
        shown.update()
        shown.advance(by: 1)
        #expect(shown.graph.press(outer) && !shown.graph.press(inner))
        #expect(pressed == ["outer", "inner", "outer"])
    }

    @Test func aWindowGivesKeysToWhatIsPresentedLast() {
        var pressed: [String] = []
        let root = UIHostingController(
            rootView: Button("Root") { pressed.append("root") }.keyboardShortcut("k"))
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 300))
        window.rootViewController = root
        window.isHidden = false
        window.layoutIfNeeded()
        let press = key("k", "k", .control)
        #expect(window.keyPressed(press))
        let above = UIHostingController(
            rootView: Button("Above") { pressed.append("above") }.keyboardShortcut("j"))
        root.present(above, animated: false)
        window.layoutIfNeeded()
        #expect(!window.keyPressed(press) && window.keyPressed(key("j", "j", .control)))
        #expect(pressed == ["root", "above"])
        window.isHidden = true
    }

    @Test func scrollingDismissesTheKeyboardIfAskedTo() throws {
        func isEdited(after mode: ScrollDismissesKeyboardMode, by distance: CGFloat) throws -> Bool {
            let shown = Shown(
                ScrollView {
                    TextField("Name", text: .constant("")).frame(height: 50)
                    Color.red.frame(height: 2000)
                }.scrollDismissesKeyboard(mode))
            let field = try #require(shown.views(UITextField.self).first)
            field.becomeFirstResponder()
            shown.touch(.began, 200, 300)
            shown.touch(.moved, 200, 300 + distance)
            shown.touch(.ended, 200, 300 + distance)
            defer { field.resignFirstResponder() }
            return field.isEditing
        }
        #expect(try !isEdited(after: .immediately, by: -50))
        #expect(try isEdited(after: .interactively, by: -50))
        #expect(try !isEdited(after: .interactively, by: 50))
        #expect(try isEdited(after: .never, by: -50))
    }

    @Test func aPageTakesTheKeysOfWhatItCovers() {
        var pressed: [String] = []
        let handle = Held<NavigationPath, AnyView>.Handle()
        let shown = Shown.root(
            Held(NavigationPath(), handle) { path in
                AnyView(
                    NavigationStack(path: path) {
                        Button("Outer") { pressed.append("outer") }.keyboardShortcut("k")
                            .navigationDestination(for: Int.self) { _ in
                                Button("Inner") { pressed.append("inner") }.keyboardShortcut("i")
                            }
                    })
            })
        let (outer, inner) = (key("k", "k", .control), key("i", "i", .control))
        #expect(shown.graph.press(outer) && !shown.graph.press(inner))
        handle.value.append(1)
        shown.update()
        shown.advance(by: 1)
        #expect(!shown.graph.press(outer) && shown.graph.press(inner))
        handle.value.removeLast()
        shown.update()
        shown.advance(by: 1)
        #expect(shown.graph.press(outer) && pressed == ["outer", "inner", "outer"])
    }
}
