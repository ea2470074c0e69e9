import Foundation
import Testing
import UIKit

@testable import SwiftUI

/// A root that presents, as a window has it.
@MainActor private func shownRoot(_ view: some View) -> Shown {
    Shown(PresentationRoot(content: AnyView(view), presentations: Presentations()))
}

@Suite @MainActor struct PresentationTests {
    /// A state that a test can change from outside.
    final class Handle<Value> {
        var binding: Binding<Value>!
    }

    struct Nested: View {
        @State var isOuter = true
        @State var isInner = true
        var body: some View {
            Text(verbatim: "root").sheet(isPresented: $isOuter) {
                Text(verbatim: "outer").sheet(isPresented: $isInner) { Text(verbatim: "inner") }
            }
        }
    }

    @Test func aSheetInASheetComesToRest() {
        let shown = shownRoot(Nested())
        shown.advance(by: 1)
        #expect(shown.texts == ["root", "outer", "inner"])
        let evaluations = shown.graph.evaluations
        shown.update()
        shown.update()
        #expect(shown.graph.evaluations == evaluations)
    }

    struct Counting: View {
        let handle: Handle<Int>
        let evaluated: () -> Void
        @State var count = 1
        var body: some View {
            let _ = handle.binding = $count
            let _ = evaluated()
            Text(verbatim: "root").sheet(isPresented: .constant(true)) { Text(verbatim: "\(count)") }
        }
    }

    @Test func aSheetFollowsStateThatOnlyItReads() {
        let handle = Handle<Int>()
        var evaluations = 0
        let shown = shownRoot(Counting(handle: handle) { evaluations += 1 })
        #expect(shown.texts == ["root", "1"])
        handle.binding.wrappedValue = 2
        shown.update()
        #expect(shown.texts == ["root", "2"])
        #expect(evaluations == 1)
    }

    struct Passing: View {
        let handle: Handle<Int>
        @State var count = 1
        var body: some View {
            let _ = handle.binding = $count
            let copy = count
            Text(verbatim: "root").sheet(isPresented: .constant(true)) { Text(verbatim: "\(copy)") }
        }
    }

    @Test func aSheetFollowsWhatItsPresenterHandsIt() {
        let handle = Handle<Int>()
        let shown = shownRoot(Passing(handle: handle))
        handle.binding.wrappedValue = 2
        shown.update()
        #expect(shown.texts == ["root", "2"])
    }

    struct Linking: View {
        let handle: Handle<Int>
        @State var count = 1
        var body: some View {
            let _ = handle.binding = $count
            NavigationStack {
                NavigationLink {
                    Text(verbatim: "page \(count)")
                } label: {
                    Text(verbatim: "go")
                }
            }
        }
    }

    @Test func aPushedViewFollowsState() {
        let handle = Handle<Int>()
        let shown = shownRoot(Linking(handle: handle))
        shown.tap(200, 300)
        shown.advance(by: 1)
        #expect(shown.texts.contains("page 1"))
        handle.binding.wrappedValue = 2
        shown.update()
        #expect(shown.texts.contains("page 2"))
    }

    struct Alerting: View {
        @State var isShown = true
        var body: some View {
            Text(verbatim: "root").alert("Title", isPresented: $isShown) {}
        }
    }

    @Test func anAlertWithoutButtonsHasOneThatClosesIt() {
        let shown = shownRoot(Alerting())
        #expect(shown.texts == ["root", "Title", "OK"])
        let frame = shown.drawn.last!.frame
        shown.tap(frame.midX, frame.midY)
        shown.advance(by: 1)
        #expect(shown.texts == ["root"])
    }

    struct AlertWithButton: View {
        @State var isShown = true
        let done: @MainActor () -> Void
        var body: some View {
            Text(verbatim: "root").alert("Title", isPresented: $isShown) {
                Button("Delete", role: .destructive, action: done)
            } message: {
                Text(verbatim: "why")
            }
        }
    }

    @Test func anAlertsButtonRunsAndCloses() {
        var count = 0
        let shown = shownRoot(AlertWithButton { count += 1 })
        #expect(shown.texts == ["root", "Title", "why", "Delete"])
        let frame = shown.drawn.last!.frame
        shown.tap(frame.midX, frame.midY)
        shown.advance(by: 1)
        #expect(count == 1 && shown.texts == ["root"])
    }

    struct Failure: LocalizedError {
        let errorDescription: String? = "broken"
    }

    @Test func anAlertIsAboutAValueOrAnError() {
        func texts(_ value: Int?) -> [String] {
            shownRoot(
                Text(verbatim: "root").alert("Title", isPresented: .constant(true), presenting: value) { number in
                    Button("Delete \(number)") {}
                } message: {
                    Text(verbatim: "about \($0)")
                }
            ).texts
        }
        #expect(texts(7) == ["root", "Title", "about 7", "Delete 7"])
        #expect(texts(nil) == ["root"])
        let failed = shownRoot(
            Text(verbatim: "root").alert(isPresented: .constant(true), error: Failure()) {})
        #expect(failed.texts == ["root", "broken", "OK"])
    }

    @Test func alertsAndDialogsComeInAllForms() {
        let (root, title) = (Text(verbatim: "root"), "Ti" + "tle")
        let shown = Binding.constant(true)
        let alerts: [AnyView] = [
            AnyView(root.alert("Title", isPresented: shown, presenting: 7) { Button("Delete \($0)") {} }),
            AnyView(root.alert(title, isPresented: shown, presenting: 7) { Button("Delete \($0)") {} }),
            AnyView(root.alert(Text(title), isPresented: shown, presenting: 7) { Button("Delete \($0)") {} }),
            AnyView(root.alert(Text(title), isPresented: shown) { Button("Delete 7") {} }),
        ]
        for alert in alerts { #expect(shownRoot(alert).texts == ["root", "Title", "Delete 7"]) }
        let dialogs: [AnyView] = [
            AnyView(
                root.confirmationDialog("Title", isPresented: shown, titleVisibility: .visible, presenting: 7) {
                    Button("Delete \($0)") {}
                }),
            AnyView(
                root.confirmationDialog(title, isPresented: shown, titleVisibility: .visible) {
                    Button("Delete 7") {}
                }),
            AnyView(
                root.confirmationDialog(Text(title), isPresented: shown, titleVisibility: .visible) {
                    Button("Delete 7") {}
                }),
        ]
        for dialog in dialogs { #expect(shownRoot(dialog).texts == ["root", "Title", "Delete 7", "Cancel"]) }
        let none: Int? = nil
        #expect(
            shownRoot(
                root.confirmationDialog("Title", isPresented: shown, presenting: none) { Button("Delete \($0)") {} }
            ).texts == ["root"])
        let failed = root.alert(isPresented: shown, error: Failure()) { _ in
            Button("Again") {}
        } message: { error in
            Text(verbatim: "It is \(error.errorDescription ?? "").")
        }
        #expect(shownRoot(failed).texts == ["root", "broken", "It is broken.", "Again"])
    }

    @Test func aDialogsTitleMayBeHidden() {
        let shown = shownRoot(
            Text(verbatim: "root").confirmationDialog(
                "Title", isPresented: .constant(true), titleVisibility: .hidden
            ) {
                Button("Delete") {}
            } message: {
                Text(verbatim: "why")
            })
        #expect(shown.texts == ["root", "why", "Delete", "Cancel"])
    }

    struct Row: Identifiable {
        let id: Int
    }

    struct Changing: View {
        let handle: Handle<[Int]>
        let gone: (Int) -> Void
        @State var ids = [1, 2]
        var body: some View {
            let _ = handle.binding = $ids
            VStack {
                ForEach(ids.map(Row.init)) { _ in Color.red.frame(width: 10, height: 10) }
                    .background { Color.blue.onDisappear { gone(0) } }
                    .overlay { Color.blue.onDisappear { gone(1) } }
                    .mask { Color.black.onDisappear { gone(2) } }
                    .safeAreaInset(edge: .top) { Color.blue.frame(height: 1).onDisappear { gone(3) } }
            }
        }
    }

    @Test func aBackgroundGoesWithItsItem() {
        let handle = Handle<[Int]>()
        var gone: [Int] = []
        let shown = Shown(Changing(handle: handle) { gone.append($0) })
        handle.binding.wrappedValue = [2, 3, 4]
        shown.update()
        #expect(gone.sorted() == [0, 1, 2, 3])
        handle.binding.wrappedValue = []
        shown.update()
        #expect(gone.count == 16)
    }
}
