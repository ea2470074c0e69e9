import CaptureEngine
import Foundation
import Glibc
import Locking
import TestSupport
import Testing

@testable import HostSurroundings

/// A machine that sleeps when the test says so.
struct SleepWatchTests {
    private final class Machine: SleepService {
        struct State: Sendable {
            var isDelayed = false
            var openings = 0
            var endings = 0
        }

        private let state: Monitor<State>
        private let signals: Int32

        init(_ state: Monitor<State>, signals: Int32) {
            self.state = state
            self.signals = signals
            state.withLock { $0.openings += 1 }
        }

        deinit {
            state.withLock {
                $0.isDelayed = false
                $0.endings += 1
            }
        }

        func delaySleep() { state.withLock { $0.isDelayed = true } }
        func allowSleep() { state.withLock { $0.isDelayed = false } }

        func next(orReadable wake: Int32) -> SleepEvent {
            var pollers = [wake, signals].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&pollers, 2, 30_000) > 0 else { return .gone }
            if pollers[1].revents == 0 { return .called }
            var signal: UInt8 = 0
            guard read(signals, &signal, 1) == 1 else { return .gone }
            return signal == UInt8(ascii: "s") ? .begins : .ended
        }
    }

    private let machine = Monitor(Machine.State())
    private let changes = Monitor<[Bool]>([])
    private let pipe = Pipe()
    private let watch: SleepWatch

    init() {
        let (machine, changes, signals) = (machine, changes, pipe.fileHandleForReading.fileDescriptor)
        let current = Mutex<SleepWatch?>(nil)
        watch = SleepWatch(
            open: { Machine(machine, signals: signals) },
            changed: {
                let isAsleep = current.withLock { $0?.isAsleep } ?? false
                changes.withLock { $0.append(isAsleep) }
            })
        current.withLock { [watch] in $0 = watch }
    }

    private func tell(_ signal: String) { pipe.fileHandleForWriting.write(Data(signal.utf8)) }

    private func becomes(_ isSo: @escaping @Sendable (Machine.State) -> Bool) -> Bool {
        machine.wait(timeout: .seconds(30)) { isSo($0) ? true : nil } == true
    }

    private func change(_ number: Int) -> Bool? {
        changes.wait(timeout: .seconds(30)) { $0.count >= number ? $0[number - 1] : nil }
    }

    @Test func nothingIsOpenedBeforeSomebodyAsks() {
        #expect(machine.withLock { $0.openings } == 0)
        #expect(!watch.isAsleep)
    }

    @Test func sleepIsDelayedAsLongAsSomebodyAsks() {
        var (first, second): (SurroundingsObservation?, SurroundingsObservation?) = (watch.delay(), watch.delay())
        #expect(becomes { $0.isDelayed })
        first = nil
        tell("s")
        #expect(change(1) == true)
        #expect(machine.withLock { $0.isDelayed })
        second = nil
        #expect(becomes { !$0.isDelayed })
        #expect(watch.isAsleep, "until it is awake again")
        tell("w")
        #expect(change(2) == false)
        #expect(becomes { $0.endings == 1 })
        withExtendedLifetime((first, second)) {}
    }

    @Test func theNextSleepIsDelayedToo() {
        let delay = watch.delay()
        for number in [1, 3] {
            tell("s")
            #expect(change(number) == true)
            tell("w")
            #expect(change(number + 1) == false)
        }
        #expect(becomes { $0.isDelayed && $0.openings == 1 })
        withExtendedLifetime(delay) {}
    }

    @Test func theServiceIsLeftWhenNobodyAsksAndOpenedAgainLater() {
        for count in 1...3 {
            let delay = watch.delay()
            #expect(becomes { $0.openings == count && $0.isDelayed })
            _ = consume delay
            #expect(becomes { $0.endings == count && !$0.isDelayed })
        }
    }

    @Test func aServiceThatIsGoneLeavesNobodyAsleep() throws {
        let delay = watch.delay()
        tell("s")
        #expect(change(1) == true)
        try pipe.fileHandleForWriting.close()
        #expect(change(2) == false)
        withExtendedLifetime(delay) {}
    }

    @Test func aMachineWithoutTheServiceDoesNotWait() {
        let openings = Monitor(0)
        let watch = SleepWatch(
            open: {
                openings.withLock { $0 += 1 }
                return nil
            }, changed: {})
        let delay = watch.delay()
        #expect(openings.wait(timeout: .seconds(30)) { $0 == 1 ? true : nil } == true)
        #expect(!watch.isAsleep)
        withExtendedLifetime(delay) {}
    }
}
