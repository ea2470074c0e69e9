import AVCamCore
import Testing

/// When a camera without pictures is taken for one that sends none.
struct StallCounterTests {
    /// The first picture has come.
    private func counter(frame: Double) -> StallCounter {
        var counter = StallCounter()
        counter.begin(frame: frame)
        let hasStalled = counter.look(at: 1, frame: frame)
        #expect(!hasStalled)
        return counter
    }

    /// - Returns: how many further looks at the first picture it takes.
    private func looks(_ counter: inout StallCounter, frame: Double) -> Int? {
        for look in 1...100 where counter.look(at: 1, frame: frame) { return look }
        return nil
    }

    @Test func aCameraWithoutPicturesHasStalled() {
        var counter = self.counter(frame: 1.0 / 30)
        #expect(looks(&counter, frame: 1.0 / 30) == 6)
    }

    @Test func aLongExposureIsNoStall() {
        var counter = StallCounter()
        counter.begin(frame: 8)
        // A picture after each nine looks.
        for look in 1...40 {
            let hasStalled = counter.look(at: look / 9, frame: 8)
            #expect(!hasStalled)
        }
        #expect(looks(&counter, frame: 8) == 22)
    }

    @Test func anExposureThatBecomesLongIsWaitedFor() {
        var counter = self.counter(frame: 1.0 / 30)
        #expect(looks(&counter, frame: 8) == 21)
    }

    @Test func theExposureBeforeAShorterOneEndsFirst() {
        var counter = self.counter(frame: 8)
        counter.begin(frame: 1.0 / 30)
        #expect(looks(&counter, frame: 1.0 / 30) == 21)
    }
}
