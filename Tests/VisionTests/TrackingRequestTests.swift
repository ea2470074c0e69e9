import CoreVideo
import Foundation
import TestSupport
import Testing
import Vision

@Suite struct TrackingRequestTests {
    /// A pattern that moves over a weaker one, which stays.
    private func picture(_ x: Double, _ y: Double, scale: Double = 1, light: Double = 1) throws -> CVPixelBuffer {
        let (width, height) = (640, 480)
        var luma = [UInt8](repeating: 0, count: width * height)
        for row in 0..<height {
            for column in 0..<width {
                let (u, v) = ((Double(column) + 0.5 - x) / scale, (Double(row) + 0.5 - y) / scale)
                let ground = 90 + 15 * sin(Double(column) / 9) * cos(Double(row) / 7)
                let isInside = (0..<80).contains(u) && (0..<60).contains(v)
                let level = isInside ? 130 + 60 * sin(u / 8 + v / 15) + 40 * cos(v / 5) : ground
                luma[row * width + column] = UInt8(max(0, min(255, level * light)))
            }
        }
        return try CVPixelBuffer.gray(luma, width: width, height: height)
    }

    private func box(_ x: Double, _ y: Double, scale: Double = 1) -> CGRect {
        CGRect(x: x / 640, y: 1 - (y + 60 * scale) / 480, width: 80 * scale / 640, height: 60 * scale / 480)
    }

    private func track(
        _ handler: VNSequenceRequestHandler, _ observation: VNDetectedObjectObservation, _ picture: CVPixelBuffer,
        _ change: (VNTrackObjectRequest) -> Void = { _ in }
    ) throws -> VNDetectedObjectObservation {
        let request = VNTrackObjectRequest(detectedObjectObservation: observation)
        change(request)
        try handler.perform([request], on: picture)
        return try #require(request.results?.first as? VNDetectedObjectObservation)
    }

    private func overlap(_ first: CGRect, _ second: CGRect) -> Double {
        let both = first.intersection(second)
        guard !both.isNull else { return 0 }
        let common = both.width * both.height
        return common / (first.width * first.height + second.width * second.height - common)
    }

    @Test func aThingIsFollowedWhileItMovesAndTheLightChanges() throws {
        let handler = VNSequenceRequestHandler()
        var seen = VNDetectedObjectObservation(boundingBox: box(100, 100))
        let identity = seen.uuid
        for step in 0..<20 {
            let (x, y) = (100 + Double(step) * 17, 100 + 60 * sin(Double(step) / 3))
            seen = try track(handler, seen, picture(x, y, light: 1 - 0.02 * Double(step)))
            #expect(overlap(seen.boundingBox, box(x, y)) > 0.85, "step \(step)")
            #expect(seen.confidence > 0.8 && seen.uuid == identity)
        }
    }

    @Test func aThingThatComesCloserBecomesLarger() throws {
        let handler = VNSequenceRequestHandler()
        var seen = VNDetectedObjectObservation(boundingBox: box(200, 150))
        var scale = 1.0
        for step in 0..<15 {
            scale = pow(1.03, Double(step))
            seen = try track(handler, seen, picture(200, 150, scale: scale))
        }
        #expect(scale > 1.5)
        #expect(overlap(seen.boundingBox, box(200, 150, scale: scale)) > 0.75)
    }

    @Test func aThingThatIsGoneHasLittleConfidence() throws {
        let handler = VNSequenceRequestHandler()
        let seen = try track(handler, VNDetectedObjectObservation(boundingBox: box(300, 200)), picture(300, 200))
        #expect(seen.confidence == 1)
        #expect(try track(handler, seen, picture(-500, -500)).confidence < 0.6)
        // It is found again where it was.
        #expect(try track(handler, seen, picture(304, 203)).confidence > 0.9)
    }

    @Test func theLastFrameEndsTheTracking() throws {
        let handler = VNSequenceRequestHandler()
        let first = VNDetectedObjectObservation(boundingBox: box(100, 100))
        _ = try track(handler, first, picture(100, 100))
        let moved = try track(handler, first, picture(120, 100)) { $0.isLastFrame = true }
        #expect(overlap(moved.boundingBox, box(120, 100)) > 0.85)
        // From here on, the same observation is a new thing at its own place.
        #expect(try track(handler, first, picture(300, 300)).boundingBox == first.boundingBox)
    }

    @Test func aRectangleKeepsTheShapeOfItsCorners() throws {
        let handler = VNSequenceRequestHandler()
        func corners(_ x: Double, _ y: Double) -> [CGPoint] {
            [(10, 5), (75, 0), (80, 60), (0, 50)].map { CGPoint(x: (x + $0.0) / 640, y: 1 - (y + $0.1) / 480) }
        }
        let from = corners(100, 100)
        let rectangle = VNRectangleObservation(
            requestRevision: 1, topLeft: from[0], topRight: from[1], bottomRight: from[2], bottomLeft: from[3])
        for (x, y) in [(100.0, 100.0), (130, 110)] {
            let request = VNTrackRectangleRequest(rectangleObservation: rectangle)
            try handler.perform([request], on: picture(x, y))
            let found = try #require(request.results?.first as? VNRectangleObservation)
            let places = [found.topLeft, found.topRight, found.bottomRight, found.bottomLeft]
            for (place, wanted) in zip(places, corners(x, y)) {
                #expect(abs(place.x - wanted.x) * 640 < 3 && abs(place.y - wanted.y) * 480 < 3)
            }
        }
    }

    @Test func mistakesAreErrors() throws {
        func code(_ body: () throws -> Void) -> Int? { #expect(throws: NSError.self, performing: body)?.code }
        let request = VNTrackObjectRequest(
            detectedObjectObservation: VNDetectedObjectObservation(boundingBox: box(100, 100)))
        let picture = try picture(100, 100)
        #expect(
            code { try VNImageRequestHandler(cvPixelBuffer: picture).perform([request]) }
                == VNErrorCode.invalidOperation.rawValue)
        let handler = VNSequenceRequestHandler()
        request.inputObservation = VNDetectedObjectObservation(boundingBox: CGRect(x: 2, y: 2, width: 1, height: 1))
        #expect(code { try handler.perform([request], on: picture) } == VNErrorCode.invalidArgument.rawValue)
        let many = try request.supportedNumberOfTrackers()
        for _ in 0..<many {
            _ = try track(handler, VNDetectedObjectObservation(boundingBox: box(100, 100)), picture)
        }
        request.inputObservation = VNDetectedObjectObservation(boundingBox: box(100, 100))
        #expect(code { try handler.perform([request], on: picture) } == VNErrorCode.internalError.rawValue)
    }
}
