import GtkSupport
import Testing
import UIKit

@testable import SwiftUI

@Suite @MainActor struct KeyPressTests {
    private typealias Key = GtkSupport.KeyPress

    private func key(
        _ name: String, _ character: Character? = nil, _ modifiers: Key.Modifiers = [], _ phase: Key.Phase = .down
    ) -> Key { Key(character: character, name: name, modifiers: modifiers, phase: phase) }

    @Test func viewsTakeTheirKeys() {
        var taken: [String] = []
        let shown = Shown(
            VStack {
                Text("a").onKeyPress(.space) {
                    taken.append("space")
                    return .handled
                }
                Text("b").onKeyPress(keys: [.upArrow, "z"]) { press in
                    taken.append("\(press.key == .upArrow ? "up" : press.characters) \(press.phase == .repeat)")
                    return .handled
                }
                Text("c").onKeyPress(characters: .decimalDigits, phases: .down) { press in
                    taken.append(press.characters)
                    return .handled
                }
            })
        let graph = shown.graph
        #expect(graph.press(key("space", " ")) && graph.press(key("Up")) && graph.press(key("z", "z", [], .repeat)))
        #expect(graph.press(key("7", "7")) && !graph.press(key("7", "7", [], .repeat)) && !graph.press(key("q", "q")))
        #expect(taken == ["space", "up false", "z true", "7"])
    }

    @Test func whatAViewIgnoresIsForTheOneAround() {
        var taken: [String] = []
        let shown = Shown(
            Text("a").onKeyPress { _ in
                taken.append("inner")
                return .ignored
            }
            .onKeyPress { press in
                taken.append("outer \(press.modifiers == [.command, .shift])")
                return .handled
            })
        #expect(shown.graph.press(key("k", "k", [.control, .shift])))
        #expect(taken == ["inner", "outer true"])
        // A key without a meaning of its own.
        #expect(!shown.graph.press(key("Shift_L")))
    }

    @Test func shortcutsComeFirst() {
        var taken: [String] = []
        let shown = Shown(
            Button("Go") { taken.append("go") }.keyboardShortcut("g", modifiers: []).onKeyPress("g") {
                taken.append("key")
                return .handled
            })
        #expect(shown.graph.press(key("g", "g")) && taken == ["go"])
    }

    @Test func aDisabledViewTakesNoKey() {
        let shown = Shown(Text("a").onKeyPress(.escape) { .handled }.disabled(true))
        #expect(!shown.graph.press(key("Escape")))
    }

    @Test func aWindowTellsOfReleases() {
        var phases: [Int] = []
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        window.rootViewController = UIHostingController(
            rootView: Color.red.onKeyPress(.return, phases: .all) { press in
                phases.append(press.phase.rawValue)
                return .handled
            })
        window.isHidden = false
        window.layoutIfNeeded()
        defer { window.isHidden = true }
        #expect(window.keyPressed(key("Return")) && window.keyPressed(key("Return", nil, [], .repeat)))
        window.keyReleased(key("Return", nil, [], .up))
        let all: [SwiftUI.KeyPress.Phases] = [.down, .repeat, .up]
        #expect(phases == all.map(\.rawValue))
    }
}
