import Foundation
import TestSupport
import Testing
import Vision

@Suite struct FaceRequestTests {
    @Test func facesComeWithTheirPlacesFromTheLowerLeft() throws {
        var picture = DrawnFace(width: 800, height: 600)
        picture.draw(x: 200, y: 200, radius: 110)
        picture.draw(x: 600, y: 420, radius: 90)
        let request = VNDetectFaceRectanglesRequest()
        try VNImageRequestHandler(cvPixelBuffer: picture.buffer()).perform([request])
        let faces = try #require(request.results)
        #expect(faces.count == 2)
        for (face, place) in zip(faces, [CGPoint(x: 200, y: 400), CGPoint(x: 600, y: 180)]) {
            let box = VNImageRectForNormalizedRect(face.boundingBox, 800, 600)
            // The detector's squares lie between brows and chin.
            #expect(abs(box.midX - place.x) < 30 && abs(box.midY - place.y) < 45)
            #expect((100.0...230).contains(box.width) && face.confidence > 0.1 && face.confidence <= 1)
        }
    }

    @Test func aFaceOfATurnedPictureIsFoundWithItsOrientationOnly() throws {
        var picture = DrawnFace(width: 600, height: 800)
        picture.draw(x: 300, y: 300, radius: 130, quarterTurns: 3)
        let request = VNDetectFaceRectanglesRequest()
        let buffer = try picture.buffer()
        try VNImageRequestHandler(cvPixelBuffer: buffer).perform([request])
        #expect(request.results?.isEmpty == true)
        try VNImageRequestHandler(cvPixelBuffer: buffer, orientation: .right).perform([request])
        let face = try #require(request.results?.first)
        // Turned clockwise, the left of 800 columns is what was 800 - 300 from the bottom.
        #expect(abs(face.boundingBox.midX - 500.0 / 800) < 0.06 && abs(face.boundingBox.midY - 0.5) < 0.08)
    }
}
