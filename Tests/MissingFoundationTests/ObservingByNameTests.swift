import Foundation
import Locking
import MissingFoundation
import TestSupport
import Testing

private final class Dial: NSObject, KeyValueNamed, @unchecked Sendable {  // Its values are Mutexes.
    enum Mode: Int {
        case off = 3
        case on = 4
    }

    package static let observableProperties: [String: NamedProperty] = [
        "level": NamedProperty(\Dial.level), "mode": NamedProperty(\Dial.mode), "label": NamedProperty(\Dial.label),
    ]

    private let values = Mutex((level: 0, mode: Mode.off, label: String?.none))

    var level: Int {
        get { values.withLock { $0.level } }
        set { changing(\.level) { values.withLock { $0.level = newValue } } }
    }

    var mode: Mode {
        get { values.withLock { $0.mode } }
        set { changing(\.mode) { values.withLock { $0.mode = newValue } } }
    }

    var label: String? {
        get { values.withLock { $0.label } }
        set { changing(\.label) { values.withLock { $0.label = newValue } } }
    }
}

private final class Watcher: NSObject, NSKeyValueObserving {
    struct Call {
        var keyPath: String?
        var object: Any?
        var change: [NSKeyValueChangeKey: Any]?
        var context: UnsafeMutableRawPointer?
    }

    var calls: [Call] = []

    func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        calls.append(Call(keyPath: keyPath, object: object, change: change, context: context))
    }
}

@Suite struct ObservingByNameTests {
    private let dial = Dial()
    private let watcher = Watcher()
    private let contexts = (UnsafeMutableRawPointer(bitPattern: 1), UnsafeMutableRawPointer(bitPattern: 2))

    @Test func theObserverGetsWhatItAskedFor() throws {
        dial.addObserver(watcher, forKeyPath: "level", options: [.new, .old], context: contexts.0)
        dial.level = 7
        let call = try #require(watcher.calls.first)
        #expect(watcher.calls.count == 1 && call.keyPath == "level" && call.context == contexts.0)
        #expect(call.object as? Dial === dial)
        #expect(call.change?[.newKey] as? Int == 7 && call.change?[.oldKey] as? Int == 0)
        #expect(call.change?[.kindKey] as? UInt == NSKeyValueChange.setting.rawValue)
        #expect((call.change?[.newKey] as? NSNumber)?.intValue == 7)
    }

    @Test func whatWasNotAskedForIsNotThere() throws {
        dial.addObserver(watcher, forKeyPath: "level", context: nil)
        dial.level = 7
        #expect(try #require(watcher.calls.first?.change).keys.map(\.rawValue) == ["kind"])
    }

    @Test func theFirstCallAndTheOneBeforeAChangeComeWhenAskedFor() {
        dial.addObserver(watcher, forKeyPath: "level", options: [.initial, .new, .prior], context: nil)
        dial.level = 7
        #expect(watcher.calls.map { $0.change?[.newKey] as? Int } == [0, nil, 7])
        #expect(watcher.calls.map { $0.change?[.notificationIsPriorKey] as? Bool } == [nil, true, nil])
    }

    @Test func anEnumerationIsANumberAndNothingIsNull() {
        dial.addObserver(watcher, forKeyPath: "mode", options: .new, context: nil)
        dial.addObserver(watcher, forKeyPath: "label", options: [.new, .old], context: nil)
        dial.mode = .on
        dial.label = "x"
        dial.label = nil
        #expect(watcher.calls[0].change?[.newKey] as? Int == 4)
        #expect(watcher.calls[1].change?[.newKey] as? String == "x" && watcher.calls[1].change?[.oldKey] is NSNull)
        #expect(watcher.calls[2].change?[.newKey] is NSNull)
    }

    @Test func anObservationEndsAlone() {
        dial.addObserver(watcher, forKeyPath: "level", context: contexts.0)
        dial.addObserver(watcher, forKeyPath: "level", context: contexts.1)
        dial.removeObserver(watcher, forKeyPath: "level", context: contexts.0)
        dial.level = 1
        #expect(watcher.calls.map(\.context) == [contexts.1])
        dial.removeObserver(watcher, forKeyPath: "level")
        dial.level = 2
        #expect(watcher.calls.count == 1)
    }

    @Test func noneOfBothIsKeptAlive() {
        var others: (dial: Dial, watcher: Watcher)? = (Dial(), Watcher())
        weak let (lost, lostToo) = (others?.dial, others?.watcher)
        others?.dial.addObserver(others!.watcher, forKeyPath: "level", context: nil)
        dial.addObserver(others!.watcher, forKeyPath: "level", context: nil)
        others = nil
        #expect(lost == nil && lostToo == nil)
        dial.level = 1
    }

    private final class Leaver: NSObject, NSKeyValueObserving {
        private let dial: Dial
        var count = 0

        init(_ dial: Dial, options: NSKeyValueObservingOptions) {
            self.dial = dial
            super.init()
            dial.addObserver(self, forKeyPath: "level", options: options, context: nil)
        }

        func observeValue(
            forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
            context: UnsafeMutableRawPointer?
        ) {
            count += 1
            dial.removeObserver(self, forKeyPath: "level")
        }

        deinit { if count == 0 { dial.removeObserver(self, forKeyPath: "level") } }
    }

    @Test func anObserverCanLeaveWhenItIsFreed() {
        var leaver: Leaver? = Leaver(dial, options: [])
        weak let lost = leaver
        leaver = nil
        #expect(lost == nil)
        dial.level = 1
    }

    @Test func anObserverCanLeaveInItsFirstCall() {
        let leaver = Leaver(dial, options: .initial)
        dial.level = 1
        #expect(leaver.count == 1)
    }

    private enum NameMistake: String, Mistake {
        case unknownName, removedTwice

        var reason: String {
            switch self {
            case .unknownName:
                "[<Dial> valueForUndefinedKey:]: this class is not key value coding-compliant for the key size."
            case .removedTwice:
                "Cannot remove an observer <Watcher> for the key path \"level\" from <Dial> because it is not registered "
                    + "as an observer."
            }
        }

        func make() {
            let (dial, watcher) = (Dial(), Watcher())
            switch self {
            case .unknownName: dial.addObserver(watcher, forKeyPath: "size", context: nil)
            case .removedTwice:
                dial.addObserver(watcher, forKeyPath: "level", context: nil)
                dial.removeObserver(watcher, forKeyPath: "level")
                dial.removeObserver(watcher, forKeyPath: "level")
            }
        }
    }

    @Test(arguments: NameMistake.allCases)
    private func stopsTheProcess(_ mistake: NameMistake) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
            mistake.make()
        }
        try mistake.expectReason(in: result)
    }
}
