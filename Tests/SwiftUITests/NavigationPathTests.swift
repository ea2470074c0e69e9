import Testing

@testable import SwiftUI

@Suite @MainActor struct NavigationPathTests {
    private enum Place: Hashable {
        case album(Int)
        case settings
    }

    /// A state that a test can change from outside.
    private final class Handle<Value> {
        var binding: Binding<Value>!
    }

    private struct Screen<Path>: View {
        let handle: Handle<Path>
        @State var path: Path
        let stack: (Binding<Path>, AnyView) -> AnyView

        var body: some View {
            let _ = handle.binding = $path
            stack(
                $path,
                AnyView(
                    NavigationLink("go", value: Place.album(1))
                        .navigationDestination(for: Place.self) { place in
                            switch place {
                            case .album(let number): NavigationLink("in \(number)", value: Place.album(number + 1))
                            case .settings: Text(verbatim: "settings")
                            }
                        }
                        .navigationDestination(for: String.self) { Text(verbatim: "text " + $0) }))
        }
    }

    @Test func thePathFollowsThePersonAndTheStackThePath() throws {
        let handle = Handle<[Place]>()
        let shown = Shown(
            Screen(handle: handle, path: []) { path, root in AnyView(NavigationStack(path: path) { root }) })
        shown.tap(try #require(shown.frame(of: "go")))
        shown.advance(by: 1)
        #expect(handle.binding.wrappedValue == [.album(1)] && shown.texts.contains("in 1"))
        shown.tap(try #require(shown.frame(of: "in 1")))
        shown.advance(by: 1)
        #expect(handle.binding.wrappedValue == [.album(1), .album(2)] && shown.texts.contains("in 2"))
        shown.tap(20, 22)
        shown.advance(by: 1)
        #expect(handle.binding.wrappedValue == [.album(1)] && !shown.texts.contains("in 2"))
        // The program goes elsewhere, and home.
        handle.binding.wrappedValue = [.album(1), .settings]
        shown.update()
        shown.advance(by: 1)
        #expect(shown.texts.contains("settings") && shown.texts.contains("in 1"))
        handle.binding.wrappedValue = []
        shown.update()
        shown.advance(by: 1)
        #expect(shown.texts == ["go"])
    }

    @Test func aPathOfAnyValuesMayBeThereFromTheStart() throws {
        let handle = Handle<NavigationPath>()
        var path = NavigationPath()
        path.append(Place.settings)
        path.append("home")
        #expect(path.count == 2 && path != NavigationPath(["home"]))
        let shown = Shown(
            Screen(handle: handle, path: path) { path, root in AnyView(NavigationStack(path: path) { root }) })
        #expect(shown.texts.contains("settings") && shown.texts.contains("text home"))
        handle.binding.wrappedValue.removeLast()
        shown.update()
        shown.advance(by: 1)
        #expect(!shown.texts.contains("text home") && shown.texts.contains("settings"))
        #expect(!handle.binding.wrappedValue.isEmpty)
    }

    private struct Item: View {
        let handle: Handle<Int?>
        @State private var item: Int?

        var body: some View {
            let _ = handle.binding = $item
            NavigationStack {
                Text(verbatim: "root").navigationDestination(item: $item) { Text(verbatim: "item \($0)") }
                    .toolbar {
                        ToolbarItem(placement: .principal) { Text(verbatim: "middle") }
                        if item == nil {
                            ToolbarItemGroup(placement: .topBarTrailing) {
                                Text(verbatim: "one")
                                Text(verbatim: "two")
                            }
                        } else {
                            ToolbarItem { Text(verbatim: "three") }
                        }
                    }
                    .navigationTitle("Title")
            }
        }
    }

    @Test func anItemIsPushedWhileThereIsOne() throws {
        let handle = Handle<Int?>()
        let shown = Shown(Item(handle: handle))
        // What is in the title's place is in the middle.
        #expect(shown.texts == ["middle", "one", "two", "root"])
        #expect(shown.frame(of: "middle")?.midX == 200)
        handle.binding.wrappedValue = 5
        shown.update()
        shown.advance(by: 1)
        #expect(shown.texts.contains("item 5") && shown.texts.contains("three"))
        shown.tap(20, 22)
        shown.advance(by: 1)
        #expect(handle.binding.wrappedValue == nil && !shown.texts.contains("item 5"))
    }
}
