import Observation
import Testing

@testable import GtkSupport

@MainActor
struct ObserverTests {
    @Observable
    final class Model {
        var first = 1
        var second = 10
    }

    @Test func aBodyRunsAgainWhenSomethingItReadHasChanged() async {
        let model = Model()
        let (values, continuation) = AsyncStream.makeStream(of: Int.self)
        let observer = observe { continuation.yield(model.first + model.second) }
        var iterator = values.makeAsyncIterator()
        #expect(await iterator.next() == 11)
        // Both at once: one run.
        model.first = 2
        model.second = 20
        #expect(await iterator.next() == 22)
        withExtendedLifetime(observer) {}
    }

    @Test func aBodyEndsWithItsObserver() async {
        let model = Model()
        var runs = 0
        var observer: Observer? = observe {
            _ = model.first
            runs += 1
        }
        withExtendedLifetime(observer) {}
        observer = nil
        model.first = 2
        // After whatever the change has scheduled on the main actor.
        await Task { @MainActor in }.value
        #expect(runs == 1)
    }
}
