import Foundation
import MissingFoundation
import Testing

@Suite struct NumberBridgingTests {
    @Test func numbersAreCastToCGFloat() {
        let factors: [NSNumber] = [2, 3.5]
        #expect(factors as? [CGFloat] == [2, 3.5])
        let values: [String: Any] = ["zoom": NSNumber(value: 1.5)]
        #expect(values["zoom"] as? CGFloat == 1.5)
        #expect(CGFloat(truncating: factors.first ?? 1 as CGFloat as NSNumber) == 2)
    }

    @Test func aCGFloatIsANumber() {
        let factor: CGFloat = 0.25
        #expect((factor as NSNumber).doubleValue == 0.25)
        #expect((factor as Any) as? NSNumber == 0.25)
        #expect(MAXFLOAT > 1e38 && MAXFLOAT.isFinite)
    }
}
