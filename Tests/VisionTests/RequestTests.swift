import CoreVideo
import Foundation
import TestSupport
import Testing
import Vision

@Suite struct RequestTests {
    @Test func badPicturesAreErrorsOfVision() throws {
        let folder = try TemporaryFolder()
        let bayer = try CVPixelBuffer(width: 16, height: 16, pixelFormat: kCVPixelFormatType_14Bayer_RGGB)
        let cases: [(VNImageRequestHandler, VNErrorCode)] = [
            (VNImageRequestHandler(data: Data("no picture".utf8)), .invalidImage),
            (VNImageRequestHandler(data: Data()), .invalidImage),
            (VNImageRequestHandler(url: folder.file("missing.jpg")), .ioError),
            (VNImageRequestHandler(cvPixelBuffer: bayer), .invalidFormat),
            (VNImageRequestHandler(ciImage: CIImage(color: CIColor(red: 1, green: 0, blue: 0))), .invalidImage),
            (VNImageRequestHandler(ciImage: CIImage()), .invalidImage),
        ]
        for (handler, code) in cases {
            let error = #expect(throws: NSError.self) { try handler.perform([VNDetectBarcodesRequest()]) }
            #expect(error?.domain == VNErrorDomain && error?.code == code.rawValue)
            #expect(error?.localizedDescription.isEmpty == false)
        }
    }

    @Test func theHandlerIsCalledBeforePerformReturnsWithResultsOrTheError() throws {
        let paper = DrawnPaper()
        var calls: [(count: Int?, code: Int?)] = []
        func note(_ request: VNRequest, _ error: (any Error)?) {
            calls.append((request.results?.count, (error as? NSError)?.code))
        }
        let good = VNDetectBarcodesRequest(completionHandler: note)
        let bad = VNDetectRectanglesRequest(completionHandler: note)
        bad.minimumSize = 7
        let last = VNDetectBarcodesRequest(completionHandler: note)
        let handler = VNImageRequestHandler(cvPixelBuffer: try paper.buffer())
        #expect(throws: NSError.self) { try handler.perform([good, bad, last]) }
        #expect(calls.map(\.count) == [0, nil, 0])
        #expect(calls.map(\.code) == [nil, VNErrorCode.invalidArgument.rawValue, nil])
    }

    @Test func aCancelledRequestDoesNotBegin() throws {
        let request = VNDetectBarcodesRequest()
        request.cancel()
        let handler = VNImageRequestHandler(cvPixelBuffer: try DrawnPaper().buffer())
        let error = #expect(throws: NSError.self) { try handler.perform([request]) }
        #expect(error?.code == VNErrorCode.requestCancelled.rawValue)
        #expect(request.results == nil)
    }

    @Test func programsChooseRevisionsByName() throws {
        let request = VNDetectBarcodesRequest()
        #expect(request.revision == VNDetectBarcodesRequestRevision4)
        #expect(VNDetectBarcodesRequest.supportedRevisions.last == VNDetectBarcodesRequest.currentRevision)
        request.revision = VNDetectBarcodesRequestRevision1
        let handler = VNImageRequestHandler(cvPixelBuffer: try DrawnPaper().buffer())
        try handler.perform([request])
        #expect(request.results != nil)
        #expect(VNRecognizeTextRequest().revision == VNRecognizeTextRequestRevision3)
        #expect(VNDetectFaceRectanglesRequest.supportedRevisions == IndexSet(1...3))
        #expect(VNDetectRectanglesRequest.currentRevision == VNDetectRectanglesRequestRevision1)
    }

    @Test func anUnknownRevisionIsAnError() throws {
        let request = VNDetectBarcodesRequest()
        request.revision = 99
        let handler = VNImageRequestHandler(cvPixelBuffer: try DrawnPaper().buffer())
        let error = #expect(throws: NSError.self) { try handler.perform([request]) }
        #expect(error?.code == VNErrorCode.unsupportedRevision.rawValue)
    }

    @Test func normalizedRectanglesBecomePixelsAndBack() {
        let rect = CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.25)
        let pixels = VNImageRectForNormalizedRect(rect, 400, 200)
        #expect(pixels == CGRect(x: 100, y: 100, width: 200, height: 50))
        #expect(VNNormalizedRectForImageRect(pixels, 400, 200) == rect)
        #expect(VNImagePointForNormalizedPoint(CGPoint(x: 0.5, y: 1), 400, 200) == CGPoint(x: 200, y: 200))
        #expect(VNNormalizedPointForImagePoint(CGPoint(x: 100, y: 50), 400, 200) == CGPoint(x: 0.25, y: 0.25))
        #expect(VNNormalizedRectIsIdentityRect(VNNormalizedIdentityRect) && !VNNormalizedRectIsIdentityRect(rect))
        let part = CGRect(x: 0.5, y: 0, width: 0.5, height: 0.5)
        #expect(
            VNImageRectForNormalizedRectUsingRegionOfInterest(rect, 400, 200, part)
                == CGRect(x: 250, y: 50, width: 100, height: 25))
        #expect(
            VNImagePointForNormalizedPointUsingRegionOfInterest(CGPoint(x: 1, y: 1), 400, 200, part)
                == CGPoint(x: 400, y: 100))
        #expect(
            VNNormalizedRectForImageRectUsingRegionOfInterest(
                CGRect(x: 250, y: 50, width: 100, height: 25), 400, 200, part) == rect)
        #expect(
            VNNormalizedPointForImagePointUsingRegionOfInterest(CGPoint(x: 300, y: 25), 400, 200, part)
                == CGPoint(x: 0.5, y: 0.25))
    }
}
