import CoreMedia
import Foundation
import Testing

@Suite struct TimeTests {
    private let second = CMTime(value: 1, timescale: 1)
    private static let special: [CMTime] = [.invalid, .indefinite, .positiveInfinity, .negativeInfinity]

    @Test func sumKeepsTheCommonTimescale() {
        let sum = CMTime(value: 1, timescale: 30) + CMTime(value: 1, timescale: 24)
        #expect((sum.value, sum.timescale) == (9, 120))
        #expect(!sum.hasBeenRounded)
        let same = CMTime(value: 2, timescale: 30) + CMTime(value: 4, timescale: 30)
        #expect((same.value, same.timescale) == (6, 30))
    }

    @Test func sumsAndDifferencesAreAssigned() {
        var time = CMTime(value: 5, timescale: 1)
        time += second
        #expect(time == CMTime(value: 6, timescale: 1))
        time -= CMTime(value: 2, timescale: 1)
        #expect(time == CMTime(value: 4, timescale: 1))
    }

    @Test func sumWhoseTimescaleIsTooFineIsRoundedAndSaysSo() {
        let sum = CMTime(value: 1, timescale: 2_147_483_629) + CMTime(value: 1, timescale: 2_147_483_587)
        #expect((sum.value, sum.timescale) == (2, kCMTimeMaxTimescale))
        #expect(sum.hasBeenRounded)
        #expect((sum + second).hasBeenRounded)
    }

    @Test func overflowHalvesTheTimescaleAndThenBecomesInfinite() {
        let big = CMTime(value: .max, timescale: 600)
        #expect((big + big).timescale == 300)
        #expect((big + big).value == .max)
        #expect(!(big + big).hasBeenRounded)
        let biggest = CMTime(value: .max, timescale: 1)
        #expect((biggest + biggest).isPositiveInfinity)
        #expect((CMTime(value: .min, timescale: 1) - biggest).isNegativeInfinity)
    }

    @Test func specialTimesAddAsDocumented() {
        let (plus, minus) = (CMTime.positiveInfinity, CMTime.negativeInfinity)
        #expect((plus + plus).isPositiveInfinity)
        #expect((minus + minus).isNegativeInfinity)
        #expect((plus + minus).isIndefinite)
        #expect((plus - plus).isIndefinite)
        #expect((plus - minus).isPositiveInfinity)
        #expect((minus - plus).isNegativeInfinity)
        #expect((second - plus).isNegativeInfinity)
        #expect((plus + .indefinite).isPositiveInfinity)
        #expect((second + .indefinite).isIndefinite)
        #expect((.indefinite - .indefinite).isIndefinite)
        for time in Self.special + [second] {
            #expect(!(time + .invalid).isValid)
            #expect(!(.invalid - time).isValid)
        }
    }

    @Test func specialTimesMultiplyAsTheirSignsSay() {
        #expect(CMTimeMultiply(.positiveInfinity, multiplier: -2).isNegativeInfinity)
        #expect(CMTimeMultiplyByFloat64(.negativeInfinity, multiplier: -0.5).isPositiveInfinity)
        #expect(CMTimeMultiply(.positiveInfinity, multiplier: 0).isIndefinite)
        #expect(CMTimeMultiply(.indefinite, multiplier: 3).isIndefinite)
        #expect(!CMTimeMultiplyByRatio(.invalid, multiplier: 1, divisor: 2).isValid)
        #expect(!CMTimeMultiplyByRatio(second, multiplier: 1, divisor: 0).isValid)
        #expect(!CMTimeMultiplyByFloat64(second, multiplier: .nan).isValid)
        #expect(CMTimeMultiplyByFloat64(second, multiplier: -.infinity).isNegativeInfinity)
        #expect(CMTimeMultiplyByFloat64(second, multiplier: 1e300).isPositiveInfinity)
        #expect(CMTimeMultiplyByFloat64(second, multiplier: 1e-300) == .zero)
        #expect(CMTimeMultiplyByFloat64(second, multiplier: 1e-300).hasBeenRounded)
        #expect(CMTimeMultiplyByFloat64(CMTime.zero, multiplier: 1e300) == .zero)
    }

    @Test func productKeepsTheTimescaleWhenThatCanTellIt() {
        let product = CMTimeMultiply(CMTime(value: 1001, timescale: 30000), multiplier: 30)
        #expect((product.value, product.timescale) == (30030, 30000))
        let half = CMTimeMultiplyByFloat64(CMTime(value: 600, timescale: 600), multiplier: 0.5)
        #expect((half.value, half.timescale) == (300, 600))
        let third = CMTimeMultiplyByRatio(second, multiplier: 1, divisor: 3)
        #expect((third.value, third.timescale) == (1, 3))
    }

    @Test func timesAreOrderedFromNegativeInfinityToInvalid() {
        let ordered: [CMTime] = [
            .negativeInfinity, CMTime(value: -1, timescale: 1), .zero, second,
            CMTimeMakeWithEpoch(value: -9, timescale: 1, epoch: 1), .indefinite, .positiveInfinity, .invalid,
        ]
        for (i, left) in ordered.enumerated() {
            for (j, right) in ordered.enumerated() {
                #expect(CMTimeCompare(left, right) == Int32((i - j).signum()), "\(left), \(right)")
            }
        }
        #expect(CMTimeMinimum(second, .positiveInfinity) == second)
        #expect(CMTimeMaximum(second, .negativeInfinity) == second)
    }

    @Test func timesOfDifferentEpochsDoNotAdd() {
        let one = CMTimeMakeWithEpoch(value: 5, timescale: 1, epoch: 1)
        let two = CMTimeMakeWithEpoch(value: 3, timescale: 1, epoch: 2)
        #expect(!(one + two).isValid)
        #expect(!(one - two).isValid)
        #expect((one + second).epoch == 1)
        #expect((one - CMTimeMakeWithEpoch(value: 3, timescale: 1, epoch: 1)) == CMTime(value: 2, timescale: 1))
    }

    @Test func secondsOfSpecialTimesAreSpecialNumbers() {
        #expect(CMTime.positiveInfinity.seconds == .infinity)
        #expect(CMTime.negativeInfinity.seconds == -.infinity)
        #expect(CMTime.indefinite.seconds.isNaN)
        #expect(CMTime.invalid.seconds.isNaN)
        #expect(CMTime(value: 1001, timescale: 24000).seconds == 1001.0 / 24000)
    }

    @Test func timeFromSecondsHasThePreferredTimescale() {
        let time = CMTime(seconds: 1.5, preferredTimescale: 600)
        #expect((time.value, time.timescale) == (900, 600))
        #expect(!time.hasBeenRounded)
        let tenth = CMTime(seconds: 0.1, preferredTimescale: 600)
        #expect(tenth.value == 60 && !tenth.hasBeenRounded)
        #expect(CMTime(seconds: 1.0 / 3, preferredTimescale: 10).hasBeenRounded)
        #expect(CMTime(seconds: 1e12, preferredTimescale: 1_000_000_000).timescale < 1_000_000_000)
        #expect(!CMTime(seconds: 1, preferredTimescale: 0).isValid)
        #expect(!CMTime(seconds: .nan, preferredTimescale: 600).isValid)
        #expect(CMTime(seconds: -.infinity, preferredTimescale: 600).isNegativeInfinity)
        #expect(CMTime(seconds: 1e300, preferredTimescale: 600).isPositiveInfinity)
        #expect(CMTime(seconds: .leastNonzeroMagnitude, preferredTimescale: 600) == .zero)
    }

    @Test func quickTimeRoundsByTheDirectionOfTheConversion() {
        let finer = CMTime(value: 2, timescale: 3).convertScale(10, method: .quickTime)
        #expect(finer.value == 7)
        let coarser = CMTime(value: 19, timescale: 30).convertScale(10, method: .quickTime)
        #expect(coarser.value == 6)
        let negative = CMTime(value: -1, timescale: 30).convertScale(10, method: .quickTime)
        #expect(negative.value == -1)
    }

    @Test func conversionOfSpecialTimesLeavesThem() {
        for time in Self.special {
            #expect(time.convertScale(600, method: .default) == time)
        }
        #expect(!second.convertScale(0, method: .default).isValid)
        #expect(CMTime(value: .max, timescale: 1).convertScale(2, method: .default).isPositiveInfinity)
        #expect(CMTime(value: .min, timescale: 1).convertScale(2, method: .default).isNegativeInfinity)
    }

    @Test func magnitudeLosesTheSign() {
        #expect(CMTimeAbsoluteValue(CMTime(value: -3, timescale: 2)) == CMTime(value: 3, timescale: 2))
        #expect(CMTimeAbsoluteValue(.negativeInfinity).isPositiveInfinity)
        #expect(CMTimeAbsoluteValue(CMTime(value: .min, timescale: 2)).timescale == 1)
    }

    @Test func aTimeWithoutTimescaleIsNotUsable() {
        let broken = CMTime(value: 5, timescale: 0)
        #expect(!(broken + second).isValid)
        #expect(!CMTimeMultiply(broken, multiplier: 2).isValid)
        #expect(CMTimeCompare(broken, second) == 1)
        #expect(broken.seconds.isNaN)
    }

    @Test func hostClockIsTheMonotonicOne() {
        var before = timespec()
        clock_gettime(CLOCK_MONOTONIC, &before)
        let time = CMClockGetTime(CMClockGetHostTimeClock())
        var after = timespec()
        clock_gettime(CLOCK_MONOTONIC, &after)
        #expect(time.timescale == 1_000_000_000)
        #expect(time.value >= Int64(before.tv_sec) * 1_000_000_000 + Int64(before.tv_nsec))
        #expect(time.value <= Int64(after.tv_sec) * 1_000_000_000 + Int64(after.tv_nsec))
        #expect(CMClockMakeHostTimeFromSystemUnits(CMClockConvertHostTimeToSystemUnits(time)) == time)
    }
}

@Suite struct TimeRangeTests {
    private func range(_ start: Int64, _ duration: Int64) -> CMTimeRange {
        CMTimeRange(start: CMTime(value: start, timescale: 10), duration: CMTime(value: duration, timescale: 10))
    }

    private func time(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 10) }

    @Test func rangeHoldsItsStartAndNotItsEnd() {
        #expect(range(5, 10).containsTime(time(5)))
        #expect(range(5, 10).containsTime(time(14)))
        #expect(!range(5, 10).containsTime(time(15)))
        #expect(!range(5, 0).containsTime(time(5)))
        #expect(!range(5, 10).containsTime(.invalid))
        #expect(range(5, 10).end == time(15))
        #expect(CMTimeRange(start: time(5), end: time(15)) == range(5, 10))
    }

    @Test func rangesMeetInTheirCommonPart() {
        #expect(range(0, 10).intersection(range(5, 10)) == range(5, 5))
        #expect(range(0, 5).intersection(range(5, 5)) == .zero)
        #expect(!range(0, 5).intersection(.invalid).isValid)
        #expect(range(0, 5).union(range(20, 5)) == range(0, 25))
        #expect(range(0, 5).union(.invalid) == range(0, 5))
        #expect(range(0, 10).containsTimeRange(range(2, 8)))
        #expect(!range(0, 10).containsTimeRange(range(2, 9)))
    }

    @Test func endlessRangeHoldsEverythingAfterItsStart() {
        let endless = CMTimeRange(start: time(5), duration: .positiveInfinity)
        #expect(endless.containsTime(time(.max)))
        #expect(endless.end.isPositiveInfinity)
        #expect(endless.intersection(range(0, 10)) == range(5, 5))
    }

    @Test func validityFollowsTheParts() {
        #expect(CMTimeRange.zero.isEmpty)
        #expect(!CMTimeRange.invalid.isValid)
        #expect(!range(5, -1).isValid)
        #expect(CMTimeRange(start: time(1), duration: .indefinite).isIndefinite)
    }

    @Test func clampedTimeIsWithinTheRange() {
        #expect(CMTimeClampToRange(time(1), range: range(5, 10)) == time(5))
        #expect(CMTimeClampToRange(time(7), range: range(5, 10)) == time(7))
        #expect(CMTimeClampToRange(time(99), range: range(5, 10)) == time(15))
        #expect(!CMTimeClampToRange(time(99), range: .invalid).isValid)
    }
}

@Suite struct TimeKindTests {
    /// Valid, numeric, indefinite, infinite upwards and downwards.
    @Test(arguments: [
        (CMTime(value: 1, timescale: 2), [true, true, false, false, false]),
        (.invalid, [false, false, false, false, false]), (.indefinite, [true, false, true, false, false]),
        (.positiveInfinity, [true, false, false, true, false]), (.negativeInfinity, [true, false, false, false, true]),
    ])
    func theNamesOfCAnswerAsTheProperties(time: CMTime, expected: [Bool]) {
        let kinds = [
            CMTIME_IS_VALID(time), CMTIME_IS_NUMERIC(time), CMTIME_IS_INDEFINITE(time),
            CMTIME_IS_POSITIVEINFINITY(time), CMTIME_IS_NEGATIVEINFINITY(time),
        ]
        #expect(kinds == expected && CMTIME_IS_INVALID(time) == !expected[0])
        #expect(!CMTIME_HAS_BEEN_ROUNDED(time))
    }

    @Test func rangesToo() {
        #expect(CMTIMERANGE_IS_VALID(.zero) && CMTIMERANGE_IS_EMPTY(.zero) && CMTIMERANGE_IS_INVALID(.invalid))
        #expect(CMTIMERANGE_IS_INDEFINITE(CMTimeRange(start: .zero, duration: .indefinite)))
    }
}
