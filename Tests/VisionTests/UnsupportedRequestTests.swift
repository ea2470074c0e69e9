import CoreML
import CoreVideo
import Foundation
import TestSupport
import Testing

@testable import Vision

/// Requests for which there is no library here: programs compile, and are told.
@Suite struct UnsupportedRequestTests {
    @Test func theyFailWithTheDocumentedErrorAndASentence() throws {
        let requests: [VNRequest] = [
            VNDetectFaceLandmarksRequest(), VNDetectFaceCaptureQualityRequest(), VNDetectHumanRectanglesRequest(),
            VNDetectHumanBodyPoseRequest(), VNDetectHumanHandPoseRequest(), VNGeneratePersonSegmentationRequest(),
            VNGenerateForegroundInstanceMaskRequest(), VNGenerateAttentionBasedSaliencyImageRequest(),
            VNGenerateObjectnessBasedSaliencyImageRequest(), VNClassifyImageRequest(), VNRecognizeAnimalsRequest(),
        ]
        let handler = VNImageRequestHandler(cvPixelBuffer: try DrawnPaper().buffer())
        for request in requests {
            let error = try #require(#expect(throws: NSError.self) { try handler.perform([request]) })
            #expect(error.domain == VNErrorDomain && error.code == VNErrorCode.unsupportedRequest.rawValue)
            #expect(error.localizedDescription.hasPrefix("\(type(of: request)) cannot be performed: no library here "))
            #expect(request.results == nil)
        }
    }

    @Test func modelsCannotBeLoaded() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("model.mlmodelc")
        let missing = #expect(throws: MLModelError.self) { _ = try MLModel(contentsOf: file) }
        #expect(missing?.code == .io)
        try Data("model".utf8).write(to: file)
        let error = #expect(throws: MLModelError.self) {
            _ = try VNCoreMLModel(for: MLModel(contentsOf: file, configuration: MLModelConfiguration()))
        }
        #expect(error?.code == .generic)
        #expect(error?.localizedDescription.contains(file.path) == true)
    }

    @Test func aBodyHasItsJointsByNameAndGroup() throws {
        let body = VNHumanBodyPoseObservation(
            [.nose: CGPoint(x: 0.5, y: 0.9), .leftWrist: CGPoint(x: 0.2, y: 0.4)], confidence: 0.7, timeRange: .zero)
        #expect(Set(body.availableJointNames) == [.nose, .leftWrist])
        #expect(try body.recognizedPoint(.nose).location == CGPoint(x: 0.5, y: 0.9))
        #expect(try body.recognizedPoints(.leftArm).keys.map { $0 } == [.leftWrist])
        #expect(try body.recognizedPoints(.all).count == 2 && body.recognizedPoints(.rightLeg).isEmpty)
        #expect(throws: NSError.self) { try body.recognizedPoint(.root) }
        let hand = VNHumanHandPoseObservation(
            .left, [.thumbTip: .zero, .wrist: CGPoint(x: 1, y: 0)], confidence: 1, timeRange: .zero)
        #expect(hand.chirality == .left)
        #expect(try hand.recognizedPoints(.thumb)[.thumbTip]?.distance(hand.recognizedPoint(.wrist)) == 1)
    }

    @Test func partsOfAFaceAreInsideOfIt() throws {
        let face = CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.25)
        let parts = VNFaceLandmarks2D([.leftEye: [CGPoint(x: 0.5, y: 0)]], of: face, confidence: 1)
        #expect(parts.rightEye == nil && parts.allPoints?.pointCount == 1)
        #expect(
            parts.leftEye?.pointsInImage(imageSize: CGSize(width: 200, height: 100)) == [CGPoint(x: 100, y: 50)])
    }
}
