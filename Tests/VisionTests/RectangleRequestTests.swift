import CoreVideo
import Foundation
import TestSupport
import Testing
import Vision

@Suite struct RectangleRequestTests {
    private func rectangles(
        _ paper: DrawnPaper, _ change: (VNDetectRectanglesRequest) -> Void = { _ in }
    ) throws -> [VNRectangleObservation] {
        let request = VNDetectRectanglesRequest()
        change(request)
        try VNImageRequestHandler(cvPixelBuffer: paper.buffer()).perform([request])
        return try #require(request.results)
    }

    /// A pixel of the edges' width, and one of the closed gap.
    private func check(_ found: VNRectangleObservation, _ drawn: [CGPoint], tolerance: Double = 4) {
        let corners = [found.topLeft, found.topRight, found.bottomRight, found.bottomLeft]
        for (corner, drawn) in zip(corners, drawn) {
            let point = VNImagePointForNormalizedPoint(corner, 640, 480)
            #expect(hypot(point.x - drawn.x, 480 - point.y - drawn.y) < tolerance)
        }
    }

    @Test func aPaperIsFoundWithItsCorners() throws {
        var paper = DrawnPaper()
        let drawn = corners(150, 90, 300, 220)
        paper.fill(drawn)
        let found = try rectangles(paper)
        #expect(found.count == 1)
        check(try #require(found.first), drawn)
        #expect(try #require(found.first).confidence > 0.95)
    }

    @Test func aDocumentIsTheLargestPaper() throws {
        var paper = DrawnPaper()
        let drawn = corners(150, 90, 300, 220)
        paper.fill(drawn)
        paper.fill(corners(500, 20, 120, 100))
        let request = VNDetectDocumentSegmentationRequest()
        try VNImageRequestHandler(cvPixelBuffer: paper.buffer()).perform([request])
        #expect(request.results?.count == 1)
        check(try #require(request.results?.first), drawn)
    }

    @Test func aPaperSeenFromTheSideIsFoundWithinTheTolerance() throws {
        var paper = DrawnPaper()
        let drawn = [
            CGPoint(x: 200, y: 100), CGPoint(x: 430, y: 110), CGPoint(x: 500, y: 380), CGPoint(x: 130, y: 370),
        ]
        paper.fill(drawn)
        let found = try #require(try rectangles(paper).first)
        check(found, drawn)
        #expect(found.confidence < 0.95)
        #expect(try rectangles(paper) { $0.quadratureTolerance = 5 }.isEmpty)
        #expect(try rectangles(paper) { $0.minimumConfidence = 0.99 }.isEmpty)
    }

    @Test func aspectRatioAndSizeLimitWhatIsFound() throws {
        var paper = DrawnPaper()
        paper.fill(corners(40, 60, 400, 60))
        paper.fill(corners(400, 250, 60, 60))
        #expect(try rectangles(paper).isEmpty)
        let long = try rectangles(paper) { request in
            request.minimumSize = 0.1
            request.minimumAspectRatio = 0.1
            request.maximumAspectRatio = 0.3
        }
        check(try #require(long.first), corners(40, 60, 400, 60))
        let square = try rectangles(paper) { request in
            request.minimumSize = 0.1
            request.minimumAspectRatio = 0.9
        }
        check(try #require(square.first), corners(400, 250, 60, 60))
    }

    @Test func theLargestComesFirstAndZeroMeansAll() throws {
        var paper = DrawnPaper()
        paper.fill(corners(40, 40, 150, 120))
        paper.fill(corners(250, 100, 300, 250))
        paper.fill(corners(40, 300, 120, 120))
        #expect(try rectangles(paper).count == 1)
        check(try #require(try rectangles(paper).first), corners(250, 100, 300, 250))
        #expect(try rectangles(paper) { $0.maximumObservations = 0 }.count == 3)
        #expect(try rectangles(paper) { $0.maximumObservations = 2 }.count == 2)
    }

    @Test func aCircleIsNone() throws {
        var paper = DrawnPaper()
        paper.fill(
            (0..<64).map {
                CGPoint(x: 320 + 150 * cos(Double($0) * .pi / 32), y: 240 + 150 * sin(Double($0) * .pi / 32))
            })
        #expect(try rectangles(paper).isEmpty)
    }

    @Test func propertiesOutOfTheirRangesAreErrors() throws {
        let paper = DrawnPaper()
        let mistakes: [(VNDetectRectanglesRequest) -> Void] = [
            {
                $0.minimumAspectRatio = 0.8; $0.maximumAspectRatio = 0.5
            }, { $0.quadratureTolerance = 60 },
            { $0.minimumSize = 2 }, { $0.maximumObservations = -1 },
            { $0.regionOfInterest = CGRect(x: 0.5, y: 0, width: 0.6, height: 1) },
        ]
        for mistake in mistakes {
            let error = #expect(throws: NSError.self) { try rectangles(paper, mistake) }
            #expect(error?.domain == VNErrorDomain && error?.code == VNErrorCode.invalidArgument.rawValue)
        }
    }
}
