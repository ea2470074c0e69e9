import Foundation
import Locking
import MissingFoundation
import Testing

/// An object with observable properties.
private class Lamp: NSObject, @unchecked Sendable {  // Its values are Mutexes.
    private let level = Mutex(0)
    private let label = Mutex("off")

    var brightness: Int {
        get { level.withLock { $0 } }
        set { changing(\.brightness) { level.withLock { $0 = newValue } } }
    }

    /// Does something else between the announcement of a change and the change.
    func change(to value: Int, after body: () -> Void) {
        changing(\.brightness) {
            body()
            level.withLock { $0 = value }
        }
    }

    var name: String {
        get { label.withLock { $0 } }
        set {
            willChangeValue(for: \.name)
            label.withLock { $0 = newValue }
            didChangeValue(for: \.name)
        }
    }
}

private final class DeskLamp: Lamp, @unchecked Sendable {}

/// The calls of a handler, in order.
private final class Log<Entry: Sendable>: Sendable {
    private let lines = Mutex<[Entry]>([])
    var entries: [Entry] { lines.withLock { $0 } }
    func append(_ entry: Entry) { lines.withLock { $0.append(entry) } }
}

private struct Seen: Equatable {
    var old: Int?
    var new: Int?
    var isPrior = false
}

@Suite struct KeyValueObservingTests {
    @Test func handlerGetsOldAndNewValuesOnlyWhenAskedFor() {
        let lamp = Lamp()
        let log = Log<Seen>()
        let options: [NSKeyValueObservingOptions] = [[], .new, .old, [.old, .new]]
        let observations = options.map { option in
            lamp.observe(\.brightness, options: option) { _, change in
                log.append(Seen(old: change.oldValue, new: change.newValue, isPrior: change.isPrior))
            }
        }
        lamp.brightness = 7
        #expect(
            log.entries == [
                Seen(old: nil, new: nil), Seen(old: nil, new: 7), Seen(old: 0, new: nil), Seen(old: 0, new: 7),
            ])
        withExtendedLifetime(observations) {}
    }

    @Test func initialCallComesBeforeObserveReturns() {
        let lamp = Lamp()
        lamp.brightness = 3
        let log = Log<Seen>()
        let observation = lamp.observe(\.brightness, options: [.initial, .new, .old]) { _, change in
            log.append(Seen(old: change.oldValue, new: change.newValue))
        }
        #expect(log.entries == [Seen(old: nil, new: 3)])
        withExtendedLifetime(observation) {}
    }

    @Test func priorCallComesBeforeTheChangeAndAnotherAfterIt() {
        let lamp = Lamp()
        let log = Log<[Int]>()
        let observation = lamp.observe(\.brightness, options: [.prior, .new, .old]) { lamp, change in
            log.append([lamp.brightness, change.oldValue ?? -1, change.newValue ?? -1, change.isPrior ? 1 : 0])
        }
        lamp.brightness = 5
        #expect(log.entries == [[0, 0, -1, 1], [5, 0, 5, 0]])
        withExtendedLifetime(observation) {}
    }

    @Test func willAndDidChangeValueReportTheSameAsAChange() {
        let lamp = Lamp()
        let log = Log<[String?]>()
        let observation = lamp.observe(\.name, options: [.old, .new]) { _, change in
            log.append([change.oldValue, change.newValue])
        }
        lamp.name = "on"
        #expect(log.entries == [["off", "on"]])
        withExtendedLifetime(observation) {}
    }

    @Test(arguments: [[], .initial] as [NSKeyValueObservingOptions])
    func observerAddedDuringAChangeIsToldOfItOnce(options: NSKeyValueObservingOptions) {
        let lamp = Lamp()
        let first = options.contains(.initial) ? [0] : []
        for hasOtherChange in [false, true] {
            lamp.brightness = 0
            let log = Log<Int?>()
            var observation: NSKeyValueObservation?
            lamp.change(to: 3) {
                observation = lamp.observe(\.brightness, options: options.union(.new)) { log.append($1.newValue) }
                if hasOtherChange { lamp.brightness = 3 }
            }
            #expect(log.entries == first + [3])
            lamp.brightness = 4
            #expect(log.entries == first + [3, 4])
            observation?.invalidate()
        }
        // For an observer that was added when the value was already set, nothing has changed.
        let log = Log<Int?>()
        var observation: NSKeyValueObservation?
        lamp.changing(\.brightness) {
            observation = lamp.observe(\.brightness, options: [.new]) { log.append($1.newValue) }
        }
        #expect(log.entries.isEmpty)
        withExtendedLifetime(observation) {}
    }

    @Test func observerAddedInAHandlerKnowsTheValue() {
        let lamp = Lamp()
        let log = Log<Int>()
        let inner = Mutex<NSKeyValueObservation?>(nil)
        let outer = lamp.observe(\.brightness) { lamp, _ in
            inner.withLock { inner in
                inner = inner ?? lamp.observe(\.brightness, options: [.new]) { _, _ in log.append(1) }
            }
        }
        lamp.brightness = 1
        #expect(log.entries.isEmpty)
        lamp.brightness = 2
        #expect(log.entries == [1])
        withExtendedLifetime(outer) {}
    }

    @Test func handlersOfOnePropertyAreNotCalledForAnother() {
        let lamp = Lamp()
        let log = Log<Int>()
        let observation = lamp.observe(\.brightness) { _, _ in log.append(1) }
        lamp.name = "on"
        #expect(log.entries.isEmpty)
        withExtendedLifetime(observation) {}
    }

    @Test func handlersRunInTheOrderInWhichTheyWereAdded() {
        let lamp = Lamp()
        let log = Log<Int>()
        let observations = (0..<5).map { number in lamp.observe(\.brightness) { _, _ in log.append(number) } }
        lamp.brightness = 1
        #expect(log.entries == [0, 1, 2, 3, 4])
        withExtendedLifetime(observations) {}
    }

    @Test func invalidatedObservationIsSilent() {
        let lamp = Lamp()
        let log = Log<Int>()
        let observation = lamp.observe(\.brightness) { lamp, _ in log.append(lamp.brightness) }
        lamp.brightness = 1
        observation.invalidate()
        observation.invalidate()
        lamp.brightness = 2
        #expect(log.entries == [1])
    }

    @Test func releasedObservationIsSilent() {
        let lamp = Lamp()
        let log = Log<Int>()
        var observation: NSKeyValueObservation? = lamp.observe(\.brightness) { lamp, _ in log.append(lamp.brightness) }
        lamp.brightness = 1
        #expect(observation != nil)
        observation = nil
        lamp.brightness = 2
        #expect(log.entries == [1])
    }

    @Test func observationInvalidatedByAnEarlierHandlerIsNotCalled() {
        let lamp = Lamp()
        let log = Log<String>()
        let later = Mutex<NSKeyValueObservation?>(nil)
        let first = lamp.observe(\.brightness) { _, _ in
            log.append("first")
            later.withLock { $0 }?.invalidate()
        }
        later.withLock { $0 = lamp.observe(\.brightness) { _, _ in log.append("second") } }
        lamp.brightness = 1
        #expect(log.entries == ["first"])
        withExtendedLifetime(first) {}
    }

    @Test func handlerMayChangeTheObjectAndObserveIt() {
        let lamp = Lamp()
        let log = Log<Int>()
        let kept = Mutex<[NSKeyValueObservation]>([])
        let observation = lamp.observe(\.brightness, options: .new) { lamp, change in
            log.append(change.newValue ?? -1)
            if lamp.brightness < 3 { lamp.brightness += 1 }
            let another = lamp.observe(\.name) { _, _ in }
            kept.withLock { $0.append(another) }
        }
        lamp.brightness = 1
        #expect(log.entries == [1, 2, 3])
        withExtendedLifetime(observation) {}
    }

    @Test func observedObjectIsNotKeptAlive() {
        weak var gone: Lamp?
        let observation: NSKeyValueObservation
        do {
            let lamp = Lamp()
            gone = lamp
            observation = lamp.observe(\.brightness) { _, _ in }
        }
        #expect(gone == nil)
        observation.invalidate()
    }

    @Test func objectAtTheAddressOfADeadOneHasNoObservers() {
        let log = Log<Int>()
        var observations: [NSKeyValueObservation] = []
        var reused = 0
        var addresses: Set<ObjectIdentifier> = []
        for _ in 0..<200 {
            let lamp = Lamp()
            if !addresses.insert(ObjectIdentifier(lamp)).inserted { reused += 1 }
            lamp.brightness = 1
            observations.append(lamp.observe(\.brightness) { _, _ in log.append(1) })
        }
        #expect(reused > 0, "the allocator gave no address twice, so nothing was tested")
        #expect(log.entries.isEmpty)
    }

    @Test func observerOfASubclassIsToldOfThePropertyOfItsSuperclass() {
        let lamp = DeskLamp()
        let log = Log<Seen>()
        let observation = lamp.observe(\DeskLamp.brightness, options: [.old, .new]) { _, change in
            log.append(Seen(old: change.oldValue, new: change.newValue))
        }
        (lamp as Lamp).brightness = 4
        lamp.name = "on"
        #expect(log.entries == [Seen(old: 0, new: 4)])
        withExtendedLifetime(observation) {}
    }

    @Test func changesFromManyThreadsAreAllReported() {
        let lamp = Lamp()
        let log = Log<Int>()
        let observation = lamp.observe(\.brightness) { _, _ in log.append(1) }
        DispatchQueue.concurrentPerform(iterations: 100) { lamp.brightness = $0 }
        #expect(log.entries.count == 100)
        withExtendedLifetime(observation) {}
    }

    @Test func changePassesOnResultAndError() {
        struct Refused: Error {}
        let lamp = Lamp()
        #expect(lamp.changing(\.brightness) { 9 } == 9)
        #expect(throws: Refused.self) { try lamp.changing(\.brightness) { throw Refused() } }
    }
}
