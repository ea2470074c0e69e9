import AVFoundation
import TestSupport
import Testing

enum DepthMistake: String, Mistake {
    case convertingToAPicture

    var reason: String {
        "*** -[AVDepthData depthDataByConvertingToDepthDataType:] Unsupported type BGRA - use -availableDepthDataTypes"
    }

    func make() throws {
        var map: CVPixelBuffer?
        CVPixelBufferCreate(nil, 4, 4, kCVPixelFormatType_DepthFloat32, nil, &map)
        let representation: [AnyHashable: Any] = ["kCGImageAuxiliaryDataInfoData": try #require(map)]
        let depth = try AVDepthData(fromDictionaryRepresentation: representation)
        _ = depth.converting(toDepthDataType: kCVPixelFormatType_32BGRA)
    }
}

@Suite struct DepthMistakeTests {
    @Test(arguments: DepthMistake.allCases)
    func stopsTheProcess(_ mistake: DepthMistake) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
            try mistake.make()
        }
        try mistake.expectReason(in: result)
    }
}
