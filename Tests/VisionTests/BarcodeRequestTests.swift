import CaptureEngine
import CoreImage
import CoreMedia
import Foundation
import MissingGraphics
import PixelCoding
import TestSupport
import Testing
import Vision

@Suite struct BarcodeRequestTests {
    private static let text = "https://example.org/table/7"

    private func picture(degrees: Double = 0) throws -> CodePicture {
        var picture = CodePicture(width: 480, height: 320)
        try picture.draw(
            Self.text, symbology: 58, at: .init(center: CGPoint(x: 310, y: 130), module: 6, degrees: degrees))
        return picture
    }

    private func codes(_ handler: VNImageRequestHandler) throws -> [VNBarcodeObservation] {
        let request = VNDetectBarcodesRequest()
        try handler.perform([request])
        return try #require(request.results)
    }

    /// Corners as drawn are from the top left, and counterclockwise.
    private func check(_ code: VNBarcodeObservation, _ drawn: [CGPoint]) {
        let found = [code.topLeft, code.bottomLeft, code.bottomRight, code.topRight]
        for (found, drawn) in zip(found, drawn) {
            #expect(abs(found.x - drawn.x) < 0.015 && abs(found.y - (1 - drawn.y)) < 0.02)
            #expect(code.boundingBox.insetBy(dx: -1e-9, dy: -1e-9).contains(found))
        }
    }

    @Test(arguments: [0.0, 90, 200])
    func aCodeHasItsTextAndItsOwnCorners(degrees: Double) throws {
        let picture = try picture(degrees: degrees)
        let codes = try codes(VNImageRequestHandler(cvPixelBuffer: picture.buffer(), options: [:]))
        #expect(codes.count == 1)
        let code = try #require(codes.first)
        #expect(code.symbology == .qr && code.payloadStringValue == Self.text && code.confidence == 1)
        #expect(code.barcodeDescriptor is CIQRCodeDescriptor)
        check(code, picture.corners[0])
    }

    @Test func everyKindOfPictureIsRead() throws {
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
        let handlers = [
            VNImageRequestHandler(cgImage: image), VNImageRequestHandler(data: data), VNImageRequestHandler(url: file),
            VNImageRequestHandler(ciImage: try #require(CIImage(data: data))),
            VNImageRequestHandler(cmSampleBuffer: sample),
        ]
        for handler in handlers {
            let code = try #require(try codes(handler).first)
            #expect(code.payloadStringValue == Self.text)
            check(code, picture.corners[0])
        }
        let timed = try #require(try codes(handlers[4]).first)
        #expect(timed.timeRange.start == CMTime(value: 7, timescale: 30))
    }

    @Test func theOrientationTurnsThePictureUpright() throws {
        let picture = try picture()
        // The picture was stored after a quarter turn counterclockwise: EXIF 6 turns it back.
        let gray = GrayPicture(width: picture.width, height: picture.height, samples: picture.luma).turned(-1)
        let stored = try CVPixelBuffer.gray(gray.samples, width: gray.width, height: gray.height)
        let handler = VNImageRequestHandler(cvPixelBuffer: stored, orientation: .right, options: [:])
        check(try #require(try codes(handler).first), picture.corners[0])
    }

    @Test func theOrientationOfAFileCountsUnlessAnotherIsGiven() throws {
        let folder = try TemporaryFolder()
        let picture = try picture()
        let file = folder.file("code.jpg")
        try picture.write(to: file)
        try Tool.output("exiftool", ["-q", "-overwrite_original", "-n", "-Orientation=3", file.path])
        let turned = picture.corners[0].map { CGPoint(x: 1 - $0.x, y: 1 - $0.y) }
        check(try #require(try codes(VNImageRequestHandler(url: file)).first), turned)
        check(try #require(try codes(VNImageRequestHandler(url: file, orientation: .up)).first), picture.corners[0])
    }

    @Test func onlyTheRegionOfInterestIsSearchedAndResultsAreInIt() throws {
        var picture = CodePicture(width: 480, height: 320)
        try picture.draw("left", symbology: 58, at: .init(center: CGPoint(x: 120, y: 160), module: 5))
        try picture.draw("right", symbology: 58, at: .init(center: CGPoint(x: 360, y: 80), module: 5))
        let request = VNDetectBarcodesRequest()
        // The upper right quarter, as its origin is at the lower left.
        request.regionOfInterest = CGRect(x: 0.5, y: 0.5, width: 0.5, height: 0.5)
        try VNImageRequestHandler(cvPixelBuffer: picture.buffer()).perform([request])
        let results = try #require(request.results)
        #expect(results.map(\.payloadStringValue) == ["right"])
        let box = VNImageRectForNormalizedRectUsingRegionOfInterest(
            try #require(results.first).boundingBox, 480, 320, request.regionOfInterest)
        #expect(abs(box.midX - 360) < 6 && abs(box.midY - 240) < 6)
    }

    @Test(arguments: [
        (13, "400638133393", VNBarcodeSymbology.ean13), (20, "Box 42", .code128), (8, "AVCAM%", .code39Checksum),
        (8, "AVCAM", .code39), (3, "12345670", .i2of5), (71, "room 12", .dataMatrix),
    ])
    func aCodeHasItsMostSpecificSymbology(symbology: Int, text: String, expected: VNBarcodeSymbology) throws {
        var picture = CodePicture(width: 480, height: 320)
        let isLinear = symbology < 58
        try picture.draw(
            text, symbology: symbology, rowHeight: isLinear ? 40 : 1,
            at: .init(center: CGPoint(x: 240, y: 160), module: isLinear ? 2 : 5))
        let code = try #require(try codes(VNImageRequestHandler(cvPixelBuffer: picture.buffer())).first)
        #expect(code.symbology == expected)
    }

    @Test func symbologiesThatAreNotWantedAreLeftOut() throws {
        let request = VNDetectBarcodesRequest()
        request.symbologies = [.ean13, .aztec]
        let handler = VNImageRequestHandler(cvPixelBuffer: try picture().buffer())
        try handler.perform([request])
        #expect(request.results?.isEmpty == true)
        request.symbologies = [.msiPlessey]
        let error = #expect(throws: NSError.self) { try handler.perform([request]) }
        #expect(error?.domain == VNErrorDomain && error?.code == VNErrorCode.invalidArgument.rawValue)
    }

    @Test func aSequenceSearchesOnePictureAfterTheOther() throws {
        let handler = VNSequenceRequestHandler()
        let request = VNDetectBarcodesRequest()
        try handler.perform([request], on: try picture().buffer())
        #expect(request.results?.count == 1)
        try handler.perform([request], on: try CodePicture(width: 480, height: 320).buffer())
        #expect(request.results?.isEmpty == true)
    }
}
