import CoreML
import CoreVideo
import Testing

@Suite struct MLFeatureValueTests {
    @Test func aProviderMakesValuesOfWhatItIsGiven() throws {
        var made: CVPixelBuffer?
        #expect(CVPixelBufferCreate(nil, 2, 2, kCVPixelFormatType_32BGRA, nil, &made) == kCVReturnSuccess)
        let picture = try #require(made)
        let array = try MLMultiArray([1.0, 2.0])
        let provider = try MLDictionaryFeatureProvider(dictionary: [
            "image": picture, "sizes": array, "classLabelProbs": ["cat": NSNumber(value: 0.75)], "label": "cat",
            "iou": 0.5, "count": 3, "threshold": MLFeatureValue(double: 0.25),
        ])
        #expect(provider.featureNames.count == 7 && provider.featureValue(for: "dog") == nil)
        #expect(provider["image"]?.imageBufferValue === picture && provider["image"]?.type == .image)
        #expect(provider["sizes"]?.multiArrayValue === array && provider["sizes"]?.type == .multiArray)
        // As the classes that Xcode makes of models read it.
        #expect(provider["classLabelProbs"]?.dictionaryValue as? [String: Double] == ["cat": 0.75])
        #expect(provider["label"]?.stringValue == "cat" && provider["iou"]?.doubleValue == 0.5)
        #expect(provider["count"]?.int64Value == 3 && provider["threshold"]?.doubleValue == 0.25)
    }

    @Test func whatNoModelTakesIsRefused() {
        let error = #expect(throws: MLModelError.self) {
            try MLDictionaryFeatureProvider(dictionary: ["range": 0...1])
        }
        #expect(error?.code == .featureType)
        #expect(throws: MLModelError.self) { try MLFeatureValue(dictionary: ["one": 1, 2: 2]) }
    }

    @Test func aValueHasOneTypeOnly() {
        let value = MLFeatureValue(string: "cat")
        #expect(value.doubleValue == 0 && value.int64Value == 0 && value.multiArrayValue == nil)
        #expect(value.imageBufferValue == nil && value.dictionaryValue.isEmpty && !value.isUndefined)
        #expect(value.isEqual(to: MLFeatureValue(string: "cat")) && !value.isEqual(to: MLFeatureValue(int64: 1)))
        let nothing = MLFeatureValue(undefined: .image)
        #expect(nothing.isUndefined && nothing.type == .image)
        #expect(nothing != MLFeatureValue(undefined: .double) && nothing == MLFeatureValue(undefined: .image))
    }
}
