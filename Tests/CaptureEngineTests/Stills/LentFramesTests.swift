@testable import CaptureEngine
import CoreMedia
import Locking
import TestSupport
import Testing

struct LentFramesTests {
    private let givenBack = Mutex<[CMTime]>([])
    private let times = (0..<3).map { CMTime(value: $0, timescale: 30) }

    private func loan(reference: Int) -> LentFrames {
        let frames = times.map { FakeMedia.frame(at: $0, duration: CMTime(value: 1, timescale: 30)) }
        return LentFrames(frames: frames, reference: reference) { [givenBack] frames in
            givenBack.withLock { $0 += frames.map(\.presentationTimeStamp) }
        }
    }

    @Test func theFrameOfThePressStaysWhenItsNeighborsAreGivenBack() {
        let loan = loan(reference: 1)
        #expect(loan.reference == 1 && loan.frames.count == 3)
        loan.returnNeighbors()
        #expect(givenBack.withLock { $0 } == [times[0], times[2]])
        #expect(loan.frames.map(\.presentationTimeStamp) == [times[1]])
        #expect(loan.reference == 0 && loan.frame.presentationTimeStamp == times[1])
        loan.returnNeighbors()
        #expect(givenBack.withLock { $0.count } == 2)
    }

    @Test func everyFrameIsGivenBackOnce() {
        do {
            let loan = loan(reference: 2)
            loan.returnAll()
            #expect(givenBack.withLock { $0 } == times)
            #expect(loan.frames.count == 1 && loan.reference == 0)
            loan.returnNeighbors()
            loan.returnAll()
        }
        #expect(givenBack.withLock { $0 } == times)
    }

    @Test func aLoanThatIsForgottenGivesItsFramesBack() {
        do { _ = loan(reference: 0) }
        #expect(givenBack.withLock { $0 } == times)
    }
}
