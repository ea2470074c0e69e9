import CaptureEngine
import CoreMedia
import Foundation
import Testing

@testable import PhotoCoding

@Suite struct StoredValuesTests {
    @Test(arguments: [true, false]) func conditionsComeBackAsTheyWereStored(isCertain: Bool) throws {
        var conditions = CaptureConditions(exposureDuration: CMTime(value: 1, timescale: 60), iso: 200)
        conditions.isExposureCertain = isCertain
        conditions.zoom = 3
        conditions.exposureChoice = isCertain ? .manual : nil
        conditions.whiteBalanceChoice = isCertain ? .automatic : .manual
        let stored = try JSONEncoder().encode(StoredConditions(conditions))
        #expect(try JSONDecoder().decode(StoredConditions.self, from: stored).conditions == conditions)
    }

    /// Photos that an earlier version has kept for later.
    @Test func conditionsWithoutWordOfTheirCertaintyAreCertain() throws {
        var conditions = CaptureConditions(exposureDuration: CMTime(value: 1, timescale: 60), iso: 200)
        conditions.isExposureCertain = false
        let stored = try JSONEncoder().encode(StoredConditions(conditions))
        var fields = try #require(try JSONSerialization.jsonObject(with: stored) as? [String: Any])
        #expect(fields.removeValue(forKey: "isExposureCertain") != nil)
        let old = try JSONSerialization.data(withJSONObject: fields)
        #expect(try JSONDecoder().decode(StoredConditions.self, from: old).conditions.isExposureCertain)
    }
}
