import Observation
import Testing

@testable import SwiftUI

@Suite @MainActor struct StateTests {
    @Observable final class Model {
        var title = "a"
        var unread = 0
    }

    final class Published: ObservableObject {
        @Combine.Published var title = "a"
    }

    final class Count {
        var values: [String: Int] = [:]
        func add(_ name: String) { values[name, default: 0] += 1 }
    }

    struct Counter: View {
        let count: Count
        let box: Box
        @State private var number = 0

        final class Box {
            var binding: Binding<Int>!
        }

        var body: some View {
            let _ = count.add("counter")
            let _ = box.binding = $number
            Text(verbatim: "\(number)")
            Other(count: count)
        }
    }

    struct Other: View {
        let count: Count
        var body: some View {
            let _ = count.add("other")
            Text(verbatim: "other")
        }
    }

    @Test func aChangeOfStateEvaluatesOnlyWhatReadIt() {
        let (count, box) = (Count(), Counter.Box())
        let shown = Shown(Counter(count: count, box: box))
        #expect(shown.texts == ["0", "other"])
        box.binding.wrappedValue = 5
        shown.update()
        #expect(shown.texts == ["5", "other"])
        #expect(count.values == ["counter": 2, "other": 1])
        box.binding.wrappedValue = 5
        shown.update()
        #expect(count.values == ["counter": 2, "other": 1])
    }

    struct Observing: View {
        let model: Model
        let count: Count
        var body: some View {
            let _ = count.add("body")
            Text(verbatim: model.title)
        }
    }

    @Test func anObservedPropertyThatIsReadEvaluatesTheView() {
        let (model, count) = (Model(), Count())
        let shown = Shown(Observing(model: model, count: count))
        model.unread = 1
        shown.update()
        #expect(count.values["body"] == 1)
        model.title = "b"
        shown.update()
        #expect(shown.texts == ["b"])
        #expect(count.values["body"] == 2)
    }

    struct Owner: View {
        @StateObject var object = Published()
        let seen: (Published) -> Void
        var body: some View {
            let _ = seen(object)
            Text(verbatim: object.title)
            Watcher(object: object)
            TextOfEnvironment().environmentObject(object)
        }
    }

    struct Watcher: View {
        @ObservedObject var object: Published
        var body: some View { Text(verbatim: object.title + "!") }
    }

    struct TextOfEnvironment: View {
        @EnvironmentObject var object: Published
        var body: some View { Text(verbatim: object.title + "?") }
    }

    @Test func objectsAreMadeOnceAndWatched() {
        var objects: [Published] = []
        let shown = Shown(Owner { objects.append($0) })
        #expect(shown.texts == ["a", "a!", "a?"])
        objects[0].title = "b"
        shown.update()
        #expect(shown.texts == ["b", "b!", "b?"])
        #expect(objects.allSatisfy { $0 === objects[0] })
    }

    struct Switching: View {
        @State var isOn = true
        let toggle: (Binding<Bool>) -> Void
        var body: some View {
            let _ = toggle($isOn)
            if isOn { Keeper(name: "x") } else { Text(verbatim: "off") }
        }
    }

    struct Keeper: View {
        let name: String
        @State private var seen = 0
        var body: some View {
            Text(verbatim: "\(name)\(seen)").onAppear { seen += 1 }
        }
    }

    @Test func stateBelongsToThePlaceInTheTree() {
        var binding: Binding<Bool>!
        let shown = Shown(Switching { binding = $0 })
        #expect(shown.texts == ["x1"])
        binding.wrappedValue = false
        shown.update()
        #expect(shown.texts == ["off"])
        binding.wrappedValue = true
        shown.update()
        #expect(shown.texts == ["x1"])
    }

    struct Rows: View {
        @State var names = ["a", "b", "c"]
        let get: (Binding<[String]>) -> Void
        var body: some View {
            let _ = get($names)
            ForEach(names, id: \.self) { Keeper(name: $0) }
        }
    }

    @Test func elementsKeepTheirStateWhenTheyMove() {
        var binding: Binding<[String]>!
        let shown = Shown(Rows { binding = $0 })
        #expect(shown.texts == ["a1", "b1", "c1"])
        binding.wrappedValue = ["c", "d", "a"]
        shown.update()
        #expect(shown.texts == ["c1", "d1", "a1"])
    }

    struct Depth: EnvironmentKey { static let defaultValue = 0 }

    struct Reader: View {
        @Environment(\.depth) var depth
        @Environment(Model.self) var model: Model?
        var body: some View { Text(verbatim: "\(depth)\(model?.title ?? "-")") }
    }

    @Test func theEnvironmentReachesWhatIsBelow() {
        let shown = Shown(
            VStack {
                Reader()
                Reader().environment(\.depth, 2)
                Reader().transformEnvironment(\.depth) { $0 += 1 }.environment(\.depth, 4)
                Reader().environment(Model())
            })
        #expect(shown.texts == ["0-", "2-", "5-", "0a"])
    }

    struct Chain: View {
        @State private var number = 1
        let log: (String) -> Void
        let get: (Binding<Int>) -> Void
        var body: some View {
            let _ = get($number)
            Text(verbatim: "\(number)")
                .onAppear { log("child") }
                .onChange(of: number) { log("\($0)>\($1)") }
                .onChange(of: number, initial: true) { log("now \(number)") }
                .padding()
                .onAppear { log("parent") }
                .onDisappear { log("gone") }
        }
    }

    @Test func actionsRunInOrder() {
        var log: [String] = []
        var binding: Binding<Int>!
        let shown = Shown(
            Chain {
                log.append($0)
            } get: {
                binding = $0
            })
        #expect(log == ["child", "now 1", "parent"])
        binding.wrappedValue = 2
        shown.update()
        #expect(log == ["child", "now 1", "parent", "1>2", "now 2"])
    }

    struct Renewed: View {
        @State var id = 0
        let log: (String) -> Void
        let get: (Binding<Int>) -> Void
        var body: some View {
            let _ = get($id)
            Text(verbatim: "\(id)").onAppear { log("in") }.onDisappear { log("out") }.id(id).onAppear { log("once") }
        }
    }

    @Test func anotherIdIsAnotherView() {
        var log: [String] = []
        var binding: Binding<Int>!
        let shown = Shown(
            Renewed {
                log.append($0)
            } get: {
                binding = $0
            })
        binding.wrappedValue = 1
        shown.update()
        #expect(log == ["in", "once", "in", "out"])
    }

    struct Total: PreferenceKey {
        static let defaultValue = 0
        static func reduce(value: inout Int, nextValue: () -> Int) { value += nextValue() }
    }

    @Test func preferencesAreReducedInOrder() {
        var totals: [Int] = []
        _ = Shown(
            VStack {
                Color.red.preference(key: Total.self, value: 1)
                HStack { Color.red.preference(key: Total.self, value: 2) }.transformPreference(Total.self) { $0 *= 10 }
            }
            .onPreferenceChange(Total.self) { totals.append($0) })
        #expect(totals == [21])
    }

    struct Framed: ViewModifier {
        @Environment(\.depth) var depth
        func body(content: Content) -> some View {
            content.padding(CGFloat(depth))
        }
    }

    @Test func modifiersOfAnAppHaveProperties() {
        let shown = Shown(Text(verbatim: "a").modifier(Framed()).environment(\.depth, 3))
        #expect(shown.size == CGSize(width: 14, height: 22))
    }

    @Test func bindingsLeadToMembersAndElements() {
        struct Pair { var first = 1; var rest: [Int] = [2, 3] }
        var pair = Pair()
        let binding = Binding(get: { pair }, set: { pair = $0 })
        binding.first.wrappedValue = 7
        binding.rest[1].wrappedValue = 8
        #expect(pair.first == 7 && pair.rest == [2, 8])
        var optional: Int? = 1
        let source = Binding(get: { optional }, set: { optional = $0 })
        Binding(source)?.wrappedValue = 4
        #expect(optional == 4)
        optional = nil
        #expect(Binding(source) == nil)
        Binding.constant(3).wrappedValue = 5
    }
}

extension EnvironmentValues {
    var depth: Int {
        get { self[StateTests.Depth.self] }
        set { self[StateTests.Depth.self] = newValue }
    }
}
