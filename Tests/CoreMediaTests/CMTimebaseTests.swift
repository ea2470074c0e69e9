import CoreMedia
import Foundation
import Locking
import Testing

struct CMTimebaseTests {
    /// A clock that the test moves.
    private final class Hand: Sendable {
        private let seconds = Mutex(100.0)
        var clock: CMClock { CMClock { [self] in CMTime(seconds: seconds.withLock { $0 }, preferredTimescale: 1000) } }

        func move(by distance: Double) { seconds.withLock { $0 += distance } }
    }

    private let hand = Hand()

    private func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 1000) }

    @Test func aNewOneShowsZeroAndStandsStill() throws {
        let timebase = try CMTimebase(sourceClock: hand.clock)
        hand.move(by: 5)
        #expect(timebase.time == .zero && timebase.rate == 0)
    }

    @Test func itRunsAtItsRateFromWhereItIs() throws {
        let timebase = try CMTimebase(sourceClock: hand.clock)
        try timebase.setTime(time(10))
        try timebase.setRate(1)
        hand.move(by: 2)
        #expect(timebase.time.seconds == 12)
        try timebase.setRate(0.5)
        hand.move(by: 2)
        #expect(timebase.time.seconds == 13)
        try timebase.setRate(-2)
        hand.move(by: 1)
        #expect(timebase.time.seconds == 11)
        try timebase.setRate(0)
        hand.move(by: 7)
        #expect(timebase.time.seconds == 11)
    }

    @Test func anAnchorTiesItToItsSource() throws {
        let timebase = try CMTimebase(sourceClock: hand.clock)
        try timebase.setRate(2, anchorTime: time(1), immediateSourceTime: time(101))
        #expect(timebase.time.seconds == -1)
        hand.move(by: 1)
        #expect(timebase.time.seconds == 1)
        #expect(throws: NSError.self) { try timebase.setTime(.invalid) }
        #expect(timebase.time.seconds == 1)
    }

    @Test func oneFollowsAnother() throws {
        let outer = try CMTimebase(sourceClock: hand.clock)
        let inner = try CMTimebase(sourceTimebase: outer)
        try inner.setRate(3)
        hand.move(by: 1)
        #expect(inner.time == .zero, "the other one stands still")
        try outer.setRate(2)
        hand.move(by: 1)
        #expect(inner.time.seconds == 6 && inner.effectiveRate == 6 && inner.rate == 3)
        #expect(inner.sourceTimebase === outer && inner.sourceClock == nil)
        #expect(inner.rate(relativeTo: outer) == 3)
    }

    @Test func timesAreConverted() throws {
        let clock = hand.clock
        let timebase = try CMTimebase(sourceClock: clock)
        try timebase.setRate(2, anchorTime: time(10), immediateSourceTime: time(100))
        #expect(CMSyncConvertTime(time(101), from: clock, to: timebase).seconds == 12)
        #expect(CMSyncConvertTime(time(14), from: timebase, to: clock).seconds == 102)
        #expect(CMSyncGetTime(timebase).seconds == 10 && CMSyncGetRelativeRate(timebase, relativeTo: clock) == 2)
        #expect(!CMSyncMightDrift(timebase, clock) && CMSyncMightDrift(timebase, CMClockGetHostTimeClock()))
        try timebase.setRate(0)
        #expect(!timebase.convertTime(time(14), to: clock).isValid)
    }

    @Test func whoFollowsATimebaseIsToldOfItsChanges() throws {
        let outer = try CMTimebase(sourceClock: hand.clock)
        let inner = try CMTimebase(sourceTimebase: outer)
        let count = Mutex(0)
        let token = NotificationCenter.default.addObserver(
            forName: .init(kCMTimebaseNotification_EffectiveRateChanged), object: inner, queue: nil
        ) { _ in count.withLock { $0 += 1 } }
        defer { NotificationCenter.default.removeObserver(token) }
        try outer.setRate(1)
        #expect(count.withLock { $0 } == 1)
        #expect(inner.rate(relativeTo: outer) == 0 && outer.rate(relativeTo: inner).isNaN)
        #expect(throws: NSError.self) { try outer.setRate(.infinity) }
    }

    @Test func changesAreNoticed() throws {
        let timebase = try CMTimebase(sourceClock: hand.clock)
        let names = Mutex<[String]>([])
        let tokens = [kCMTimebaseNotification_EffectiveRateChanged, kCMTimebaseNotification_TimeJumped].map { name in
            NotificationCenter.default.addObserver(forName: .init(name), object: timebase, queue: nil) { note in
                names.withLock { $0.append(note.name.rawValue) }
            }
        }
        defer { tokens.forEach(NotificationCenter.default.removeObserver) }
        #expect(CMTimebaseSetRate(timebase, rate: 1) == 0 && CMTimebaseSetRate(timebase, rate: 1) == 0)
        #expect(CMTimebaseSetTime(timebase, time: time(3)) == 0)
        #expect(
            names.withLock { $0 } == [
                kCMTimebaseNotification_EffectiveRateChanged, kCMTimebaseNotification_TimeJumped,
            ])
        #expect(CMTimebaseSetTime(timebase, time: .indefinite) == kCMTimebaseError_InvalidParameter)
    }
}
