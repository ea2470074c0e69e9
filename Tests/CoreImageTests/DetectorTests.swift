import CoreImage
import Foundation
import TestSupport
import Testing

/// Faces, rectangles and text that a `CIDetector` finds; codes are in FilterTests.
@Suite struct DetectorTests {
    private func detector(_ type: String, _ options: [String: Any] = [:]) throws -> CIDetector {
        try #require(CIDetector(ofType: type, context: nil, options: options))
    }

    @Test func anUnknownTypeHasNoDetector() {
        #expect(CIDetector(ofType: "CIDetectorTypeTree", context: nil) == nil)
    }

    @Test func nothingIsFoundInAPictureWithoutPixelsOrEnd() throws {
        for type in [CIDetectorTypeFace, CIDetectorTypeRectangle, CIDetectorTypeQRCode, CIDetectorTypeText] {
            let detector = try detector(type)
            #expect(
                detector.features(in: CIImage.empty()).isEmpty && detector.features(in: CIImage(color: .red)).isEmpty)
        }
    }

    // MARK: Faces

    /// One at 200, 400 and a smaller one at 600, 180 from the lower left.
    private func faces() throws -> CIImage {
        var picture = DrawnFace(width: 800, height: 600)
        picture.draw(x: 200, y: 200, radius: 130)
        picture.draw(x: 600, y: 420, radius: 70)
        return CIImage(cvPixelBuffer: try picture.buffer())
    }

    @Test(arguments: [CIDetectorAccuracyHigh, CIDetectorAccuracyLow])
    func facesHaveTheirPlacesInThePicture(accuracy: String) throws {
        let image = try faces().transformed(by: CGAffineTransform(translationX: 1_000, y: -50))
        let detector = try detector(CIDetectorTypeFace, [CIDetectorAccuracy: accuracy])
        let faces = detector.features(in: image).compactMap { $0 as? CIFaceFeature }
        #expect(faces.count == 2)
        for (face, middle) in zip(faces, [CGPoint(x: 1_200, y: 350), CGPoint(x: 1_600, y: 130)]) {
            // The detector's squares lie between brows and chin.
            #expect(abs(face.bounds.midX - middle.x) < 30 && abs(face.bounds.midY - middle.y) < 45)
            #expect(face.type == CIFeatureTypeFace && !face.hasTrackingID && !face.hasLeftEyePosition)
        }
    }

    @Test func smallFacesAreLeftOut() throws {
        let detector = try detector(CIDetectorTypeFace, [CIDetectorMinFeatureSize: 0.27])
        let faces = detector.features(in: try faces())
        #expect(faces.count == 1 && faces.allSatisfy { $0.bounds.midX < 400 })
    }

    @Test func aTrackedFaceKeepsItsNumberWhileItMoves() throws {
        let detector = try detector(CIDetectorTypeFace, [CIDetectorTracking: true])
        var seen: [CIFaceFeature] = []
        for step in 0..<4 {
            var picture = DrawnFace(width: 800, height: 600)
            picture.draw(x: 200 + Double(step) * 20, y: 200, radius: 130)
            let image = CIImage(cvPixelBuffer: try picture.buffer())
            seen.append(try #require(detector.features(in: image).first as? CIFaceFeature))
        }
        // The first search may have erred.
        #expect(seen.map(\.hasTrackingID) == [false, true, true, true])
        #expect(Set(seen.dropFirst().map(\.trackingID)).count == 1)
        #expect(seen.dropFirst().map(\.trackingFrameCount) == [1, 2, 3])
    }

    @Test func aTurnedPictureNeedsItsOrientationAndKeepsItsCoordinates() throws {
        var picture = DrawnFace(width: 600, height: 800)
        picture.draw(x: 200, y: 300, radius: 130, quarterTurns: 3)
        let image = CIImage(cvPixelBuffer: try picture.buffer())
        let detector = try detector(CIDetectorTypeFace)
        #expect(detector.features(in: image).isEmpty)
        let face = try #require(detector.features(in: image, options: [CIDetectorImageOrientation: 6]).first)
        #expect(abs(face.bounds.midX - 200) < 45 && abs(face.bounds.midY - 500) < 45)
    }

    // MARK: Rectangles

    /// A large paper of 300 by 200 at (100, 80), and a small one of 120 by 30 at (460, 380), in a picture of 640 by 480.
    private let papers: CIImage = {
        func paper(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ gray: Double) -> CIImage {
            CIImage(color: CIColor(red: gray, green: gray, blue: gray))
                .cropped(to: CGRect(x: x, y: y, width: width, height: height))
        }
        return paper(100, 80, 300, 200, 0.9).composited(over: paper(460, 380, 120, 30, 0.9))
            .composited(over: paper(0, 0, 640, 480, 0.2))
    }()

    @Test func theLargestRectangleHasItsCorners() throws {
        let found = try detector(CIDetectorTypeRectangle).features(in: papers)
        #expect(found.count == 1)
        let paper = try #require(found.first as? CIRectangleFeature)
        let corners = [paper.topLeft, paper.topRight, paper.bottomRight, paper.bottomLeft]
        let drawn = [
            CGPoint(x: 100, y: 280), CGPoint(x: 400, y: 280), CGPoint(x: 400, y: 80), CGPoint(x: 100, y: 80),
        ]
        // A pixel of the edges' width, and one of the closed gap.
        for (corner, drawn) in zip(corners, drawn) { #expect(hypot(corner.x - drawn.x, corner.y - drawn.y) < 4) }
        #expect(paper.type == CIFeatureTypeRectangle)
        #expect(paper.bounds.insetBy(dx: -4, dy: -4).contains(CGRect(x: 100, y: 80, width: 300, height: 200)))
    }

    @Test func countSizeAndAspectRatioChooseRectangles() throws {
        let many: [String: Any] = [CIDetectorMaxFeatureCount: 5, CIDetectorMinFeatureSize: 0.05]
        #expect(try detector(CIDetectorTypeRectangle, many).features(in: papers).count == 2)
        let large: [String: Any] = [CIDetectorMaxFeatureCount: 5, CIDetectorMinFeatureSize: 0.3]
        #expect(try detector(CIDetectorTypeRectangle, large).features(in: papers).count == 1)
        let flat = try detector(CIDetectorTypeRectangle, many).features(
            in: papers, options: [CIDetectorAspectRatio: 4.0])
        #expect(flat.count == 1 && flat.allSatisfy { $0.bounds.minX > 440 })
    }

    @Test func aTurnedPictureHasTheCornersOfTheUprightOne() throws {
        let paper = try #require(
            try detector(CIDetectorTypeRectangle).features(in: papers, options: [CIDetectorImageOrientation: 6]).first
                as? CIRectangleFeature)
        // Turned clockwise, what is at the left comes to the top.
        #expect(hypot(paper.topLeft.x - 100, paper.topLeft.y - 80) < 4)
        #expect(hypot(paper.bottomRight.x - 400, paper.bottomRight.y - 280) < 4)
    }

    // MARK: Text

    @Test func linesOfTextHaveTheirPlacesAndCharacters() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("page.png")
        try MadeFile.ffmpeg(
            [
                "-f", "lavfi", "-i",
                "color=white:s=1280x720,drawtext=text='Linux reads 42 lines':fontsize=72:x=100:y=100,"
                    + "drawtext=text='and a second one':fontsize=40:x=100:y=500",
                "-frames:v", "1",
            ], to: file)
        let image = try #require(CIImage(contentsOf: file))
        let detector = try detector(CIDetectorTypeText)
        let lines = detector.features(in: image).compactMap { $0 as? CITextFeature }
        #expect(lines.count == 2 && lines.allSatisfy { $0.subFeatures == nil && $0.type == CIFeatureTypeText })
        let first = try #require(lines.first)
        // The letters of the first line are between the pixels 100 and 180 from the top.
        #expect(abs(first.bounds.minX - 100) < 12 && first.bounds.minY > 530 && first.bounds.maxY < 625)
        let whole = try #require(
            detector.features(in: image, options: [CIDetectorReturnSubFeatures: true]).first as? CITextFeature)
        let characters = try #require(whole.subFeatures as? [CITextFeature])
        #expect(characters.count == "Linuxreads42lines".count)
        #expect(characters.allSatisfy { whole.bounds.insetBy(dx: -1, dy: -1).contains($0.bounds) })
        #expect(zip(characters, characters.dropFirst()).allSatisfy { $0.bounds.midX < $1.bounds.midX })
    }
}
