import CoreVideo
import Foundation
import Testing
import Vision

@Suite struct ContourRequestTests {
    private func contours(
        _ paper: DrawnPaper, _ change: (VNDetectContoursRequest) -> Void = { _ in }
    ) throws -> VNContoursObservation {
        let request = VNDetectContoursRequest()
        // What is drawn is lighter than the paper.
        request.detectsDarkOnLight = false
        change(request)
        try VNImageRequestHandler(cvPixelBuffer: paper.buffer()).perform([request])
        #expect(request.results?.count == 1)
        return try #require(request.results?.first)
    }

    /// The picture is searched at half of its size; an outline runs through the middle of pixels, and one around a hole
    /// outside of the hole.
    private func check(_ contour: VNContour, _ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        let box = contour.normalizedPath.boundingBox
        #expect(abs(box.minX * 640 - x) < 4 && abs(box.maxX * 640 - x - width) < 4)
        #expect(abs((1 - box.maxY) * 480 - y) < 4 && abs((1 - box.minY) * 480 - y - height) < 4)
    }

    @Test func aShapeInAHoleIsTheChildOfAChild() throws {
        var paper = DrawnPaper()
        paper.fill(corners(160, 120, 320, 240))
        paper.fill(corners(240, 200, 160, 80), 60)
        paper.fill(corners(300, 220, 40, 40))
        let found = try contours(paper)
        #expect(found.contourCount == 3)
        #expect(found.topLevelContourCount == 1)
        let outer = try #require(found.topLevelContours.first)
        check(outer, 160, 120, 320, 240)
        #expect(outer.childContourCount == 1)
        let hole = try outer.childContour(at: 0)
        check(hole, 240, 200, 160, 80)
        let inner = try #require(hole.childContours.first)
        check(inner, 300, 220, 40, 40)
        #expect(inner.childContourCount == 0)
        #expect(outer.indexPath == [0] && hole.indexPath == [0, 0] && inner.indexPath == [0, 0, 0])
        #expect(try found.contour(at: IndexPath(indexes: [0, 0])).normalizedPoints == hole.normalizedPoints)
        let all = try (0..<3).map { try found.contour(at: $0).indexPath.count }
        #expect(all.sorted() == [1, 2, 3])
        #expect(abs(outer.aspectRatio - 4 / 3) < 0.01)
        #expect(found.normalizedPath.boundingBox == outer.normalizedPath.boundingBox)
        #expect(found.normalizedPath.contains(CGPoint(x: 0.3, y: 0.5), using: .evenOdd))
        #expect(!found.normalizedPath.contains(CGPoint(x: 0.4, y: 0.5), using: .evenOdd))
    }

    @Test func darkShapesAreFoundByDefault() throws {
        var paper = DrawnPaper()
        paper.fill(corners(0, 0, 640, 480), 200)
        paper.fill(corners(100, 100, 200, 100), 20)
        let request = VNDetectContoursRequest()
        #expect(request.detectsDarkOnLight && request.contrastAdjustment == 2 && request.contrastPivot == 0.5)
        #expect(request.maximumImageDimension == 512)
        try VNImageRequestHandler(cvPixelBuffer: paper.buffer()).perform([request])
        let found = try #require(request.results?.first)
        #expect(found.contourCount == 1)
        check(try found.contour(at: 0), 100, 100, 200, 100)
    }

    @Test func aPolygonHasFewerPointsAndIsNear() throws {
        var paper = DrawnPaper()
        let drawn = [
            CGPoint(x: 200, y: 100), CGPoint(x: 430, y: 110), CGPoint(x: 500, y: 380), CGPoint(x: 130, y: 370),
        ]
        paper.fill(drawn)
        let contour = try #require(try contours(paper).topLevelContours.first)
        #expect(contour.pointCount > 8 && contour.pointCount == contour.normalizedPoints.count)
        #expect(try contour.polygonApproximation(epsilon: 0).pointCount <= contour.pointCount)
        let polygon = try contour.polygonApproximation(epsilon: 0.02)
        #expect(polygon.pointCount == 4)
        #expect(polygon.indexPath == contour.indexPath)
        for corner in drawn {
            let distances = polygon.normalizedPoints.map {
                hypot(Double($0.x) * 640 - corner.x, (1 - Double($0.y)) * 480 - corner.y)
            }
            #expect(try #require(distances.min()) < 6)
        }
        let error = #expect(throws: NSError.self) { try contour.polygonApproximation(epsilon: -1) }
        #expect(error?.code == VNErrorCode.invalidArgument.rawValue)
    }

    @Test func aRoundShapeKeepsAsManyPointsAsItNeeds() throws {
        var paper = DrawnPaper()
        paper.fill(
            (0..<64).map {
                CGPoint(x: 320 + 150 * cos(Double($0) * .pi / 32), y: 240 + 150 * sin(Double($0) * .pi / 32))
            })
        let contour = try #require(try contours(paper).topLevelContours.first)
        let counts = try [0.002, 0.01, 0.05].map { try contour.polygonApproximation(epsilon: $0).pointCount }
        #expect(contour.pointCount > counts[0] && counts[0] > counts[1] && counts[1] > counts[2] && counts[2] > 2)
    }

    /// 145 of 255 is 7 % lighter than the middle.
    @Test func moreContrastFindsFainterShapes() throws {
        var paper = DrawnPaper()
        paper.fill(corners(160, 120, 320, 240), 145)
        #expect(try contours(paper) { $0.contrastAdjustment = 0 }.contourCount == 0)
        #expect(try contours(paper) { $0.contrastAdjustment = 1 }.contourCount == 0)
        #expect(try contours(paper) { $0.contrastAdjustment = 2 }.contourCount == 1)
    }

    @Test func thePivotIsBetweenShapesAndTheRest() throws {
        var paper = DrawnPaper()
        paper.fill(corners(160, 120, 320, 240), 100)
        #expect(try contours(paper).contourCount == 0)
        #expect(try contours(paper) { $0.contrastPivot = 0.3 }.contourCount == 1)
        #expect(try contours(paper) { $0.contrastPivot = nil }.contourCount == 1)
    }

    @Test func aSmallPictureHasNoSmallShapes() throws {
        var paper = DrawnPaper()
        paper.fill(corners(303, 203, 4, 4))
        #expect(try contours(paper) { $0.maximumImageDimension = 640 }.contourCount == 1)
        #expect(try contours(paper) { $0.maximumImageDimension = 64 }.contourCount == 0)
    }

    @Test func onlyTheRegionOfInterestIsSearched() throws {
        var paper = DrawnPaper()
        paper.fill(corners(40, 120, 160, 240))
        let left = try contours(paper) { $0.regionOfInterest = CGRect(x: 0, y: 0, width: 0.5, height: 1) }
        let box = try left.contour(at: 0).normalizedPath.boundingBox
        #expect(abs(box.minX - 40.0 / 320) < 0.01 && abs(box.maxX - 200.0 / 320) < 0.01)
        #expect(abs(try left.contour(at: 0).aspectRatio - 2 / 3) < 0.01)
        let right = try contours(paper) { $0.regionOfInterest = CGRect(x: 0.5, y: 0, width: 0.5, height: 1) }
        #expect(right.contourCount == 0)
    }

    @Test func mistakesAreErrors() throws {
        let paper = DrawnPaper()
        let mistakes: [(VNDetectContoursRequest) -> Void] = [
            { $0.contrastAdjustment = 4 }, { $0.contrastPivot = 2 }, { $0.maximumImageDimension = 10 },
        ]
        for mistake in mistakes {
            let request = VNDetectContoursRequest()
            mistake(request)
            let error = #expect(throws: NSError.self) {
                try VNImageRequestHandler(cvPixelBuffer: paper.buffer()).perform([request])
            }
            #expect(error?.domain == VNErrorDomain && error?.code == VNErrorCode.invalidArgument.rawValue)
        }
        let found = try contours(paper)
        let places: [() throws -> VNContour] = [
            { try found.contour(at: 0) }, { try found.contour(at: IndexPath(indexes: [1, 2])) },
        ]
        for place in places {
            let error = #expect(throws: NSError.self) { try place() }
            #expect(error?.code == VNErrorCode.outOfBoundsError.rawValue)
        }
    }
}
