import CaptureEngine
import CoreMedia
import Foundation
import MissingGraphics
import PixelCoding
import TestSupport
import Testing
import Vision

/// The requests that are values.
@Suite struct SwiftRequestTests {
    private static let text = "https://example.org/table/7"

    private func picture() throws -> CodePicture {
        var picture = CodePicture(width: 480, height: 320)
        try picture.draw(Self.text, symbology: 58, at: .init(center: CGPoint(x: 310, y: 130), module: 6, degrees: 0))
        return picture
    }

    @Test func aCodeIsReadFromEachKindOfPicture() async throws {
        let folder = try TemporaryFolder()
        let picture = try picture()
        let file = folder.file("code.jpg")
        try picture.write(to: file)
        let data = try Data(contentsOf: file)
        let buffer = try picture.buffer()
        let source = try #require(CGImageSourceCreateWithData(data, nil))
        let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
        let sample = CMSampleBuffer.frame(
            buffer, format: try CMVideoFormatDescription(imageBuffer: buffer),
            presentationTimeStamp: CMTime(value: 7, timescale: 30))
        let request = DetectBarcodesRequest()
        let drawn = picture.corners[0]
        for codes in [
            try await request.perform(on: file), try await request.perform(on: data),
            try await request.perform(on: image), try await request.perform(on: try #require(CIImage(data: data))),
            try await request.perform(on: buffer), try await request.perform(on: sample),
        ] {
            let code = try #require(codes.first)
            #expect(codes.count == 1 && code.symbology == .qr && code.payloadString == Self.text)
            #expect(code.originatingRequestDescriptor == .detectBarcodesRequest(.revision4))
            let found = [code.topLeft, code.bottomLeft, code.bottomRight, code.topRight]
            for (found, drawn) in zip(found, drawn) {
                #expect(abs(found.x - drawn.x) < 0.015 && abs(found.verticallyFlipped().y - drawn.y) < 0.02)
            }
            let box = code.boundingBox.toImageCoordinates(CGSize(width: 480, height: 320), origin: .upperLeft)
            #expect(abs(box.midX - 310) < 8 && abs(box.midY - 130) < 8)
        }
        #expect(try await request.perform(on: buffer).first?.timeRange == nil)
        #expect(try await request.perform(on: sample).first?.timeRange?.start == CMTime(value: 7, timescale: 30))
    }

    @Test func whatIsNotWantedIsNotFound() async throws {
        var request = DetectBarcodesRequest()
        #expect(request.symbologies.contains(.qr) && request.supportedSymbologies.contains(.ean13))
        request.symbologies = [.ean13, .code128]
        #expect(try await request.perform(on: try picture().buffer()).isEmpty)
        request.symbologies = [.qr]
        request.regionOfInterest = NormalizedRect(x: 0, y: 0, width: 0.3, height: 1)
        #expect(try await request.perform(on: try picture().buffer()).isEmpty)
    }

    @Test func aHandlerPerformsSeveralRequests() async throws {
        var picture = DrawnFace(width: 800, height: 600)
        picture.draw(x: 200, y: 200, radius: 110)
        let handler = ImageRequestHandler(try picture.buffer())
        let (faces, codes) = try await handler.perform(DetectFaceRectanglesRequest(), DetectBarcodesRequest())
        let face = try #require(faces.first)
        #expect(faces.count == 1 && codes.isEmpty)
        let box = face.boundingBox.toImageCoordinates(CGSize(width: 800, height: 600), origin: .upperLeft)
        #expect(abs(box.midX - 200) < 30 && abs(box.midY - 200) < 45 && face.confidence > 0.1)
    }

    @Test func aPaperIsFoundWithItsCorners() async throws {
        var paper = DrawnPaper()
        let drawn = corners(150, 90, 300, 220)
        paper.fill(drawn)
        var request = DetectRectanglesRequest()
        let found = try #require(try await request.perform(on: paper.buffer()).first)
        for (corner, drawn) in zip([found.topLeft, found.topRight, found.bottomRight, found.bottomLeft], drawn) {
            let point = corner.toImageCoordinates(CGSize(width: 640, height: 480), origin: .upperLeft)
            #expect(hypot(point.x - drawn.x, point.y - drawn.y) < 4)
        }
        request.minimumSize = 0.9
        #expect(try await request.perform(on: paper.buffer()).isEmpty)
    }

    @Test func mistakesAreErrors() async throws {
        let request = DetectBarcodesRequest()
        let noPicture = await #expect(throws: VisionError.self) { try await request.perform(on: Data([1, 2, 3])) }
        if case .invalidImage = noPicture {} else { Issue.record("\(String(describing: noPicture))") }
        let noFile = await #expect(throws: VisionError.self) {
            try await request.perform(on: URL(fileURLWithPath: "/nowhere.jpg"))
        }
        if case .ioError = noFile {} else { Issue.record("\(String(describing: noFile))") }
        var tooWide = request
        tooWide.regionOfInterest = NormalizedRect(x: 0.5, y: 0, width: 1, height: 1)
        let (wide, buffer) = (tooWide, try picture().buffer())
        let outside = await #expect(throws: VisionError.self) { try await wide.perform(on: buffer) }
        if case .invalidArgument = outside {} else { Issue.record("\(String(describing: outside))") }
    }

    @Test func rectanglesAreTurnedIntoPixelsAndBack() {
        let size = CGSize(width: 200, height: 100)
        let rect = NormalizedRect(imageRect: CGRect(x: 20, y: 10, width: 100, height: 50), in: size)
        #expect(rect.cgRect == CGRect(x: 0.1, y: 0.1, width: 0.5, height: 0.5))
        #expect(rect.toImageCoordinates(size) == CGRect(x: 20, y: 10, width: 100, height: 50))
        #expect(rect.toImageCoordinates(size, origin: .upperLeft) == CGRect(x: 20, y: 40, width: 100, height: 50))
        #expect(NormalizedPoint(imagePoint: CGPoint(x: 50, y: 25), in: size).cgPoint == CGPoint(x: 0.25, y: 0.25))
    }
}
