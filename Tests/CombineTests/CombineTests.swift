@testable import Combine
import Foundation
import MissingFoundation
import Testing

/// A model like an app's.
private final class RecordingModel: ObservableObject {
    @Published var isRecording = false
    @Published var name = "none"
}

private final class Device: NSObject {
    private var storedZoom = 1.0
    var zoom: Double {
        get { storedZoom }
        set {
            willChangeValue(for: \.zoom)
            storedZoom = newValue
            didChangeValue(for: \.zoom)
        }
    }
}

/// A counter that is set on one queue only, as an app sets its visible state.
private final class Counter: @unchecked Sendable {  // `count` is set on the queue only
    @Published var count = 0
    let queue = DispatchQueue(label: "counter")
}

@Suite struct CombineTests {
    @Test(.timeLimit(.minutes(1))) func theLastValueOfAPropertyIsNeverMissed() async {
        for _ in 0..<200 {
            let counter = Counter()
            // Where the property is set, so that no value falls between the first one and the subscription.
            let values = counter.queue.sync { counter.$count.values }
            counter.queue.async { for number in 1...20 { counter.count = number } }
            for await value in values where value == 20 { break }
        }
    }

    @Test func mergedValuesComeAsTheyAreSentAndEndWithTheLastPublisher() {
        let (a, b, c) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>(), Just(0))
        var values: [Int] = []
        var isFinished = false
        let subscription = Publishers.Merge3(a, b, c).sink { _ in
            isFinished = true
        } receiveValue: {
            values.append($0)
        }
        a.send(1)
        b.send(2)
        a.send(completion: .finished)
        b.send(3)
        #expect(values == [0, 1, 2, 3])
        #expect(!isFinished)
        b.send(completion: .finished)
        #expect(isFinished)
        subscription.cancel()
    }

    @Test func aFailureEndsAMerge() {
        struct Broken: Error {}
        let (a, b) = (PassthroughSubject<Int, Broken>(), PassthroughSubject<Int, Broken>())
        var values: [Int] = []
        var failed = false
        let subscription = a.merge(with: b).sink {
            if case .failure = $0 { failed = true }
        } receiveValue: {
            values.append($0)
        }
        a.send(completion: .failure(Broken()))
        b.send(1)
        #expect(failed && values.isEmpty)
        subscription.cancel()
    }

    @Test func latestValuesAreCombinedOnceEachPublisherHasOne() {
        let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<String, Never>())
        var values: [String] = []
        let subscription = a.combineLatest(b) { "\($0)\($1)" }.sink { values.append($0) }
        a.send(1)
        a.send(2)
        b.send("x")
        b.send("y")
        a.send(3)
        #expect(values == ["2x", "2y", "3y"])
        subscription.cancel()
    }

    @Test func aSubscriberThatAskedForOneValueGetsOne() {
        let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        var values: [Int] = []
        let subscription = Publishers.Merge(a, b).first().sink { values.append($0) }
        b.send(7)
        a.send(8)
        #expect(values == [7])
        subscription.cancel()
    }

    @Test func publishedPropertiesOfAModelDriveAnother() {
        let model = RecordingModel()
        var changes = 0
        var titles: [String] = []
        var subscriptions: Set<AnyCancellable> = []
        model.objectWillChange.sink { changes += 1 }.store(in: &subscriptions)
        model.$isRecording.combineLatest(model.$name).map { $0.0 ? "rec \($0.1)" : "idle" }.removeDuplicates()
            .sink { titles.append($0) }.store(in: &subscriptions)
        model.name = "a.mov"
        model.isRecording = true
        #expect(changes == 2)
        #expect(titles == ["idle", "rec a.mov"])
    }

    @Test func observablePropertiesArePublished() {
        let device = Device()
        var zooms: [Double] = []
        let subscription = device.publisher(for: \.zoom).sink { zooms.append($0) }
        device.zoom = 2
        device.zoom = 3
        subscription.cancel()
        device.zoom = 4
        #expect(zooms == [1, 2, 3])
    }

    @Test func notificationsArePublished() {
        let name = Notification.Name("CombineTests")
        var count = 0
        let subscription = NotificationCenter.default.publisher(for: name).sink { _ in count += 1 }
        NotificationCenter.default.post(name: name, object: nil)
        #expect(count == 1)
        subscription.cancel()
    }

    @Test func valuesAreAnAsynchronousSequence() async {
        var values: [Int] = []
        for await value in [1, 2, 3].publisher.values { values.append(value) }
        #expect(values == [1, 2, 3])
    }

    @Test func timersOfTheMainRunLoopTick() async {
        let ticks = Timer.publish(every: 0.01, on: .main, in: .common)
        #expect((ticks as? Timer.TickPublisher)?.interval == 0.01)
        var count = 0
        for await _ in ticks.autoconnect().values {
            count += 1
            if count == 3 { break }
        }
        #expect(count == 3)
    }

    @MainActor @Test func valuesAreReceivedOnQueuesAndOnTheMainRunLoop() async {
        let queue = DispatchQueue(label: "CombineTests")
        let received: [Int] = await withCheckedContinuation { continuation in
            var subscription: AnyCancellable?
            subscription = [1, 2].publisher
                .receive(on: queue)
                .map { value -> Int in
                    dispatchPrecondition(condition: .onQueue(queue))
                    return value
                }
                .receive(on: RunLoop.main)
                .map { value -> Int in
                    dispatchPrecondition(condition: .onQueue(.main))
                    return value
                }
                .collect()
                .delay(for: .milliseconds(1), scheduler: RunLoop.main)
                .sink { values in
                    continuation.resume(returning: values)
                    subscription = nil
                }
            _ = subscription
        }
        #expect(received == [1, 2])
    }

    @Test func onlyTheLastOfAQuickSeriesIsLeft() async {
        let changes = PassthroughSubject<Int, Never>()
        let settled = changes.debounce(for: .milliseconds(20), scheduler: RunLoop.main)
        var values = settled.values.makeAsyncIterator()
        for value in 1...3 { changes.send(value) }
        changes.send(4)
        #expect(await values.next() == 4)
    }
}
