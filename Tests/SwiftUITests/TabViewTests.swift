import Foundation
import Testing

@testable import SwiftUI

@Suite @MainActor struct TabViewTests {
    private final class Log {
        var lines: [String] = []
    }

    private struct Counter: View {
        let name: String
        let log: Log
        @State private var count = 0

        var body: some View {
            Button(action: { count += 1 }) { Text(verbatim: "\(name) \(count)") }
                .onAppear { log.lines.append("+" + name) }
                .onDisappear { log.lines.append("-" + name) }
        }
    }

    private struct Tabs: View {
        let log: Log

        var body: some View {
            TabView {
                Counter(name: "one", log: log).tabItem { Label("First", systemImage: "camera") }
                Counter(name: "two", log: log).tabItem {
                    Image(systemName: "gear")
                    Text(verbatim: "Second")
                }
            }
        }
    }

    @Test func aTabIsMadeWhenItIsChosenAndKeepsItsState() throws {
        let log = Log()
        let shown = Shown(Tabs(log: log))
        #expect(shown.texts == ["one 0", "First", "Second"] && log.lines == ["+one"])
        // The bar is at the lower edge: 49 points and its line.
        #expect(try #require(shown.frame(of: "First")).minY > 550)
        #expect(shown.frame(of: "one 0")?.midY == 275)
        shown.tap(try #require(shown.frame(of: "one 0")))
        shown.update()
        shown.tap(300, 580)
        shown.update()
        #expect(shown.texts == ["two 0", "First", "Second"] && log.lines == ["+one", "-one", "+two"])
        shown.tap(try #require(shown.frame(of: "First")))
        shown.update()
        #expect(shown.texts.first == "one 1" && log.lines.suffix(2) == ["-two", "+one"])
        // Nothing is touched that is not seen.
        shown.tap(try #require(shown.frame(of: "one 1")))
        shown.update()
        shown.tap(300, 580)
        shown.update()
        #expect(shown.texts.first == "two 0")
    }

    @Test(.timeLimit(.minutes(5))) func tasksEndWithTheirTab() async throws {
        let ends = AsyncStream<Void>.makeStream()
        let shown = Shown(
            TabView {
                Color.red
                    .task {
                        await withTaskCancellationHandler {
                            try? await Task.sleep(for: .seconds(3600))
                        } onCancel: {
                            ends.continuation.yield()
                        }
                    }
                    .tabItem { Text(verbatim: "a") }
                Color.blue.tabItem { Text(verbatim: "b") }
            })
        shown.tap(300, 580)
        shown.update()
        var iterator = ends.stream.makeAsyncIterator()
        await iterator.next()
    }

    private struct Chosen: View {
        let get: (Binding<String>) -> Void
        @State var tab = "b"

        var body: some View {
            let _ = get($tab)
            TabView(selection: $tab) {
                Text(verbatim: "A").tabItem { Text(verbatim: "a") }.tag("a")
                Text(verbatim: "B").tag("b").tabItem { Text(verbatim: "b") }
            }
        }
    }

    @Test func theSelectionIsATag() throws {
        var tab: Binding<String>!
        let shown = Shown(Chosen { tab = $0 })
        #expect(shown.texts == ["B", "a", "b"])
        shown.tap(try #require(shown.frame(of: "a")))
        shown.update()
        #expect(tab.wrappedValue == "a" && shown.texts == ["A", "a", "b"])
        tab.wrappedValue = "b"
        shown.update()
        #expect(shown.texts.first == "B")
    }

    @Test func pagesAreTurnedByASwipe() throws {
        let shown = Shown(
            TabView {
                Text(verbatim: "p0")
                Text(verbatim: "p1")
            }
            .tabViewStyle(.page(indexDisplayMode: .never)))
        func x(_ text: String) -> CGFloat? { shown.frame(of: text)?.midX }
        #expect(x("p0") == 200 && x("p1") == 600)
        shown.touch(.began, 300, 300)
        shown.touch(.moved, 280, 300)
        shown.touch(.moved, 250, 300)
        shown.update()
        #expect(x("p0") == 150)
        // Too little to turn the page.
        shown.touch(.ended, 250, 300)
        shown.advance(by: 1)
        #expect(x("p0") == 200)
        shown.touch(.began, 300, 300)
        shown.touch(.moved, 100, 300)
        shown.touch(.ended, 100, 300)
        shown.advance(by: 1)
        #expect(x("p0") == -200 && x("p1") == 200)
    }
}
